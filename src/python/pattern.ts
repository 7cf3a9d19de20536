/**
 * Matches each place where one of these texts stands.
 *
 * @param patterns More that match, as regular expressions.
 */
export function patternOf(texts: readonly string[], ...patterns: readonly string[]): RegExp {
  const known = texts.filter((text) => text !== '').map((text) => text.replace(/\W/g, '\\$&'));
  return new RegExp([...patterns, ...known].join('|') || '(?!)', 'g');
}
