// Specs: spec/rules/readers.spec.ts
import type { ClassPlace } from '../project/class-place';
import { isRelationship } from '../project/column-style';
import type { Project } from '../project/project';
import { assignmentsIn, assignmentTo, callOf } from '../python/queries';
import { type Node, stringValue } from '../python/node';
import { type Sequence, sequenceOf } from '../python/sequence';
import type { PythonSource } from '../python/source';

/** Who may read the records of a model, as Python: `admins`, `owner("user")`. Any one of them is enough. */
export type Readers = readonly string[];

export const [EVERYBODY, USERS, ADMINS] = ['everybody', 'users', 'admins'];

/** The function of the table for several readers. */
export const EITHER = 'either';

/** An entry of the table of readers. */
interface Entry {
  readonly className: string;
  readonly readers: Readers;
  readonly value: Node;
}

/** The table of readers in a file: `READERS = {Report: admins}`. */
export interface ReadersTable {
  readonly sequence: Sequence;
  readonly entries: readonly Entry[];
}

/** The table of readers; undefined if it is no literal. */
export function readersTable(source: PythonSource): ReadersTable | undefined {
  const value = assignmentTo(source.root, 'READERS')?.value;
  if (value?.type !== 'dictionary') {
    return undefined;
  }
  const sequence = sequenceOf(value);
  const entries = sequence.items.flatMap((item): Entry[] => {
    const [key, readers] = [item.child('key'), item.child('value')];
    return key && readers
      ? [{ className: key.text, readers: readersIn(readers), value: readers }]
      : [];
  });
  return { sequence, entries };
}

function readersIn(value: Node): Readers {
  const call = callOf(value);
  const path = call?.name === 'owner' ? stringValue(call.positional[0]) : undefined;
  return call?.name === EITHER
    ? call.positional.flatMap(readersIn)
    : [path === undefined ? value.text : ownerReader(path)];
}

/** The user to whom a path leads: `owner("note.user")`. */
export function ownerReader(path: string): string {
  return `owner("${path}")`;
}

/** `note.user` of `owner("note.user")`; undefined for other readers. */
export function ownerPathOf(reader: string): string | undefined {
  return /^owner\("(.*)"\)$/.exec(reader)?.[1];
}

/** Who may read the records of the models that guards protect, by class. Everybody reads those of others. */
export async function readersOf(project: Project): Promise<ReadonlyMap<string, Readers>> {
  const source = await project.source(project.layout.readers);
  const { entries = [] } = (source && readersTable(source)) ?? {};
  return new Map(entries.map(({ className, readers }) => [className, readers]));
}

/** What an owner who alone reads is in the table: by the relationship of a model, or by its column. */
export function ownerBy({ definition }: ClassPlace, column: string): string {
  const relationship = column.replace(/_id$/, '');
  return ownerReader(isRelated(definition.node, relationship) ? relationship : column);
}

/** Whether a class has a relationship of this name. */
export function isRelated(model: Node, name: string): boolean {
  return assignmentsIn(model).some(({ target, value }) => target === name && isRelationship(value));
}

/** The same readers without those whom another one includes. */
export function mostOpen(readers: Readers): Readers {
  const [most] = [EVERYBODY, USERS].filter((reader) => readers.includes(reader));
  return most === undefined ? [...new Set(readers)] : [most];
}
