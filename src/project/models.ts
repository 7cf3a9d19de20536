import { initOf } from '../layout';
import type { ModelNames } from '../naming/model-names';
import { snakeCase } from '../naming/spelling';
import { assignmentsIn } from '../python/assignments';
import { basesOf, classesOf, hasMember } from '../python/definitions';
import type { Node } from '../python/node';
import { stringValue } from '../python/string-value';
import { basesIn, type ClassPlace, findClassAt, LONGEST_WAY } from './class-place';
import { filesDefining } from './files-defining';
import type { Project } from './project';

/** What names a model's table, or is it. */
const TABLE = ['__tablename__', '__table__'];

type Names = Pick<ModelNames, 'className' | 'file'>;

/** The model, wherever the project defines it: as it is registered, in the file of its name, or in another one. */
export async function findModel(project: Project, names: Names): Promise<ClassPlace | undefined> {
  for await (const place of classesNamed(project, names)) {
    if (await isModel(project, place)) {
      return place;
    }
  }
  return undefined;
}

/** Whatever has the name of a model where models are: it may be an enum. */
export async function findNamesake(
  project: Project,
  names: Names,
): Promise<ClassPlace | undefined> {
  for await (const place of classesNamed(project, names)) {
    return place;
  }
  return undefined;
}

async function* classesNamed(
  project: Project,
  { className, file }: Names,
): AsyncGenerator<ClassPlace> {
  for (const path of placesFor(project, className, file)) {
    const found = await findClassAt(project, path, className);
    if (found) {
      yield found;
    }
  }
}

/** Where a model may be, one after the other: all files are searched only where it is not at its place. */
function* placesFor(project: Project, className: string, file: string): Generator<string> {
  const { models } = project.layout;
  yield initOf(models);
  yield file;
  yield* filesDefining(project, { folder: models, className });
  if (project.text(moduleOfModels(project)).includes(`class ${className}`)) {
    yield moduleOfModels(project);
  }
}

/** The one module with all models that a project may have instead of a package. */
export function moduleOfModels({ layout }: Project): string {
  return `${layout.models}.py`;
}

/** Whether a class is a model: it, or what it extends, names a table or is `db.Model`. */
async function isModel(project: Project, place: ClassPlace, way = LONGEST_WAY): Promise<boolean> {
  const { definition } = place;
  if (TABLE.some((name) => hasMember(definition, name)) || basesOf(definition).some(isModelBase)) {
    return true;
  }
  for (const base of way === 0 ? [] : await basesIn(project, place)) {
    if (await isModel(project, base, way - 1)) {
      return true;
    }
  }
  return false;
}

/** `db.Model` */
function isModelBase({ text }: Node): boolean {
  return /\bModel$/.test(text);
}

/** The model of a table. */
export async function findModelOfTable(
  project: Project,
  table: string,
): Promise<ClassPlace | undefined> {
  const parts = [`"${table}"`, `'${table}'`, `class ${table.replaceAll('_', '')}`];
  const isHit = (text: string): boolean => parts.some((part) => text.includes(part.toLowerCase()));
  const files = [...project.pythonFilesIn(project.layout.models), moduleOfModels(project)];
  for (const path of files.filter((each) => isHit(project.text(each).toLowerCase()))) {
    const source = await project.source(path);
    const definition = source && classesOf(source).find((each) => tableOf(each) === table);
    if (definition) {
      return { source, definition };
    }
  }
  return undefined;
}

/** What a model's table is called: as it says, or as Flask-SQLAlchemy calls it. */
export function tableOf({
  name,
  node,
  ...definition
}: ClassPlace['definition']): string | undefined {
  const stated = assignmentsIn(node).find(({ target }) => target === '__tablename__')?.value;
  if (stated) {
    return stringValue(stated);
  }
  const isModel = basesOf({ name, node, ...definition }).some(isModelBase);
  return isModel ? snakeCase(name) : undefined;
}
