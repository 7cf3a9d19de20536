// Specs: spec/existing/make-model.spec.ts
import { basename, dirname } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { type Edit, inserted } from '../edit';
import type { Field } from '../fields/words';
import { initOf, moduleOfPath } from '../layout';
import type { ModelNames } from '../naming/class-names';
import { snakeCase } from '../naming/spelling';
import { findClassFrom, moduleOf, type ClassPlace } from '../project/class-place';
import { columnsIn } from '../project/columns';
import { findModelOfTable, findNamesake } from '../project/models';
import { fileOf } from '../python/generated';
import { importsWith } from '../python/imports';
import type { PythonSource } from '../python/source';
import { topLevel } from '../python/import-statement';
import { withStatement } from '../python/transplant';
import { registerClass } from '../rules/registration/registered-class';
import { columnStyleOf, refuseNewTypes } from '../rules/grown-model';
import { modelClass } from '../view/model-class';
import { referencedModels } from '../view/referenced-model';
import type { Templates } from '../templates/templates';
import type { IndexedApp } from '../app/app';
import { refuseClashes } from '../rules/clashes';
import { databaseOf } from '../app/database';
import { writtenAs } from '../app/style';
import type { ModelBase, NamedImport } from '../templates/plain-values';

/** A model that a run makes: its class in the file as it will be, and the edits for that. */
export interface NewModel {
  readonly place: ClassPlace;
  /** The module to import it from. */
  readonly module: string;
  readonly edits: readonly Edit[];
}

/** The names of a model where this application keeps models. */
export function placedModel(
  { layout, project }: IndexedApp,
  model: ModelNames,
  feature: string,
): ModelNames {
  const pattern = layout.models.value;
  const home = typeof pattern === 'string' ? pattern : `${project.layout.models}.py`;
  const file = home.replace('{name}', basename(home) === '{name}.py' ? fileNameOf(model) : feature);
  return {
    ...model,
    file: file.startsWith('./') ? `${project.layout.package}/${file}` : file,
    module: moduleOfPath(file),
  };
}

/**
 * Plans a model in the style of the application's others.
 *
 * @throws SchematicsException if the application has no database, or the name is taken.
 * @throws UsageError if a field refers to no model.
 */
export async function newModel(
  application: IndexedApp,
  model: ModelNames,
  fields: readonly Field[],
  templates: Templates,
): Promise<NewModel> {
  const { project } = application;
  const db = databaseOf(application);
  const namesake = await findNamesake(project, model);
  if (namesake) {
    throw new SchematicsException(
      `${namesake.source.path} already defines ${model.className}, which is not a model. ` +
        'Name another model with --model NAME.',
    );
  }
  refuseNewTypes(application, fields);
  const file = await project.source(model.file);
  const neighbour = file ?? (await fileWithModels(application));
  const hasTable = namesTables(application);
  const names = { ...model, table: hasTable ? model.table : snakeCase(model.className) };
  const rival = await findModelOfTable(project, names.table);
  if (rival) {
    throw new SchematicsException(
      `${rival.source.path}: ${rival.definition.name} already has the table ${names.table}. ` +
        'Name another model with --model NAME.',
    );
  }
  const references = await referencedModels(project, fields, { names, existing: undefined }, []);
  const request = { names: model, fields, references, related: [] };
  const style = {
    db,
    columns: columnStyleOf(application, db, file, neighbour),
    base: await baseOf(application, db),
    table: hasTable ? model.table : undefined,
    neighbour,
  };
  const bare = modelClass(request, style, templates);
  const hasKey = (await columnsIn(project, bare)).some(({ isPrimaryKey }) => isPrimaryKey);
  const made = hasKey ? bare : modelClass(request, { ...style, hasKey: true }, templates);
  return placed(application, model, made, neighbour?.text ?? '');
}

async function placed(
  { layout, project }: IndexedApp,
  model: ModelNames,
  { definition, source }: ClassPlace,
  neighbour: string,
): Promise<NewModel> {
  const file = await project.source(model.file);
  if (file) {
    refuseClashes(file, source);
    const into = (each: PythonSource): PythonSource =>
      withStatement(each, source, definition.statement);
    return { place: { source, definition }, module: model.module, edits: inserted(file, into) };
  }
  const content = writtenAs(neighbour, fileOf(source, [topLevel(source.path)]), model.file);
  const folder = dirname(model.file);
  const init = await project.source(initOf(folder));
  const isRegistered =
    basename(String(layout.models.value)) === '{name}.py' && init?.text.includes('import');
  return {
    place: { source, definition },
    module: isRegistered ? moduleOfPath(folder) : model.module,
    edits: [
      ...(isRegistered ? registerClass(folder, init, { names: model, place: undefined }) : []),
      { kind: 'create', path: model.file, content },
    ],
  };
}

/** The base that most models extend, and where it comes from. */
async function baseOf(application: IndexedApp, db: NamedImport): Promise<ModelBase> {
  const { layout, project } = application;
  const code = typeof layout.base.value === 'string' ? layout.base.value : `${db.name}.Model`;
  const [name = ''] = code.split('.');
  if (name === db.name) {
    return { ...db, code };
  }
  for (const path of project.layout.modelFiles ?? []) {
    const source = project.text(path).includes(name) ? await project.source(path) : undefined;
    const found = source && (await findClassFrom(project, source, name));
    const isImported =
      source &&
      importsWith(source, name).some(({ names }) => names.some((each) => each.local === name));
    const bound = source && !isImported && new RegExp(`^${name}\\s*=`, 'm').test(source.text);
    if (found || bound) {
      return { name, code, module: found ? moduleOf(found.source) : moduleOf(source) };
    }
  }
  throw new SchematicsException(
    `${layout.base.from}: scaffold did not find where ${name} is defined. Set base in [tool.scaffold] of ` +
      `pyproject.toml, for example to "${db.name}.Model".`,
  );
}

/** Whether most models say what their table is called. */
function namesTables({ layout, project }: IndexedApp): boolean {
  const { modelFiles = [] } = project.layout;
  const count = (pattern: RegExp): number =>
    modelFiles.reduce((sum, path) => sum + [...project.text(path).matchAll(pattern)].length, 0);
  const base = String(layout.base.value).replace('.', '\\.');
  const models = count(new RegExp(`^class \\w+\\([^)]*\\b${base}\\b`, 'gm'));
  return count(/^\s+__tablename__\s*=/gm) * 2 > models;
}

/** A file with models, if possible one where the application keeps them. */
async function fileWithModels({ layout, project }: IndexedApp): Promise<PythonSource | undefined> {
  const { modelFiles = [] } = project.layout;
  const files = modelFiles.filter((path) => /\b(Column|mapped_column)\(/.test(project.text(path)));
  const home = basename(String(layout.models.value));
  const path = files.find((each) => basename(each) === home) ?? files[0];
  return path === undefined ? undefined : project.source(path);
}

function fileNameOf({ file }: ModelNames): string {
  return basename(file, '.py');
}
