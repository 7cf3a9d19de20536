// Specs: spec/make-view/index.spec.ts
import { indented } from '../python/layout';
import type { View } from '../view/view';
import { edited, info, type Note, NOTHING, type Outcome } from './outcome';

/** Adds the template of a view, or the form that its action shows again. Keeps an existing one, unless `--force` is set. */
export function addTemplate(view: View): Outcome {
  const { page, replaceTemplate } = view;
  if (page === undefined) {
    return NOTHING;
  }
  const { existing, isOwn, path, text } = page;
  if (existing === undefined) {
    return { edits: [{ kind: 'create', path, content: text }], notes: adviseList(view) };
  }
  if (existing === text || !isOwn) {
    return NOTHING;
  }
  return replaceTemplate
    ? { edits: [{ kind: 'replace', path, content: text }], notes: adviseList(view) }
    : edited([], `${path} already exists. It stays as it is.`);
}

/** The advice for a page whose list was made for other columns. */
function adviseList({ controller: { otherList } }: View): Note[] {
  return otherList
    ? [
        info(
          `Next: to search, sort and filter by what the page shows, change ${otherList.place} to:\n` +
            indented(otherList.code),
        ),
      ]
    : [];
}
