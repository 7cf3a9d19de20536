// Specs: spec/make-view/index.spec.ts
import { indented } from '../python/layout';
import type { PageState } from '../view/page-state';
import { scopeIn } from '../view/owner-scope';
import type { View } from '../view/view';
import { edited, info, type Note, noted, NOTHING, type Outcome, warning } from './outcome';

/** Adds the template of a view, or the form that its action shows again. */
export function addTemplate(view: View): Outcome {
  const { page, replaceTemplate } = view;
  const added = page ? addPage(page, replaceTemplate) : NOTHING;
  return added.edits.length > 0 ? { ...added, notes: adviseList(view) } : added;
}

/** Adds a template. Keeps an existing one, unless it is to be replaced. */
export function addPage(page: PageState, replaces: boolean): Outcome {
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
    : noted(warning(`${path} already exists. It stays as it is.${adviseLinks(page)}`));
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
  return otherList && scope?.query === undefined
    ? [
        info(
          `Next: to search, sort and filter by what the page shows, change ${otherList.place} to:\n` +
            indented(otherList.code),
        ),
      ]
    : [];
}
