// Specs: spec/python/source.spec.ts
/** The head of what can have type parameters, up to their bracket. */
const HEAD = /\b(?:type|class|def)\s+\w+\s*\[/g;

/**
 * Replaces the defaults of type parameters, such as `int` in `class Box[T = int]`, with blanks. Python 3.13 has them, but
 * version 0.25 of the grammar does not. All positions stay the same.
 */
export function withoutTypeDefaults(text: string): string {
  const characters = text.split('');
  for (const { 0: head, index } of text.matchAll(HEAD)) {
    let depth = 1;
    let isDefault = false;
    for (let position = index + head.length; depth > 0 && position < text.length; position++) {
      const character = text.charAt(position);
      depth += '[({'.includes(character) ? 1 : '])}'.includes(character) ? -1 : 0;
      isDefault =
        depth > 0 && !(depth === 1 && character === ',') && (isDefault || character === '=');
      if (isDefault && !/\s/.test(character)) {
        characters[position] = ' ';
      }
    }
  }
  return characters.join('');
}
