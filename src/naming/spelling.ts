import { distance } from 'fastest-levenshtein';

/** `shopping_list` of `ShoppingList`, `Shopping list` and `shopping-list`. Other characters stay. */
export function snakeCase(text: string): string {
  return text
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[-_ ]+/g, '_')
    .toLowerCase();
}

/** `ShoppingList` for `shopping_list`. */
export function pascalCase(name: string): string {
  return name.split('_').map(capitalize).join('');
}

/** `shopping-list` for `shopping_list`. */
export function kebabCase(name: string): string {
  return name.replaceAll('_', '-');
}

/** `shopping list` for `shopping_list`. */
export function phrase(name: string): string {
  return name.replaceAll('_', ' ');
}

/** `Shopping list` for `shopping list`. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A word with the sound of a vowel: an hour, but a user, a unit, a URL. */
const VOWEL = /^(hour|hono|heir|(?!u(s[aeu]|ni[cfoqtv]|r[il]|ti|uid)|eu|on(c?e\b|e-))[aeiou])/i;

/** `an issue` of `issue`, `a user` of `user`. */
export function withArticle(words: string): string {
  return `${VOWEL.test(words) ? 'an' : 'a'} ${words}`;
}

/** `recipes, comments and votes`. Loading `Intl.ListFormat` would take a tenth of a run. */
export function enumeration(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${last}` : last;
}

/** Lines below a message, each once. */
export function listed(lines: readonly string[]): string {
  return [...new Set(lines)].map((line) => `  ${line}`).join('\n');
}

/** Words that a person typed one by one, or several with blanks or commas between them. */
export function wordsIn(typed: string | readonly string[]): string[] {
  return [typed].flat().flatMap((text) => text.split(/[\s,]+/).filter((word) => word !== ''));
}

/** JSON does not escape these, but a terminal may treat them as line breaks or control codes. */
const UNPRINTABLE = /[\x7f-\x9f\u2028\u2029]/g;

/** Typed text for a message: shortened, in quotes, and without line breaks. */
export function quoted(text: string): string {
  const short = JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
  return short.replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Words that are abbreviations, whatever the column. */
const ABBREVIATIONS = /\b(api|css|csv|html|iban|id|ip|isbn|json|pdf|sku|url|uuid|vat|xml)\b/g;

/** `Published on` of `published_on`, `Logo URL` of `logo_url`: what a page and a form call a column. */
export function columnLabel(name: string): string {
  const words = phrase(name.toLowerCase());
  return capitalize(words.replace(ABBREVIATIONS, (word) => word.toUpperCase()));
}

/** The most letters that a slip changes. Two letters that changed places count as two. */
const LONGEST_SLIP = 2;

/** What to do about a word that is none of these: `did you mean bash?`, or what they are. */
export function wordMeant(
  typed: string,
  words: readonly string[],
  known = `use ${enumeration(words)}.`,
): string {
  const near = nearestWord(typed, words);
  return near === undefined ? known : `did you mean ${near}?`;
}

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
