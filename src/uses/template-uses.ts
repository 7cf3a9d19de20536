import { blank } from '../layout/jinja';
import type { CertainKind, Use, UsedModel } from './used-model';

/** The code of a template at its place, and blanks for all else. */
export function codeOfTemplate(text: string): string {
  return text
    .replace(/\{#[^]*?#\}/g, blank)
    .replace(
      /(^|[%}]\})((?!\{[{%])[^])*/g,
      (part: string, tag: string) => tag + blank(part.slice(tag.length)),
    );
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
  const { folders, record, relations, shown, table } = model;
  const folder = name.replace(/\/?[^/]*$/, '');
  const isOwn = folders.includes(folder);
  // The pages of what belongs to a record have that record, too: of `tasks.remarks` as of `projects.tasks.remarks`.
  const above = folder.split('/').slice(0, -1);
  const isBelow = folders.some((each) => above.includes(each.replace(/^.*\//, '')));
  const given = shown.get(name) ?? new Map<string, CertainKind | undefined>();
  const owners = [
    ...[...given].flatMap(([each, kind]) =>
      kind === 'form' || kind === 'record' ? `(?<![\\w.])${each}` : [],
    ),
    ...(isOwn ? [`\\b(?:${record}|form)`] : isBelow ? [`\\b${record}`] : []),
    ...[...relations.keys()].map((each) => `\\w\\.${each}|related\\("${each}(?:_id)?"\\)\\)`),
  ];
  const before = [
    ...(owners.length > 0 ? [`(?:${owners.join('|')})\\.`] : []),
    ...(isOwn ? [`\\bheading\\(\\s*\\w+,\\s*["']`, `\\b${record}\\s*\\|\\s*related\\(["']`] : []),
  ];
  const certain = before.length > 0 ? new RegExp(`(?:${before.join('|')})$`) : undefined;
  const isAbout = isOwn || new RegExp(`\\b(${record}|${table})\\b`).test(text);
  const unknown = [...given].flatMap(([each, kind]) => (kind === undefined ? each : []));
  const form = new RegExp(`(?<![\\w.])(?:${[...unknown, 'form'].join('|')})\\.$`);
  const code = codeOfTemplate(text);
  const uses = [...code.matchAll(new RegExp(`\\b(${words.join('|')})\\b`, 'g'))].flatMap(
    ({ 1: attribute = '', index }) => {
      const start = code.slice(Math.max(0, index - 100), index);
      const isBlock = /\b(?:end)?block\s+$/.test(start);
      const isCertain = (certain?.test(start) ?? false) || isRelated(code, index, relations);
      const isCalled = code.startsWith('(', index + attribute.length);
      const isPossible =
        (isAbout && !isCalled && /[.'"[]\s*$/.test(start)) || (given.size > 0 && form.test(start));
      return !isBlock && (isCertain || isPossible) ? { attribute, start: index, isCertain } : [];
    },
  );
  const isGiven = [...given.values()].some((kind) => kind !== undefined);
  const inputs = isAbout || isGiven ? inputsOf(text, words) : [];
  return [...uses, ...inputs].sort((one, other) => one.start - other.start);
}

/** The inputs that a page writes by hand, whose names may be those of fields: `<input name="title">`. */
function inputsOf(text: string, words: readonly string[]): Use[] {
  const input = `<(?:input|select|textarea|button)\\b[^<>]*?\\sname=["']?(${words.join('|')})(?=["'\\s/>])`;
  const markup = text.replace(/\{#[^]*?#\}/g, blank);
  return [...markup.matchAll(new RegExp(input, 'gd'))].map(({ 1: attribute = '', indices }) => ({
    attribute,
    start: indices?.[1]?.[0] ?? 0,
    isCertain: false,
  }));
}

/** Whether the name behind a place belongs to what a page has set to a related record: `{% set row = order | related("post_id") %}`. */
function isRelated(code: string, place: number, relations: UsedModel['relations']): boolean {
  const [, variable] = /(?<![\w.])(\w+)\.$/.exec(code.slice(0, place)) ?? [];
  const set = new RegExp(
    `\\bset ${variable} = [^%]*?related\\(["'](\\w+?)(?:_id)?["']\\)|\\bset ${variable} =`,
    'g',
  );
  const last = variable === undefined ? undefined : [...code.slice(0, place).matchAll(set)].at(-1);
  return relations.has(last?.[1] ?? '');
}
