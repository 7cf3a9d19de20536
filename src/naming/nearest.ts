import { distance } from 'fastest-levenshtein';

/** The most letters that a slip changes. Two letters that changed places count as two. */
const LONGEST_SLIP = 2;

/** The word that was probably meant; undefined if what was typed is one of the words, or near to none. */
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
