// Specs: spec/make-model/index.spec.ts
import type { Edit } from '../edit';
import { ownModel, type View } from '../view/view';
import { migrationAdvice } from './migration-advice';
import { info, type Note } from './outcome';

/** The next steps for a model that was made alone, or that nothing changed. */
export function reportModel({ fields, ...view }: View, edits: readonly Edit[]): Note[] {
  const newTables = view.models.filter(({ isNew }) => isNew).map(({ names }) => names.pluralPhrase);
  const { names, place } = ownModel({ fields, ...view }) ?? {};
  if (edits.length === 0) {
    return [
      info(`Nothing to do: the model ${names?.className} already exists in ${place?.source.path}.`),
    ];
  }
  return newTables.length === 0
    ? []
    : [
        ...(fields.length === 0
          ? [info(`Next: add columns to ${names?.className} in ${names?.file}.`)]
          : []),
        { ...info(migrationAdvice(newTables)), newTables },
      ];
}
