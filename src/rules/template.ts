// Specs: spec/make-view/index.spec.ts
import { indented } from '../python/lines';
import type { PageState } from '../view/page-state';
import { scopeIn } from '../view/owner-scope';
import type { View } from '../view/view';
import { edited, info, infoIf, type Note, noted, NOTHING, type Outcome, warning } from './outcome';

/** Adds the template of a view, or the form that its action shows again. */
export function addTemplate(view: View): Outcome {
  const { app, data, page, replaceTemplate, route } = view;
  // It shows what its function hands to it, which stays as it is.
  const isKept = !app.isOurs && data && route.existing && !replaceTemplate;
  const added = page && !isKept ? addPage(page, replaceTemplate) : NOTHING;
  return added.edits.length > 0 ? { ...added, notes: adviseList(view) } : added;
}

/** Adds a template. Keeps an existing one, unless it is to be replaced. */
function addPage(page: PageState, replaces: boolean): Outcome {
  const { existing, isAsGenerated, isOwn, path, text } = page;
  if (existing === undefined) {
    return edited([{ kind: 'create', path, content: text }]);
  }
  if (existing === text || !isOwn) {
    return NOTHING;
  }
  if (replaces) {
    return edited([{ kind: 'replace', path, content: text, isGenerated: true }]);
  }
  return isAsGenerated
    ? NOTHING
    : noted(warning(`${path} already exists. It stays as it is.${adviseLinks(page)}`, path));
}

/** The advice for a page that shows links to those who may not follow them. */
function adviseLinks({ existing = '', text }: PageState): string {
  const conditions = ['may_change', 'current_user'].filter((name) =>
    new RegExp(`\\{% if [^%]*\\b${name} %}`).test(text),
  );
  const [condition] = conditions;
  return condition === undefined || conditions.some((name) => existing.includes(name))
    ? ''
    : ` Put {% if ${condition} %} around links that are not for everybody.`;
}

/** The advice for a page whose list was made for other columns. */
function adviseList({ controller: { otherList, place }, names: { model } }: View): Note[] {
  const scope = place && model && scopeIn(place, model);
  // The other list would have the records of all owners.
  const other = scope?.query === undefined ? otherList?.() : undefined;
  return infoIf(
    other &&
      `Next: to search, sort and filter by what the page shows, change ${other.place} to:\n` +
        indented(other.code),
  );
}

/**
 * The advice for a page that shows the fields of its form one by one, without some of them.
 *
 * @param form What the page calls the form: `form`.
 * @param write What shows a field, such as `form.title`.
 */
export function adviseFields(
  path: string,
  text: string,
  form: string,
  names: readonly string[],
  write: (field: string) => string,
): Outcome {
  const isWhole = new RegExp(`[(,]\\s*${form}\\s*[,)]|\\bin ${form}\\b`).test(text);
  const isOneByOne = !isWhole && new RegExp(`\\b${form}\\.\\w+`).test(text);
  const missing = names.filter((name) => !new RegExp(`\\b${form}\\.${name}\\b`).test(text));
  return isOneByOne && missing.length > 0
    ? noted(
        info(
          `${path} shows its fields one by one. Add:\n` +
            missing.map((name) => `  ${write(`${form}.${name}`)}`).join('\n'),
          path,
        ),
      )
    : NOTHING;
}
