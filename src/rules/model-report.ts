// Specs: spec/make-model/index.spec.ts
import type { Edit } from '../edit';
import { ownModel, type View } from '../view/view';
import { adviseTables } from './migration-advice';
import { info, type Note } from './outcome';

/** The next steps for a model that was made alone, or that nothing changed. */
export function reportModel(view: View, edits: readonly Edit[]): Note[] {
  const { names, place } = ownModel(view) ?? {};
  if (edits.length === 0) {
    return [
      info(`Nothing to do: the model ${names?.className} already exists in ${place?.source.path}.`),
    ];
  }
  const advice = adviseTables(view.models);
  return advice.length > 0 && view.fields.length === 0
    ? [info(`Next: add columns to ${names?.className} in ${names?.file}.`), ...advice]
    : advice;
}
