// Specs: spec/rules/readers.spec.ts
import type { App, OtherApp } from '../app/app';
import { actionOf, READING } from '../naming/actions';
import { type ModelNames, modelOfClass } from '../naming/class-names';
import { type Decorator, USER } from '../naming/guards';
import { segmentsOf } from '../naming/segments';
import { type ViewNames, viewNames } from '../naming/view-names';
import type { ClassPlace } from '../project/class-place';
import { isRelationship } from '../project/column-style';
import { findController } from '../project/controllers';
import { findModel, parentModels } from '../project/models';
import type { Project } from '../project/project';
import { guardOf } from '../project/route-guards';
import { routesOf } from '../project/served';
import { type Node, stringValue } from '../python/node';
import { assignmentsIn, assignmentTo, callOf } from '../python/queries';
import { type Sequence, sequenceOf } from '../python/sequence';
import type { PythonSource } from '../python/source';
import { callsScope, ownerColumn, type ParentScope, parentScopes, scopeIn } from './owner-scope';
import { accessTo } from './placed-access';
import { resourcesOf, type RoutedResource } from './resources-of';

/** Who may read the records of a model, as Python: `admins`, `owner("user")`. Any one of them is enough. */
export type Readers = readonly string[];

export const [EVERYBODY, USERS, ADMINS] = ['everybody', 'users', 'admins'];

/** The function of the table for several readers. */
export const EITHER = 'either';

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
function ownerReader(path: string): string {
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

/** What leads from a record to its owner: a relationship, or else the column. */
function attributeOf({ definition }: ClassPlace, column: string): string {
  const relationship = column.replace(/_id$/, '');
  return isRelated(definition.node, relationship) ? relationship : column;
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

/**
 * Who may read the records of a model: as the table says, or else as the decorators on the pages of its resources do. The names
 * of users are for everybody, such as those of authors, until a person says otherwise.
 */
export async function readersOfModel(app: App, className: string): Promise<Readers> {
  const { project } = app;
  if (!app.isOurs) {
    return [className === USER ? EVERYBODY : placedReader(app, className)];
  }
  const known = (await readersOf(project)).get(className);
  const { auth, readers } = project.layout;
  if (known || className === USER || !project.has(auth) || !project.has(readers)) {
    return known ?? [EVERYBODY];
  }
  const model = modelOfClass(className, project.layout);
  const shown = await readersByPages(project, model, await resourcesOf(project, model));
  return shown.length > 0 ? mostOpen(shown) : [EVERYBODY];
}

/** Who may read by the routes of an application that `new` did not make. What scaffold does not know is for users. */
function placedReader(app: OtherApp, className: string): string {
  const { by, unknown } = accessTo(app, className).reads;
  return by === 'admin_required' ? ADMINS : by || unknown.length > 0 ? USERS : EVERYBODY;
}

/** Whether people whom a decorator lets in have records that these readers may read, such as their own. */
export function haveRecords(decorator: Decorator | undefined, readers: Readers): boolean {
  return readers.some(
    (reader) =>
      reader === EVERYBODY ||
      decorator === 'admin_required' ||
      (decorator !== undefined && reader !== ADMINS),
  );
}

/** Who may read by the pages that resources of a model have. */
export async function readersByPages(
  project: Project,
  model: ModelNames,
  resources: readonly Pick<RoutedResource, 'folder' | 'look'>[],
): Promise<Readers> {
  const readers: string[] = [];
  for (const { folder, look } of resources) {
    const all = await routesOf(project, folder);
    const reading = all.filter(({ endpoint }) => READING.includes(actionOf(endpoint)));
    // A person may call them by other names.
    const routes =
      reading.length > 0 ? reading : all.filter(({ methods }) => methods.includes('GET'));
    const decorators = routes.map(guardOf);
    const segments = segmentsOf(look.name);
    const parents = await parentModels(project, segments);
    const owner = decorators.some((decorator) => decorator !== undefined)
      ? await ownerReading(project, model, viewNames(look, segments, parents, project.layout))
      : undefined;
    // An admin also has to own what is found. No entry says both.
    const readerBy = (decorator: Decorator): string =>
      decorator === 'admin_required' ? ADMINS : (owner ?? USERS);
    readers.push(...decorators.map((decorator) => (decorator ? readerBy(decorator) : EVERYBODY)));
  }
  return readers;
}

/** The owner who alone reads by the controller of a resource; undefined if owners make no difference. */
async function ownerReading(
  project: Project,
  model: ModelNames,
  names: ViewNames,
): Promise<string | undefined> {
  const [controller, place] = [
    await findController(project, names.controller),
    await findModel(project, model),
  ];
  if (!controller || !place) {
    return undefined;
  }
  if (scopeIn(controller, model)?.query !== undefined) {
    const column = await ownerColumn(project, model, names);
    return column === undefined ? ADMINS : ownerReader(attributeOf(place, column));
  }
  const scopes = await parentScopes(project, names);
  const limiting = scopes.filter(({ query }) => query !== undefined);
  const asked = limiting.find((scope) => callsScope(controller.definition.node, scope));
  return (
    asked &&
    ((await ownerAsked(project, names.parents, asked, place)) ??
      (await ownerAbove(project, names.parents.at(-1), place)))
  );
}

/**
 * The owner of a record above, whom a controller asks for: others may read that record elsewhere.
 *
 * @returns undefined if no relationships lead there, or if the manifest does not know the owner.
 */
async function ownerAsked(
  project: Project,
  parents: readonly ModelNames[],
  { names, owner }: ParentScope,
  place: ClassPlace,
): Promise<string | undefined> {
  const from = parents.findIndex(({ className }) => className === names.className);
  const path: string[] = [];
  let below = place;
  for (const parent of from < 0 ? [] : parents.slice(from).toReversed()) {
    const above = await findModel(project, parent);
    if (!above || !isRelated(below.definition.node, parent.record)) {
      return undefined;
    }
    path.push(parent.record);
    below = above;
  }
  return owner === undefined || path.length === 0
    ? undefined
    : ownerReader([...path, attributeOf(below, owner)].join('.'));
}

/** The owner of what a record belongs to. Without a relationship to that, only admins read. */
async function ownerAbove(
  project: Project,
  parent: ModelNames | undefined,
  { definition }: ClassPlace,
): Promise<string> {
  const readers = (parent && (await readersOf(project)).get(parent.className)) ?? [];
  const [above] = readers.flatMap((reader) => ownerPathOf(reader) ?? []);
  return parent && above !== undefined && isRelated(definition.node, parent.record)
    ? ownerReader(`${parent.record}.${above}`)
    : ADMINS;
}
