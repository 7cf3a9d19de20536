import { PART_NAMES } from '../../src/rules/auth-parts';

/** Each part of sign-in, and each two of them. */
export const EACH_AND_PAIRS = PART_NAMES.flatMap((one, index) => [
  [one],
  ...PART_NAMES.slice(index + 1).map((other) => [one, other]),
]);
