import type { Use, UsedModel } from './python-uses';

/** The code of a template at its place, and blanks for all else. */
export function codeOfTemplate(text: string): string {
  return text
    .replace(/\{#[^]*?#\}/g, blanks)
    .replace(
      /(^|[%}]\})((?!\{[{%])[^])*/g,
      (part: string, tag: string) => tag + blanks(part.slice(tag.length)),
    );
}

function blanks(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/**
 * The places of a template that name attributes of a model, in their order.
 *
 * @param name Of the template: `posts/show.html`.
 */
export function usesInTemplate(name: string, text: string, model: UsedModel): Use[] {
  const words = model.attributes.filter((attribute) => text.includes(attribute));
  if (words.length === 0) {
    return [];
  }
  const { folders, record, relations, table } = model;
  const isOwn = folders.includes(name.replace(/\/?[^/]*$/, ''));
  const owners = [
    ...(isOwn ? [`\\b(?:${record}|form)`] : []),
    ...[...relations].map((each) => `\\w\\.${each}|related\\("${each}(?:_id)?"\\)\\)`),
  ];
  const before = [
    ...(owners.length > 0 ? [`(?:${owners.join('|')})\\.`] : []),
    ...(isOwn ? [`\\bheading\\(\\s*\\w+,\\s*["']`, `\\b${record}\\s*\\|\\s*related\\(["']`] : []),
  ];
  const certain = before.length > 0 ? new RegExp(`(?:${before.join('|')})$`) : undefined;
  const isAbout = isOwn || new RegExp(`\\b(${record}|${table})\\b`).test(text);
  const code = codeOfTemplate(text);
  return [...code.matchAll(new RegExp(`\\b(${words.join('|')})\\b`, 'g'))].flatMap(
    ({ 1: attribute = '', index }) => {
      const start = code.slice(Math.max(0, index - 100), index);
      const isBlock = /\b(?:end)?block\s+$/.test(start);
      const isCertain = certain?.test(start) ?? false;
      const isPossible = isAbout && /[.'"[]\s*$/.test(start);
      return !isBlock && (isCertain || isPossible) ? { attribute, start: index, isCertain } : [];
    },
  );
}
