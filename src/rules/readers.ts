import type { App } from '../app/app';
import { type Edit, sharedFile } from '../edit';
import { moduleOfPath } from '../layout';
import { type ModelNames, modelOfClass } from '../naming/class-names';
import { actionOf, READING } from '../naming/actions';
import { USER } from '../naming/guards';
import { type ClassPlace, moduleOfClass } from '../project/class-place';
import { findModel } from '../project/models';
import type { Project } from '../project/project';
import { guardOf } from '../project/route-guards';
import { routesOf } from '../project/served';
import { addMissingImports } from '../python/add-import';
import { fileOf, namesUsed } from '../python/generated';
import { isSorted, natural, placeIn } from '../python/order';
import { callsOf, classesOf, isNamed } from '../python/queries';
import { withoutImport } from '../python/removal';
import { itemAt, type Sequence } from '../python/sequence';
import type { PythonSource } from '../python/source';
import {
  EITHER,
  EVERYBODY,
  haveRecords,
  mostOpen,
  type Readers,
  readersByPages,
  readersOf,
  readersOfModel,
  readersTable,
  type ReadersTable,
  USERS,
} from '../view/readers';
import { allResources } from '../view/resources-of';
import type { View, Views } from '../view/view';
import { edited, info, type Note, noted, NOTHING, type Outcome, warning } from './outcome';

/** Who may read the records of a model from now on, and what to say of that. */
interface NewEntry {
  readonly className: string;
  readonly module: string;
  readonly readers: Readers;
  readonly notes: readonly Note[];
}

/** Who may read the records of models by the pages that the project has, by class. */
export type ReadersByModel = ReadonlyMap<string, Readers>;

interface ReadersChange {
  /** Who could read records by the pages that the project had. */
  readonly before: ReadersByModel;
  /** Who may by those that it has now. */
  readonly after: ReadersByModel;
}

/**
 * Who may read the records of the model of views, and of others, by the pages that the project has now. Without a guard, the
 * table has no entry for that, and no page is read.
 *
 * @param models Those whose readers come from that one.
 */
export async function readersNow(
  views: Views,
  models: readonly ModelNames[] = [],
): Promise<ReadersByModel> {
  const [{ app, names }] = views;
  const isGuarded = views.some(({ guard }) => guard !== undefined);
  return names.model && app.isOurs
    ? readersByModel(app.project, [names.model, ...models], isGuarded ? names.model : undefined)
    : new Map();
}

/**
 * Who may read the records of models that the table has, by the pages of the project.
 *
 * @param guarded A model that the table is to have.
 */
export async function readersByModel(
  project: Project,
  models: readonly ModelNames[],
  guarded?: ModelNames,
): Promise<ReadersByModel> {
  const readers = new Map<string, Readers>();
  const listed = await readersOf(project);
  for (const model of models) {
    const { className } = model;
    // The names of users are for everybody, such as those of authors, until a person says otherwise.
    if (className !== USER && (listed.has(className) || className === guarded?.className)) {
      const shown = await readersByPages(project, model, await allResources(project, model));
      readers.set(className, shown);
    }
  }
  return readers;
}

/**
 * Writes who may read the records of models into the table of readers, once pages are made. Of several resources of a model,
 * each adds its readers. What the table has beside them is a person's. What the pages refer to gets the readers that its own
 * pages show.
 */
export async function addReaders(views: Views, change: ReadersChange): Promise<Outcome> {
  const { app } = views[0];
  const entries = await changedEntries(app.project, change);
  return withEntries(app, [...entries, ...(await shownEntries(app, views))]);
}

/** Writes who may read the records of models, as `addReaders` does, where pages go. */
export async function changeReaders(app: App, change: ReadersChange): Promise<Outcome> {
  return withEntries(app, await changedEntries(app.project, change));
}

async function changedEntries(
  project: Project,
  { after, before }: ReadersChange,
): Promise<NewEntry[]> {
  const entries: NewEntry[] = [];
  for (const [className, readers] of after) {
    const had = mostOpen(before.get(className) ?? []);
    entries.push(...(await entryOf(project, className, had, mostOpen(readers))));
  }
  return entries;
}

/** Writes who may read the records that views name, but for their own, if a person guarded the pages of these. */
export async function addShownReaders(app: App, views: readonly View[]): Promise<Outcome> {
  return withEntries(app, await shownEntries(app, views));
}

/** The module with the words of the table, as it is made now. */
export function wordsFile({ project: { layout }, templates }: App): string {
  return fileOf(templates.module('guards.py', layout.guards, { package: layout.package }));
}

async function withEntries(app: App, entries: readonly NewEntry[]): Promise<Outcome> {
  const { isOurs, project } = app;
  const { guards, readers: path } = project.layout;
  const source = await project.source(path);
  if (!isOurs || !source || entries.length === 0) {
    return NOTHING;
  }
  const words = await project.source(guards);
  const made = sharedFile(guards, wordsFile(app));
  const notes: Note[] = [];
  let written = source;
  for (const entry of entries) {
    const changed = withReaders(written, entry, words, guards);
    if (typeof changed === 'string') {
      const lack = `${path} does not say who may read ${entry.className}. ${changed}`;
      notes.push(warning(`${lack} Add this to READERS:\n  ${entryText(entry)}`, path));
    } else {
      written = changed;
      notes.push(...entry.notes);
    }
  }
  const edit: Edit = { kind: 'replace', path, content: written.toString() };
  return written === source ? noted(...notes) : { ...edited(words ? [edit] : [made, edit]), notes };
}

/** The entry of a model; none if the table stays as it is. */
async function entryOf(
  project: Project,
  className: string,
  before: Readers,
  after: Readers,
): Promise<NewEntry[]> {
  const { layout } = project;
  const { readers: path } = layout;
  const model = modelOfClass(className, layout);
  const { phrase } = model;
  const place = await findModel(project, model);
  const listed = (await readersOf(project)).get(className);
  const kept = listed?.filter((each) => after.includes(each) || !before.includes(each));
  const readers = kept
    ? mostOpen([...kept, ...after.filter((each) => !before.includes(each))])
    : after;
  const former = listed ?? [EVERYBODY];
  if (!place || readers.length === 0 || readers.join() === former.join()) {
    return [];
  }
  const opened = former.includes(EVERYBODY)
    ? undefined
    : [EVERYBODY, USERS].find((reader) => readers.includes(reader) && !former.includes(reader));
  const isLimited = opened === undefined && former.some((each) => !readers.includes(each));
  const who = opened === EVERYBODY ? 'Everybody' : 'Every user';
  const notes = [
    ...(opened === undefined ? [] : [`${who} may now read each ${phrase}: ${path} says so.`]),
    ...(isLimited ? await fieldsFor(project, className, readers) : []).map(
      (place) =>
        `${place} offers each ${phrase} only to those who may read it. If others use that form, guard its resource, too.`,
    ),
  ];
  const module = await moduleIn(project, model, place);
  return [{ className, module, readers, notes: notes.map((each) => warning(each)) }];
}

/** The entries of models that views refer to or belong to, whose pages a person guarded. */
async function shownEntries(app: App, views: readonly View[]): Promise<NewEntry[]> {
  const { project } = app;
  const { layout } = project;
  const known = await readersOf(project);
  const own = views[0]?.names.model?.className;
  const related = [
    ...(views[0]?.names.parents ?? []),
    ...views.flatMap(({ choices }) => [...choices.values()]),
  ];
  const entries: NewEntry[] = [];
  for (const className of new Set(related.map((each) => each.className))) {
    const model = modelOfClass(className, layout);
    const isOther = !known.has(className) && className !== own;
    const readers = isOther ? await readersOfModel(app, className) : [EVERYBODY];
    const place = readers.includes(EVERYBODY) ? undefined : await findModel(project, model);
    if (place) {
      const note = `Not everybody may open the pages of each ${model.phrase}, so ${layout.readers} now says who may read it.`;
      const module = await moduleIn(project, model, place);
      entries.push({ className, module, readers, notes: [info(note)] });
    }
  }
  return entries;
}

function moduleIn(project: Project, names: ModelNames, place: ClassPlace): Promise<string> {
  return moduleOfClass(project, project.layout.models, { names, place, isRegistered: false });
}

/** The fields of existing forms that offer the records of a model, perhaps to people who have none of these records. */
async function fieldsFor(project: Project, className: string, readers: Readers): Promise<string[]> {
  const paths = project.pythonFilesIn(project.layout.forms);
  const sources = await project.sources(
    paths.filter((path) => project.text(path).includes(`=${className}.`)),
  );
  const places: string[] = [];
  for (const source of sources) {
    const fields = callsOf(source.root, 'RowField').filter(
      ({ keywords }) => keywords.get('key')?.child('object')?.text === className,
    );
    if (fields.length > 0 && !(await isForReaders(project, source, readers))) {
      places.push(...fields.map(({ node }) => source.placeOf(node)));
    }
  }
  return places;
}

/** Whether all who open or send the forms of a file have records that these readers may read, by its resources. */
async function isForReaders(
  project: Project,
  forms: PythonSource,
  readers: Readers,
): Promise<boolean> {
  for (const { name } of classesOf(forms)) {
    const resources = await allResources(project, { className: name.replace(/Form$/, '') });
    const routes = await Promise.all(resources.map(({ folder }) => routesOf(project, folder)));
    const changing = routes.flat().filter(({ endpoint }) => !READING.includes(actionOf(endpoint)));
    if (changing.length === 0 || !changing.every((each) => haveRecords(guardOf(each), readers))) {
      return false;
    }
  }
  return true;
}

/** The table with an entry, or why it cannot have that. */
function withReaders(
  source: PythonSource,
  { className, module, readers }: NewEntry,
  words: PythonSource | undefined,
  guards: string,
): PythonSource | string {
  const value = valueOf({ readers });
  const table = readersTable(source);
  const entry = table?.entries.find((each) => each.className === className);
  const known = namesIn(entry?.value.text ?? '');
  const needed = namesIn(value).filter((name) => !known.includes(name));
  const missing = words && needed.find((name) => !isNamed(words, words.root, name));
  if (!table || missing !== undefined) {
    return table ? `${guards} lacks ${String(missing)}.` : 'The table is no literal.';
  }
  const changed = entry
    ? source.replace({ start: entry.value.startIndex, end: entry.value.endIndex }, value)
    : withEntry(source, table, className, `${className}: ${value}`);
  const imported = addMissingImports(changed, [
    ...needed.map((name) => ({ module: moduleOfPath(guards), name })),
    { module, name: className },
  ]);
  const used = namesUsed(imported.root);
  return known.filter((name) => !used.has(name)).reduce(withoutImport, imported);
}

/** An entry as Python: `Report: admins`. */
export function entryText(entry: Pick<NewEntry, 'className' | 'readers'>): string {
  return `${entry.className}: ${valueOf(entry)}`;
}

function valueOf({ readers }: Pick<NewEntry, 'readers'>): string {
  return readers.length > 1 ? `${EITHER}(${readers.join(', ')})` : readers.join('');
}

function withEntry(
  source: PythonSource,
  { entries, sequence }: ReadersTable,
  className: string,
  item: string,
): PythonSource {
  const names = entries.map((entry) => entry.className);
  const index = placeIn(names, className, isSorted(names, natural) ? natural : undefined);
  return source.insert(
    ...(names.length === 0
      ? onOwnLine(source, sequence, item)
      : itemAt(source, sequence, index, item)),
  );
}

function onOwnLine({ style }: PythonSource, { open }: Sequence, item: string) {
  const { indent, newline } = style;
  return [{ position: open?.endIndex ?? 0, text: `${newline}${indent}${item},${newline}` }];
}

/** The names in a value of the table: `either` and `admins`. */
function namesIn(value: string): string[] {
  return [...value.replaceAll(/"[^"]*"/g, '').matchAll(/\w+/g)].map(([name]) => name);
}
