// Specs: spec/make-view/index.spec.ts
import type { View } from '../view/view';
import { edited, NOTHING, type Outcome } from './outcome';

/** Adds the template of a view, or the form that its action shows again. Keeps an existing one, unless `--force` is set. */
export function addTemplate({ page, replaceTemplate }: View): Outcome {
  if (page === undefined) {
    return NOTHING;
  }
  const { existing, isOwn, path, text } = page;
  if (existing === undefined) {
    return edited([{ kind: 'create', path, content: text }]);
  }
  if (existing === text || !isOwn) {
    return NOTHING;
  }
  return replaceTemplate
    ? edited([{ kind: 'replace', path, content: text }])
    : edited([], `${path} already exists. It stays as it is.`);
}
