import { distance } from 'fastest-levenshtein';

/** How many letters a slip of the finger changes at most: two that changed places count as two. */
const LONGEST_SLIP = 2;

/** The word that was probably meant: the nearest of those that a slip away; undefined if none is, or it is among them. */
export function nearestWord(typed: string, words: readonly string[]): string | undefined {
  if (words.includes(typed)) {
    return undefined;
  }
  const near = words
    .map((word) => ({ word, away: distance(typed, word) }))
    .filter(({ away, word }) => away <= Math.min(LONGEST_SLIP, word.length / 2))
    .sort((one, other) => one.away - other.away);
  return near[0]?.word;
}
