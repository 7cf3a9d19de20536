// Specs: spec/make-auth/index.spec.ts
import { UsageError } from '../errors';
import { quoted, wordMeant, wordsIn } from './spelling';

/** The parts of sign-in that can be left out, and the module that only an application with the part has. */
export const PARTS = {
  verification: 'app/verification.py',
  'second-factor': 'app/second_factor.py',
  fresh: 'app/fresh.py',
  events: 'app/events.py',
  leaving: 'app/leaving.py',
  outbox: 'app/outbox.py',
} as const;

/** A part of sign-in that can be left out. */
export type Part = keyof typeof PARTS;

export type ChosenParts = Readonly<Record<Part, boolean>>;

export const PART_NAMES = Object.keys(PARTS) as Part[];

/**
 * The parts that are wanted.
 *
 * @throws UsageError if what is to be left out is no part.
 */
export function partsWithout(without: string | readonly string[] = []): ChosenParts {
  const typed = wordsIn(without);
  const wrong = typed.find((word) => !(word in PARTS));
  if (wrong !== undefined) {
    const advice = wordMeant(wrong, PART_NAMES);
    throw new UsageError(`--without ${quoted(wrong)} is not a part of sign-in: ${advice}`);
  }
  return partsThat((name) => !typed.includes(name));
}

/** Which parts are as asked. */
export function partsThat(isThere: (name: Part) => boolean): ChosenParts {
  return Object.fromEntries(PART_NAMES.map((name) => [name, isThere(name)])) as Record<
    Part,
    boolean
  >;
}
