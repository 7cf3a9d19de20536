// Specs: spec/acceptance/rename-field-command.spec.ts
import { parseChanges } from '../../change-field/arguments';
import type { ChangeFieldOptions } from '../../change-field/options';
import type { FindData } from '../../changing/held-data';
import type { FindRows } from '../../changing/unfit-rows';
import { segmentsOf } from '../../naming/segments';
import type { RemoveFieldOptions } from '../../remove-field/options';
import type { RemoveResourceOptions } from '../../remove-resource/options';
import { parseRenaming } from '../../rename-field/arguments';
import type { RenameFieldOptions } from '../../rename-field/options';
import { grow, type GrowthFlags } from '../grow';
import type { Invocation } from '../invocation';
import { applicationRoot } from '../project-root';

/** The flags of a command that changes what exists. Its arguments are no flags. */
type ChangeFlags<Options, Arguments extends keyof Options> = Omit<
  Options,
  Arguments | 'projectPath' | 'replaceChanged'
> &
  GrowthFlags & {
    /** Whether to write what can be written, or to remove what was changed. */
    force?: boolean;
  };

/** The flags of `scaffold rename:field`. */
export type RenameFieldFlags = ChangeFlags<RenameFieldOptions, 'field' | 'name'>;

/** Runs `scaffold rename:field`: it checks the words, plans all changes in memory, and writes them at once. */
export async function runRenameField(
  name: string,
  field: string,
  { force, ...flags }: RenameFieldFlags,
  invocation: Invocation,
): Promise<void> {
  // The schematic checks the words too, but only after it has waited for other runs.
  segmentsOf(name, 'resource');
  parseRenaming(field, name);
  const options = { ...flags, name, field, replaceChanged: force };
  await grow({ schematic: 'rename-field', options }, invocation);
}

/** The flags of `scaffold change:field`. */
export type ChangeFieldFlags = ChangeFlags<ChangeFieldOptions, 'fields' | 'name'>;

/** Runs `scaffold change:field`: it checks the words, plans all changes in memory, and writes them at once. */
export async function runChangeField(
  name: string,
  fields: readonly string[],
  { force, ...flags }: ChangeFieldFlags,
  invocation: Invocation,
): Promise<void> {
  // The schematic checks the words too, but only after it has waited for other runs.
  segmentsOf(name, 'resource');
  parseChanges(fields, name);
  const options = { ...flags, name, fields, replaceChanged: force };
  await grow(
    { schematic: 'change-field', options: { ...options, findRows: rowFinder(invocation) } },
    invocation,
  );
}

/** Asks the database of the application in which the command runs for rows. */
function rowFinder(invocation: Invocation): FindRows {
  return async (checks) => {
    const { findRows } = await import('../find-data');
    return findRows(applicationRoot(process.cwd()), checks, invocation);
  };
}

/** The flags of `scaffold remove:field`. */
export type RemoveFieldFlags = ChangeFlags<RemoveFieldOptions, 'fields' | 'name'>;

/** Runs `scaffold remove:field`: it checks the words, plans all changes in memory, and writes them at once. */
export async function runRemoveField(
  name: string,
  fields: readonly string[],
  { force, ...flags }: RemoveFieldFlags,
  invocation: Invocation,
): Promise<void> {
  // The schematic checks the words too, but only after it has waited for other runs.
  segmentsOf(name, 'resource');
  const options = { ...flags, name, fields, replaceChanged: force };
  await grow(
    { schematic: 'remove-field', options: { ...options, findData: dataFinder(invocation) } },
    invocation,
  );
}

/** The flags of `scaffold remove:resource`. */
export type RemoveResourceFlags = ChangeFlags<RemoveResourceOptions, 'name'>;

/** Runs `scaffold remove:resource`: it checks the name, plans the removal in memory, and does it at once. */
export async function runRemoveResource(
  name: string,
  { force, ...flags }: RemoveResourceFlags,
  invocation: Invocation,
): Promise<void> {
  // The schematic checks the name too, but only after it has waited for other runs.
  segmentsOf(name, 'resource');
  const options = { ...flags, name, replaceChanged: force, findData: dataFinder(invocation) };
  await grow({ schematic: 'remove-resource', options }, invocation);
}

/** Asks the database of the application in which the command runs. */
function dataFinder(invocation: Invocation): FindData {
  return async (places) => {
    const { findData } = await import('../find-data');
    return findData(applicationRoot(process.cwd()), places, invocation);
  };
}
