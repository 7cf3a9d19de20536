// Specs: spec/add-field/index.spec.ts
import type { Edit } from '../edit';
import type { Field } from '../fields/words';
import { columnNameOf } from '../fields/field-list';
import { enumeration } from '../naming/spelling';
import { tableOf } from '../project/models';
import { migrationCommands } from '../rules/migration-advice';
import { info, type Note } from '../rules/outcome';
import type { GrownResource } from '../view/grown-resource';

/** The next steps for a resource with new fields, or that nothing changed. */
export function report(
  { fields: { missing }, model, names, place }: GrownResource,
  fields: readonly Field[],
  edits: readonly Edit[],
): Note[] {
  const table = tableOf(place.definition) ?? names.model.table;
  const columns = missing.map(columnNameOf);
  const described = enumeration(fields.map(columnNameOf));
  if (edits.length === 0) {
    return [info(`Nothing to do: ${model.names.className} already has ${described}.`)];
  }
  if (missing.length === 0) {
    return [];
  }
  const typed = missing.map((field) => field.typed).join(' ');
  const command = missing.every(({ isOptional }) => isOptional)
    ? migrationCommands(`Add ${enumeration(columns)} to ${table}`)
    : `  scaffold add:field ${names.name} ${typed} --migrate`;
  return [
    {
      ...info(`The database needs a migration:\n${command}`),
      doneBy: 'migration',
      newColumns: columns.map((column) => `${table}.${column}`),
    },
  ];
}
