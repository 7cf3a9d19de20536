// Specs: spec/make-view/index.spec.ts
import { indented } from '../python/layout';
import type { PageState } from '../view/page-state';
import { scopeIn } from '../view/owner-scope';
import type { View } from '../view/view';
import { info, type Note, noted, NOTHING, type Outcome, warning } from './outcome';

/** Adds the template of a view, or the form that its action shows again. Keeps an existing one, unless `--force` is set. */
export function addTemplate(view: View): Outcome {
  const { page, replaceTemplate } = view;
  if (page === undefined) {
    return NOTHING;
  }
  const { existing, isAsGenerated, isOwn, path, text } = page;
  if (existing === undefined) {
    return { edits: [{ kind: 'create', path, content: text }], notes: adviseList(view) };
  }
  if (existing === text || !isOwn) {
    return NOTHING;
  }
  if (replaceTemplate) {
    return {
      edits: [{ kind: 'replace', path, content: text, isGenerated: true }],
      notes: adviseList(view),
    };
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
