import { UsageError } from '../errors';
import { argumentsOf } from '../fields/arguments';
import { parseField } from '../fields/grammar';
import { type Parts, partsOf, spelled } from '../fields/parts';
import { modifierNamed, type ModifierWord, typeNamed } from '../fields/words';
import { enumeration, nearestWord, quoted } from '../naming/spelling';

export const COMMAND = 'change:field';

/** What a field can lose: typed with `no-` in front. */
const LOSABLE = ['unique', 'index', 'default', 'min', 'max', 'secret', 'unlisted'] as const;

const LOSSES: readonly string[] = LOSABLE.map((word) => `no-${word}`);

export type Losable = (typeof LOSABLE)[number];

/** What is to become of a field: what is not typed stays as it is. */
export interface TypedChange {
  readonly name: string;
  readonly typed: string;
  /** The word of its type and what follows that: `string`, `200`; none if the type stays. */
  readonly type: readonly string[];
  /** `optional`, `min=1` */
  readonly modifiers: readonly string[];
  readonly lost: ReadonlySet<Losable>;
  readonly default: string | undefined;
}

/** Modifiers of which a field has one at most. */
const ALTERNATIVES: readonly (readonly ModifierWord[])[] = [
  ['optional', 'required'],
  ['restrict', 'cascade', 'nullify'],
];

/** Whether a modifier leaves no room for another one. */
export function excludes(one: string, other: string): boolean {
  const [first, second] = [modifierNamed(one), modifierNamed(other)];
  return (
    first === second ||
    ALTERNATIVES.some((words) => [first, second].every((each) => each && words.includes(each)))
  );
}

/**
 * Reads `title:string:200`, `slug:unique`, `views:no-min`: one text for each field, or all in one text with spaces between
 * them, as some hosts pass a list.
 *
 * @throws UsageError if one is wrong.
 */
export function parseChanges(typed: readonly string[] | string, resource: string): TypedChange[] {
  const texts = typeof typed === 'string' ? typed.split(/ +/) : typed;
  const changes = texts.filter((text) => text !== '').map((text) => parseChange(text, resource));
  const names = changes.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new UsageError(`The field ${twice} was typed twice. Put its changes into one.`);
  }
  if (changes.length === 0) {
    throw new UsageError(
      `Name the fields to change, with what changes: scaffold ${COMMAND} ${resource} title:string:200`,
    );
  }
  return changes;
}

function parseChange(typed: string, resource: string): TypedChange {
  const parts = partsOf(typed);
  const lost = new Set(LOSABLE.filter((word) => parts.words.includes(`no-${word}`)));
  const words = parts.words.filter((word) => !LOSSES.includes(word));
  const [first, ...rest] = words;
  const isTyped = first !== undefined && modifierNamed(first) === undefined;
  const type = isTyped ? typeNamed(first) : undefined;
  const found = type && argumentsOf(type, rest);
  const count = typeof found === 'object' ? found.count : 0;
  const modifiers = type ? rest.slice(count) : words;
  refuseUnknownLoss(parts.name, modifiers);
  if (isTyped) {
    checkType({ ...parts, words }, resource);
  }
  const both = modifiers.find((word) => lost.has(modifierNamed(word) as Losable));
  if (both !== undefined || (lost.has('default') && parts.default !== undefined)) {
    throw new UsageError(
      `${quoted(typed)} cannot be a change: it takes ${both ?? 'default'} away, too.`,
    );
  }
  if (words.length + lost.size === 0 && parts.default === undefined) {
    throw new UsageError(
      `${quoted(typed)} does not say what changes. Write it behind the name: ` +
        `scaffold ${COMMAND} ${resource} ${parts.name}:string:200`,
    );
  }
  return {
    name: parts.name,
    typed,
    type: isTyped ? [first, ...rest.slice(0, count)] : [],
    modifiers,
    lost,
    default: parts.default,
  };
}

/** @throws UsageError if a field cannot lose what was typed. */
function refuseUnknownLoss(name: string, modifiers: readonly string[]): void {
  const wrong = modifiers.find((word) => word.startsWith('no-'));
  if (wrong !== undefined) {
    const near = nearestWord(wrong, LOSSES);
    throw new UsageError(
      `A field cannot lose ${quoted(wrong)}. ` +
        (near === undefined ? `Use ${enumeration(LOSSES)}.` : `Did you mean ${name}:${near}?`),
    );
  }
}

/** @throws UsageError if a field cannot be of the type, or if its new name was typed. */
function checkType(parts: Parts, resource: string): void {
  const [word = '', ...others] = parts.words;
  try {
    parseField(spelled({ ...parts, name: parts.name.replace(/_id$/, '') }));
  } catch (error) {
    const isName = typeNamed(word) === undefined && others.length === 0;
    if (!(error instanceof UsageError) || !isName || error.message.includes('Did you mean')) {
      throw error;
    }
    throw new UsageError(
      `${error.message} To give it another name: scaffold rename:field ${resource} ${parts.name}:${word}`,
    );
  }
}
