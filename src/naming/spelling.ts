// Specs: spec/naming/view-names.spec.ts
/** `shopping_list` of `ShoppingList`, `Shopping list` and `shopping-list`. Other characters stay. */
export function snakeCase(text: string): string {
  return text
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[-_ ]+/g, '_')
    .toLowerCase();
}

/** `ShoppingList` of `shopping_list`. */
export function pascalCase(name: string): string {
  return name.split('_').map(capitalize).join('');
}

/** `shopping-list` of `shopping_list`. */
export function kebabCase(name: string): string {
  return name.replaceAll('_', '-');
}

/** `shopping list` of `shopping_list`, as it stands in a sentence. */
export function phrase(name: string): string {
  return name.replaceAll('_', ' ');
}

/** `Shopping list` of `shopping list`. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `recipes, comments and votes`. (Intl has this, and takes a tenth of a run to load.) */
export function enumeration(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${last}` : last;
}

/** What JSON leaves as it is, and a terminal or a reader may take for a line break, or for more. */
const UNPRINTABLE = /[\x7f-\x9f\u2028\u2029]/g;

/** Text of a person in a message: short, in quotes, and without line breaks. */
export function quoted(text: string): string {
  const short = JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
  return short.replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** `Published On` of `published_on`: the label that WTForms makes of a field's name. */
export function fieldLabel(name: string): string {
  return name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join(' ');
}
