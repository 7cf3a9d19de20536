// Specs: spec/rename-field/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { tableIn } from '../add-field/add-constraints';
import type { App } from '../app/app';
import { UsageError } from '../errors';
import type { Lines } from '../manifest/format';
import { modelOfClass, schemasOf } from '../naming/class-names';
import type { ResourceNames, ResourceOptions } from '../naming/resource-names';
import { enumeration, nearestWord, quoted, snakeCase } from '../naming/spelling';
import type { ClassPlace } from '../project/class-place';
import type { Column } from '../project/column-type';
import { columnsIn } from '../project/columns';
import { modelsIn } from '../project/models';
import type { Project } from '../project/project';
import { pathsBelow } from '../project/walk';
import { assignmentsIn, callOf, classesOf, hasMember } from '../python/queries';
import type { PythonSource } from '../python/source';
import { usesInPython } from '../uses/python-uses';
import type { Use, UsedModel } from '../uses/used-model';
import { usesInTemplate } from '../uses/template-uses';
import { findResource, folderOf, rememberedNames, resourcesSharing } from '../view/resource';
import { refuseForeign } from '../view/placed-names';

/** A model whose columns change, and the resources that show it. */
export interface ChangedModel {
  /** The application that has it. */
  readonly app: App;
  /** The resource as typed. */
  readonly names: ResourceNames;
  readonly place: ClassPlace;
  readonly columns: readonly Column[];
  readonly table: string;
  /** All resources of the model, that one last. */
  readonly resources: readonly ResourceNames[];
}

/**
 * Finds the model of a resource, and its other resources by their manifests.
 *
 * @throws UsageError if a name is wrong or there is no such model, SchematicsException without a database.
 */
export async function findChanged(
  app: App,
  typed: ResourceOptions,
  command: string,
): Promise<ChangedModel> {
  const { isOurs, project } = app;
  const name = folderOf(app, typed.name);
  const { names, place } = await findResource(app, { ...typed, name });
  if (!isOurs) {
    refuseForeign(names.views[0].names, typed);
  }
  const { className } = names.model;
  if (place === undefined) {
    const models = await modelsIn(project);
    const near = nearestWord(className, models);
    const known = models.length > 0 ? ` The models are ${enumeration(models)}.` : '';
    const meant =
      near === undefined
        ? known
        : ` Did you mean scaffold ${command} ${modelOfClass(near, project.layout).table}?`;
    throw new UsageError(`There is no model ${className}.${meant}`);
  }
  return {
    app,
    names,
    place,
    columns: await columnsIn(project, place),
    table: tableIn(app, names.model, place),
    resources: await resourcesSharing(app, names),
  };
}

/** The resources of other models with parts that certainly use attributes of a model. */
export async function resourcesUsing(
  { app, resources }: ChangedModel,
  used: UsedModel,
): Promise<ResourceNames[]> {
  const { project } = app;
  const files = await filesUsing(project, used);
  const paths = files
    .filter(({ uses }) => uses.some(({ isCertain }) => isCertain))
    .map(({ path }) => path);
  const own = resources.map(({ name }) => name);
  const found: ResourceNames[] = [];
  for (const resource of project.changes.resources.filter((each) => !own.includes(each))) {
    const generated = project.changes.generatedOf({ resource });
    if (paths.some((path) => generated.has(path))) {
      found.push(...(await rememberedNames(app, resource)));
    }
  }
  return found;
}

/** A field of a model: its column, and the attributes that it has there. */
export interface ChangedField {
  /** As people call it: `author`. */
  readonly name: string;
  readonly column: Column;
  /** `author_id` and `author` for a reference. */
  readonly attributes: readonly string[];
}

/** Columns that every model of ours has, and that code of ours counts on. */
const EVERYWHERE = ['id', 'created_at', 'updated_at'];

/**
 * Finds a field of a model by its name, or by that of its column.
 *
 * @param rest What was typed behind the name: `:headline`.
 * @throws UsageError if there is none, SchematicsException if other code of ours needs it.
 */
export function findField(
  { app, columns, names, place, resources }: ChangedModel,
  typed: string,
  command: string,
  rest = '',
): ChangedField {
  const { className } = names.model;
  const named = columns.map((column) => ({
    column,
    name: column.kind === 'foreign key' ? column.name.replace(/_id$/, '') : column.name,
  }));
  const field = named.find(({ column, name }) => name === typed || column.name === typed);
  if (field?.column.kind === 'many') {
    throw new SchematicsException(
      `${className}.${field.name} has a table of its own. Change it by hand, with its migration.`,
    );
  }
  if (field === undefined) {
    const near = nearestWord(
      typed,
      named.map(({ name }) => name),
    );
    throw new UsageError(
      `${className} has no field ${quoted(typed)}. ` +
        (near === undefined
          ? `It has ${named.map(({ name }) => name).join(', ')}.`
          : `Did you mean scaffold ${command} ${names.name} ${near}${rest}?`),
    );
  }
  const { column, name } = field;
  const refuse = (reason: string): never => {
    throw new SchematicsException(
      `${column.name} of ${className} has to stay as it is: ${reason}.`,
    );
  };
  if (column.isPrimaryKey || (app.isOurs && EVERYWHERE.includes(column.name))) {
    refuse('every page, form and list counts on it');
  }
  for (const { name: resource, views } of resources) {
    const [{ names: view }] = views;
    if (view.parents.some(({ id }) => id === column.name)) {
      refuse(`the URLs of ${resource} need it, ${view.route.path}`);
    }
  }
  const isLinked = name !== column.name && hasMember(place.definition, name);
  return { name, column, attributes: isLinked ? [column.name, name] : [column.name] };
}

/** What code calls a model and some of its attributes. */
export async function usedModel(
  project: Project,
  { names: { model }, place, resources, table }: ChangedModel,
  attributes: readonly string[],
): Promise<UsedModel> {
  const { className } = model;
  const paths = codeOf(project).filter((path) => path.endsWith('.py'));
  const sources = await project.sources(
    paths.filter((path) => project.text(path).includes('relationship')),
  );
  const all = sources.flatMap((source) => relationshipsIn(source, className));
  // A name that also leads to another model says nothing.
  const others = all.filter(({ isMeant }) => !isMeant).map(({ name }) => name);
  const own = all.filter(({ name }) => !others.includes(name));
  return {
    className,
    path: place.source.path,
    table,
    record: model.record,
    form: model.form.className,
    schemas: resources.flatMap(({ views: [view] }) => schemasOf(view.names.controller.className)),
    factory: `make_${model.name}`,
    folders: resources.map(({ name }) => name.replaceAll('.', '/')),
    relations: new Map(
      own.map(({ name }) => [
        name,
        own.filter((each) => each.name === name).map(({ owner }) => snakeCase(owner)),
      ]),
    ),
    attributes,
  };
}

/** A relationship of a model. */
interface FoundRelationship {
  readonly name: string;
  /** The class that has it. */
  readonly owner: string;
  /** Whether it leads to the model that is asked for. */
  readonly isMeant: boolean;
}

/** The relationships in a file: `post: Mapped[Post] = relationship()` leads to `Post`. */
function relationshipsIn(source: PythonSource, className: string): FoundRelationship[] {
  const word = new RegExp(`\\b${className}\\b`);
  return classesOf(source).flatMap(({ name: owner, node }) =>
    assignmentsIn(node)
      .filter(({ value }) => value && callOf(value)?.name === 'relationship')
      .map(({ annotation, target, value }) => ({
        name: target,
        owner,
        isMeant: word.test(annotation?.text ?? '') || word.test(value?.text ?? ''),
      })),
  );
}

/** Folders without code of the application. Migrations describe the past. */
const FOREIGN = /^(\..*|__pycache__|node_modules|instance|migrations|alembic|static)$/;

/** The Python files and the templates of a project. */
export function codeOf(project: Project): string[] {
  return pathsBelow(
    project,
    '.',
    (name, path) => !FOREIGN.test(name) && !project.has(`${path}/pyvenv.cfg`),
  ).filter((path) => path.endsWith('.py') || templateName(project, path) !== undefined);
}

/** What code calls a template: `posts/show.html`. Blueprints may have folders of their own. Undefined for another file. */
export function templateName({ layout }: Project, path: string): string | undefined {
  const own = `${layout.templates}/`;
  return path.startsWith(own)
    ? path.slice(own.length)
    : /^(?:.*?\/)?templates\/(.+\.\w+)$/.exec(path)?.[1];
}

/** A file with places that name attributes of a model. */
export interface UsingFile {
  readonly path: string;
  readonly uses: readonly Use[];
}

/** The files that name attributes of a model, each with its places. */
export async function filesUsing(project: Project, model: UsedModel): Promise<UsingFile[]> {
  const word = new RegExp(`(?:\\b|_)(?:${model.attributes.join('|')})\\b`);
  const found: UsingFile[] = [];
  for (const path of codeOf(project).filter((each) => word.test(project.text(each)))) {
    found.push({ path, uses: await usesIn(project, path, model) });
  }
  return found.filter(({ uses }) => uses.length > 0);
}

async function usesIn(project: Project, path: string, model: UsedModel): Promise<Use[]> {
  const source = path.endsWith('.py') ? await project.source(path) : undefined;
  const name = templateName(project, path) ?? path;
  return source ? usesInPython(source, model) : usesInTemplate(name, project.text(path), model);
}

/** `app/reports.py:12: return Post.title` for each line with such a place, each once. */
export function linesWith(
  project: Project,
  files: readonly UsingFile[],
  isMeant: (use: Use) => boolean,
): string[] {
  return files.flatMap(({ path, uses }) => {
    const text = project.text(path);
    const lines = text.split('\n');
    const rows = uses.filter(isMeant).map(({ start }) => text.slice(0, start).split('\n').length);
    return [...new Set(rows)].map((row) => `${path}:${row}: ${lines[row - 1]?.trim() ?? ''}`);
  });
}

/** The lines of a file that some manifest has, without their indentation. */
export function generatedLines(project: Project, path: string): ReadonlySet<string> {
  const { changes } = project;
  const homes = ['application' as const, ...changes.resources.map((resource) => ({ resource }))];
  const texts = homes.map((home) => changes.generatedOf(home).get(path) ?? []);
  return new Set(
    texts.flatMap((each) => Object.values<string | Lines>(each).flat()).map((line) => line.trim()),
  );
}

/** @throws SchematicsException if foreign keys refer to the attributes. */
export function refuseTargets(project: Project, files: readonly UsingFile[], what: string): void {
  const targets = linesWith(project, files, ({ isTarget }) => isTarget === true);
  if (targets.length > 0) {
    throw new SchematicsException(
      `The column ${what} while foreign keys refer to it:\n  ${targets.join('\n  ')}`,
    );
  }
}
