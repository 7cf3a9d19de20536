import type { ModelNames } from '../naming/class-names';
import { snakeCase } from '../naming/spelling';
import { assignmentTo, basesOf, classesOf, hasMember } from '../python/queries';
import { type Node, stringValue } from '../python/node';
import { type ClassPlace, lineageOf } from './class-place';
import { classesNamed } from './classes-named';
import { otherModules } from './other-modules';
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

/** The files that may define models. */
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
  const names: string[] = [];
  for (const path of filesWithModels(project)) {
    const source = await project.source(path);
    for (const definition of source ? classesOf(source) : []) {
      if (source && (await isModel(project, { source, definition }))) {
        names.push(definition.name);
      }
    }
  }
  return names.sort();
}
