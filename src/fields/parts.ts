// Specs: spec/fields/grammar.spec.ts

/** A field taken apart. */
export interface Parts {
  readonly name: string;
  /** All between the name and the default. */
  readonly words: readonly string[];
  readonly default: string | undefined;
}

/** Why a text is no field. */
export class Refusal extends Error {
  /** @param better What was probably meant. */
  constructor(
    reason: string,
    readonly better?: string,
  ) {
    super(reason);
  }
}

/** Why a default is none of its field. */
export class DefaultRefusal extends Refusal {}

/** Takes a field apart. Rails' spelling becomes ours: `price:decimal{10,2}!` is `price:decimal:10:2:required`. */
export function partsOf(typed: string): Parts {
  const [, before = typed, value] = /^(.*?):default=(.*)$/s.exec(typed) ?? [];
  const [name = '', ...words] = before
    .replace(/,+$/, '')
    .replace(/\{([^{}]*)\}/g, ':$1')
    .replace(/!(?=:|$)/g, ':required')
    .split(/:|(?<=:.*),/);
  return { name, words, default: value };
}

/** The parts of a field as one types it. */
export function spelled({ default: value, name, words }: Parts): string {
  return [name, ...words, ...(value === undefined ? [] : [`default=${value}`])].join(':');
}
