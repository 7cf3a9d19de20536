// Specs: spec/existing/make-model.spec.ts
import { basename, dirname } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { type App, databaseOf, type OtherApp } from '../app/app';
import type { Field } from '../fields/words';
import { initOf, moduleOfPath } from '../layout';
import type { ModelNames } from '../naming/class-names';
import { type ClassPlace, findClassFrom, moduleOf } from '../project/class-place';
import { type ColumnStyle, prefixFor, saysOptional, styleIn } from '../project/column-style';
import { columnsIn } from '../project/columns';
import { databaseModule, withoutModels } from '../project/database';
import { findModel, moduleOfModels } from '../project/models';
import type { Project } from '../project/project';
import { formatChecked, type TextFormat } from '../project/text-formats';
import { importsWith } from '../python/imports';
import { assignmentsIn, callsOf, findClass } from '../python/queries';
import type { PythonSource } from '../python/source';
import type { ModelBase, NamedImport } from '../templates/plain-values';
import type { ModelStyle } from './model-class';

/** Where an application keeps a model, and how it writes one. */
export interface ModelHome {
  /** Of a new model. */
  readonly style: ModelStyle;
  readonly namesTable: boolean;
  /** The file of a new model, if that exists. */
  readonly file: PythonSource | undefined;
  /** The file of the package that exports the model; undefined if it needs no export. */
  readonly init: PythonSource | undefined;
  /** The formats of its columns that its form says, by their names. */
  readonly formats?: ReadonlyMap<string, TextFormat>;
  /** Why no model can be added to this file; undefined if one can. */
  readonly refusal: string | undefined;
}

/** The home of a model in an application that `new` made: a module of its own in the package of models. */
async function ownHome(project: Project, { className, file }: ModelNames): Promise<ModelHome> {
  const init = await project.source(initOf(project.layout.models));
  return {
    style: { db: { module: await databaseModule(project), name: 'db' }, columns: undefined },
    namesTable: true,
    file: undefined,
    init,
    refusal:
      (await withoutModels(project)) ??
      (init === undefined
        ? `${moduleOfModels(project)} holds the models of this project: add the class ${className} there, and run this again.`
        : project.has(file)
          ? `${file} does not define ${className}: add the class, or name another model with --model NAME.`
          : undefined),
  };
}

/**
 * The home of a model: like that of the application's others, with the formats that its form checks.
 *
 * @throws SchematicsException if the application has no database, or the base of its models is not found.
 */
export async function modelHome(app: App, names: ModelNames): Promise<ModelHome> {
  const { layout, project } = app;
  if (app.isOurs) {
    return ownHome(project, names);
  }
  const db = databaseOf(app);
  const existing = await findModel(project, names);
  const file = existing?.source ?? (await project.source(names.file));
  const neighbour = file ?? (await fileWithModels(app));
  const home = {
    namesTable: namesTables(app),
    file,
    formats: await formatsIn(app, names),
    refusal: undefined,
  };
  const style = { db, columns: columnStyleOf(app, db, file, neighbour), neighbour };
  if (existing) {
    return { ...home, style, init: undefined };
  }
  const init = await project.source(initOf(dirname(names.file)));
  const isExported =
    file === undefined &&
    basename(String(layout.models.value)) === '{name}.py' &&
    init?.text.includes('import');
  return {
    ...home,
    style: { ...style, ...(await baseOf(app, db)) },
    init: isExported ? init : undefined,
  };
}

/** The formats of columns, by their names: plain code of `site:url` says nothing but its length. */
async function formatsIn(
  { project, sources }: OtherApp,
  { form }: ModelNames,
): Promise<ReadonlyMap<string, TextFormat>> {
  const paths = sources.containing(`class ${form.className}(`).map(({ path }) => path);
  const found = (await project.sources(paths)).flatMap(
    (source) => findClass(source, form.className) ?? [],
  );
  return new Map(
    found.flatMap(({ node }) =>
      assignmentsIn(node).flatMap(({ target, value }): [string, TextFormat][] => {
        const format = value && formatChecked((name) => callsOf(value, name).length > 0);
        return format ? [[target, format]] : [];
      }),
    ),
  );
}

/** The style of further columns in a class: that of those that it has. What `new` makes has templates of its own. */
export function styleWithin(
  { definition, source }: ClassPlace,
  { style: { columns, db } }: Pick<ModelHome, 'style'>,
): ModelStyle {
  const own = styleIn(source, definition.node);
  const isOurs = columns === undefined && own?.isMapped !== false;
  return { db, columns: isOurs ? undefined : (own ?? columns), neighbour: source };
}

/** The names of a model where this application keeps models. */
export function placedModel(
  { layout, project }: App,
  model: ModelNames,
  feature: string,
): ModelNames {
  const pattern = layout.models.value;
  const home = typeof pattern === 'string' ? pattern : `${project.layout.models}.py`;
  const own = basename(home) === '{name}.py' ? basename(model.file, '.py') : feature;
  const file = home.replace('{name}', own).replace(/^\.(?=\/)/, project.layout.package);
  return { ...model, file, module: moduleOfPath(file) };
}

/**
 * Refuses fields that an old SQLAlchemy has no type for.
 *
 * @throws SchematicsException naming the field.
 */
export function refuseNewTypes({ required }: App, fields: readonly Field[]): void {
  const old = fields.find(({ word }) => word === 'uuid' && required.hasOldSqlalchemy);
  if (old) {
    throw new SchematicsException(
      `${old.typed} needs SQLAlchemy 2, and this project requires an older version.`,
    );
  }
}

/** How an application writes the columns of a model that it has none of. */
function columnStyleOf(
  { layout, required }: App,
  { name }: NamedImport,
  file: PythonSource | undefined,
  neighbour: PythonSource | undefined,
): ColumnStyle {
  if (layout.columns.value === 'column' || required.hasOldSqlalchemy) {
    const [types, columns, relations] = [`${name}.`, `${name}.`, `${name}.`];
    return { isMapped: false, types, columns, relations, saysOptional: false };
  }
  const columns = prefixFor(file, 'sqlalchemy.orm');
  const types = prefixFor(file, 'sqlalchemy');
  const relations = columns;
  return { isMapped: true, types, columns, relations, saysOptional: saysOptional(neighbour) };
}

/** The base that most models extend, where it comes from, and whether a model needs a key of its own beside it. */
async function baseOf(
  { layout, project }: App,
  db: NamedImport,
): Promise<{ base: ModelBase; hasKey: boolean }> {
  const code = typeof layout.base.value === 'string' ? layout.base.value : `${db.name}.Model`;
  const [name = ''] = code.split('.');
  if (name === db.name) {
    return { base: { ...db, code }, hasKey: true };
  }
  for (const path of project.layout.modelFiles ?? []) {
    const source = project.text(path).includes(name) ? await project.source(path) : undefined;
    const found = source && (await findClassFrom(project, source, name));
    if (found) {
      const columns = await columnsIn(project, found);
      const hasKey = !columns.some(({ isPrimaryKey }) => isPrimaryKey);
      return { base: { name, code, module: moduleOf(found.source) }, hasKey };
    }
    const isImported =
      source &&
      importsWith(source, name).some(({ names }) => names.some((each) => each.local === name));
    if (source && !isImported && new RegExp(`^${name}\\s*=`, 'm').test(source.text)) {
      return { base: { name, code, module: moduleOf(source) }, hasKey: true };
    }
  }
  throw new SchematicsException(
    `${layout.base.from}: scaffold did not find where ${name} is defined. Set base in [tool.scaffold] of ` +
      `pyproject.toml, for example to "${db.name}.Model".`,
  );
}

/** Whether most models say what their table is called. */
function namesTables({ layout, project }: App): boolean {
  const { modelFiles = [] } = project.layout;
  const count = (pattern: RegExp): number =>
    modelFiles.reduce((sum, path) => sum + [...project.text(path).matchAll(pattern)].length, 0);
  const base = String(layout.base.value).replace('.', '\\.');
  const models = count(new RegExp(`^class \\w+\\([^)]*\\b${base}\\b`, 'gm'));
  return count(/^\s+__tablename__\s*=/gm) * 2 > models;
}

/** A file with models, if possible one where the application keeps them. */
async function fileWithModels({ layout, project }: App): Promise<PythonSource | undefined> {
  const { modelFiles = [] } = project.layout;
  const files = modelFiles.filter((path) => /\b(Column|mapped_column)\(/.test(project.text(path)));
  const home = basename(String(layout.models.value));
  const path = files.find((each) => basename(each) === home) ?? files[0];
  return path === undefined ? undefined : project.source(path);
}
