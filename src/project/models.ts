import { type ModelNames, modelOfFolder } from '../naming/class-names';
import { snakeCase } from '../naming/spelling';
import {
  type Assignment,
  assignmentsIn,
  assignmentTo,
  basesOf,
  callOf,
  classesOf,
  type Definition,
  decoratorsOf,
  hasMember,
} from '../python/queries';
import { type Node, remembered, stringValue } from '../python/node';
import { sequenceOf } from '../python/sequence';
import type { PythonSource } from '../python/source';
import { classesNamed, type ClassPlace, lineageOf } from './class-place';
import { otherModules } from './walk';
import type { Column } from './column-type';
import type { Project } from './project';

/** Attributes that set the table of a model. */
const TABLE = ['__tablename__', '__table__'];

type Names = Pick<ModelNames, 'className' | 'file'>;

/** Finds a model: as the package exports it, in the file of its name, or in any other file. */
export async function findModel(project: Project, names: Names): Promise<ClassPlace | undefined> {
  const { modelFiles, models } = project.layout;
  const others = (): readonly string[] => modelFiles ?? filesBeside(project);
  for await (const place of classesNamed(project, models, names, others)) {
    if (await isModel(project, place)) {
      return place;
    }
  }
  return undefined;
}

/** Finds any class with the name of a model, such as an enum, where models are kept. */
export async function findNamesake(
  project: Project,
  names: Names,
): Promise<ClassPlace | undefined> {
  const { modelFiles = [moduleOfModels(project)], models } = project.layout;
  const places = classesNamed(project, models, names, () => modelFiles);
  return (await places.next()).value ?? undefined;
}

function filesWithModels(project: Project): readonly string[] {
  const { modelFiles, models } = project.layout;
  return modelFiles ?? [...project.pythonFilesIn(models), ...filesBeside(project)];
}

/** The files that may define models outside of their package: one module for all, or a module of a feature. */
function filesBeside(project: Project): string[] {
  const others = otherModules(project).filter((path) => project.text(path).includes('Model'));
  return [...new Set([moduleOfModels(project), ...others])];
}

/** The module for all models that a project may have instead of a package. */
export function moduleOfModels({ layout }: Project): string {
  return `${layout.models}.py`;
}

/** Whether a class is a model: it or a base class sets a table or extends `db.Model`. */
async function isModel(project: Project, place: ClassPlace): Promise<boolean> {
  for await (const { definition } of lineageOf(project, place)) {
    const hasTable = TABLE.some((name) => hasMember(definition, name));
    if (hasTable || basesOf(definition).some(isModelBase)) {
      return true;
    }
  }
  return false;
}

/** `db.Model` */
function isModelBase({ text }: Node): boolean {
  return /\bModel$/.test(text);
}

/** Finds the model of a table. */
export async function findModelOfTable(
  project: Project,
  table: string,
): Promise<ClassPlace | undefined> {
  const parts = [`"${table}"`, `'${table}'`, `class ${table.replaceAll('_', '')}`];
  const isHit = (text: string): boolean => parts.some((part) => text.includes(part.toLowerCase()));
  const files = filesWithModels(project).filter((each) => isHit(project.text(each).toLowerCase()));
  for (const path of files) {
    const source = await project.source(path);
    const definition = source && classesOf(source).find((each) => tableOf(each) === table);
    if (definition) {
      return { source, definition };
    }
  }
  return undefined;
}

/** Finds the model that a foreign key leads to. */
export async function modelReferredBy(
  project: Project,
  { references }: Pick<Column, 'references'>,
): Promise<ClassPlace | undefined> {
  return references ? findModelOfTable(project, references.replace(/\.\w+$/, '')) : undefined;
}

/** The models in files that name attributes of a table or a class: `users.id`, `User.id`. */
export async function modelsReferringTo(
  project: Project,
  names: readonly string[],
): Promise<ClassPlace[]> {
  const word = new RegExp(`\\b(${names.join('|')})\\.\\w`);
  const files = filesWithModels(project).filter((path) => word.test(project.text(path)));
  return modelsOf(project, files);
}

async function modelsOf(project: Project, files: readonly string[]): Promise<ClassPlace[]> {
  const found: ClassPlace[] = [];
  for (const place of (await project.sources(files)).flatMap(placesIn)) {
    if (await isModel(project, place)) {
      found.push(place);
    }
  }
  return found;
}

/** The table name of a model: its own, or the default of Flask-SQLAlchemy. */
export function tableOf({
  name,
  node,
  ...definition
}: ClassPlace['definition']): string | undefined {
  const stated = assignmentTo(node, '__tablename__')?.value;
  if (stated) {
    return stringValue(stated);
  }
  const isModel = basesOf({ name, node, ...definition }).some(isModelBase);
  return isModel ? snakeCase(name) : undefined;
}

/** The classes of all models, sorted. */
export async function modelsIn(project: Project): Promise<string[]> {
  const models = await modelsOf(project, filesWithModels(project));
  return models.map(({ definition }) => definition.name).sort();
}

/** What makes models of the classes that extend it: `db.Model`, its other names, and abstract classes. */
interface Bases {
  readonly names: ReadonlySet<string>;
  readonly classes: ReadonlySet<ClassPlace>;
}

/** The classes of files, by the file. */
const placesIn = remembered((source: PythonSource): readonly ClassPlace[] =>
  classesOf(source).map((definition) => ({ source, definition })),
);

/** The bases of models in these files, by their names alone. */
export function basesIn(sources: readonly PythonSource[]): Bases {
  const classes = sources.flatMap(placesIn);
  const declared = classes.filter(
    ({ definition }) =>
      decoratorsOf(definition).some(({ text }) => /^(\w+\.)*as_declarative\b/.test(text)) ||
      basesOf(definition).some(({ text }) => /^(\w+\.)*DeclarativeBase(NoMeta)?$/.test(text)),
  );
  const names = new Set([
    ...sources.flatMap(({ root }) =>
      assignmentsIn(root)
        .filter(isBase)
        .map(({ target }) => target),
    ),
    ...declared.map(({ definition }) => definition.name),
  ]);
  const found = new Set(declared);
  for (let count = -1; count !== names.size;) {
    count = names.size;
    classes
      .filter((each) => baseOf(each, names) !== undefined && isAbstract(each))
      .forEach((each) => {
        names.add(each.definition.name);
        found.add(each);
      });
  }
  return { names, classes: found };
}

/** The models of these files, with the base that makes each one. */
export function modelsAmong(
  sources: readonly PythonSource[],
): { readonly model: ClassPlace; readonly base: string }[] {
  const bases = basesIn(sources);
  return sources.flatMap(placesIn).flatMap((model) => {
    const base = bases.classes.has(model) ? undefined : baseOf(model, bases.names);
    return base === undefined ? [] : { model, base };
  });
}

/** The classes of these files that extend one whose name fits, or one of these. */
export function heirsIn(sources: readonly PythonSource[], pattern: RegExp): ClassPlace[] {
  const classes = sources.flatMap(placesIn);
  const found = new Set<ClassPlace>();
  const names = new Set<string>();
  for (let count = -1; count !== found.size;) {
    count = found.size;
    classes
      .filter(({ definition }) =>
        basesOf(definition).some(({ text }) => pattern.test(text) || names.has(text)),
      )
      .forEach((each) => {
        found.add(each);
        names.add(each.definition.name);
      });
  }
  return [...found];
}

/** `Base = declarative_base()`, `Model = db.Model` */
function isBase({ value }: Assignment): boolean {
  return (
    value !== undefined &&
    (callOf(value)?.name === 'declarative_base' || /^(\w+\.)+Model$/.test(value.text))
  );
}

function isAbstract({ definition: { node } }: ClassPlace): boolean {
  return assignmentTo(node, '__abstract__')?.value?.text === 'True';
}

function baseOf({ definition }: ClassPlace, names: ReadonlySet<string>): string | undefined {
  return basesOf(definition)
    .map(({ text }) => text)
    .find((base) => /^\w+\.Model$/.test(base) || names.has(base.split('.').at(-1) ?? ''));
}

/** The columns, as the database calls them, of each unique constraint that a class states in `__table_args__`. */
export function uniquesOf({ node }: Definition): string[][] {
  const stated = assignmentTo(node, '__table_args__')?.value;
  return (stated ? sequenceOf(stated).items : []).flatMap((item) => {
    const call = callOf(item);
    const names = call?.positional.flatMap((each) => stringValue(each) ?? []) ?? [];
    return call?.name === 'UniqueConstraint' ? [names] : [];
  });
}

/** The models of the project that a view of this name may belong to. */
export async function parentModels(
  project: Project,
  segments: readonly string[],
): Promise<ReadonlySet<string>> {
  const models = segments.slice(0, -2).map((folder) => modelOfFolder(folder, project.layout));
  const found = await Promise.all(models.map((model) => findModel(project, model)));
  return new Set(
    models.filter((_, index) => found[index] !== undefined).map(({ className }) => className),
  );
}
