// Specs: spec/rules/resource-tests.spec.ts
import type { App } from '../app/app';
import { moduleOfPath } from '../layout';
import type { Home } from '../manifest/format';
import { type ModelNames, modelOfClass } from '../naming/class-names';
import { type ClassPlace, moduleOf } from '../project/class-place';
import { COLUMN_TYPES } from '../project/column-types';
import type { Column } from '../project/column-type';
import { columnsIn } from '../project/columns';
import { findModel } from '../project/models';
import { keyOf, labelColumn, needsValue } from '../project/column-roles';
import type { Project } from '../project/project';
import type { PythonSource } from '../python/source';
import { type Choices, choicesOf } from './choices';
import { enumImports } from './form-fields';
import type { FactoryNames, FactoryValues, ReferenceFactory } from '../templates/test-values';

/** A factory that a resource's tests need. */
export interface FactoryState extends FactoryNames {
  /** The class of its model: `Post`. */
  readonly className: string;
  /** What it belongs to, if that is not the resource. */
  readonly home?: Home | undefined;
  /** `tests/factories/post.py` */
  readonly path: string;
  /** The file as the project has it; undefined if it is missing. */
  readonly existing: string | undefined;
  /** The file as this run makes it. */
  readonly generated: PythonSource;
  /** The classes of the records that it makes along. */
  readonly makes: readonly string[];
  /** The columns that each record needs, but for which no valid value is known. */
  readonly left: readonly Column[];
}

/** Variables of a factory, and functions that it calls. */
const TAKEN = new Set([
  'count',
  'date',
  'datetime',
  'db',
  'defaults',
  'number',
  'numbers',
  'time',
  'timedelta',
  'values',
]);

/**
 * The factories for records of these models and for all that such records need.
 *
 * @param database The module of `db`.
 */
export async function factoryStates(
  app: App,
  models: readonly ModelNames[],
  database: string,
): Promise<FactoryState[]> {
  const states = new Map<string, FactoryState>();
  for (const pending = [...models]; pending.length > 0;) {
    const names = pending.shift();
    const place = names && (await findModel(app.project, names));
    if (names && place && !states.has(names.className)) {
      const { state, needed } = await factoryState(app, names, place, database);
      states.set(names.className, state);
      pending.push(...needed);
    }
  }
  return [...states.values()];
}

/** The names of the factory of a model. They come from its class, because what refers to the model knows no more. */
function factoryNames(
  { layout }: Project,
  { className }: ModelNames,
  columns: readonly Column[],
): FactoryNames & { readonly path: string } {
  const { file, name } = modelOfClass(className, layout);
  const path = `${layout.tests}/factories/${file.slice(file.lastIndexOf('/') + 1)}`;
  return { path, factory: `make_${name}`, factoryModule: moduleOfPath(path), key: keyOf(columns) };
}

/** The classes whose factories make records of a class, itself included. */
export function makersOf(
  factories: readonly Pick<FactoryState, 'className' | 'makes'>[],
  className: string,
): ReadonlySet<string> {
  const makers = new Set([className]);
  for (const made of makers) {
    const found = factories.filter(({ makes }) => makes.includes(made));
    found.forEach((each) => makers.add(each.className));
  }
  return makers;
}

async function factoryState(
  app: App,
  names: ModelNames,
  place: ClassPlace,
  database: string,
): Promise<{ state: FactoryState; needed: readonly ModelNames[] }> {
  const { project, templates } = app;
  // What differs together in each record differs by the last one of it.
  const columns = (await columnsIn(project, place)).map((column) => ({
    ...column,
    isUnique: column.isUnique || column.uniqueWith !== undefined,
  }));
  const { path, ...own } = factoryNames(project, names, columns);
  const choices = await choicesOf(app, place, columns);
  const label = labelColumn(columns);
  // The second record would have the same default.
  const isRepeated = ({ default: value, isUnique }: Column): boolean =>
    isUnique && value !== undefined;
  const filled = columns.filter(
    (column) => needsValue(column) || column === label || isRepeated(column),
  );
  const known = filled.map((column) => ({
    column,
    sample: COLUMN_TYPES[column.kind].sample(column, names.record),
  }));
  const defaults = known.flatMap(({ column: { name }, sample }) =>
    sample ? [{ name, value: sample.made }] : [],
  );
  const referred = filled.flatMap((column) => {
    const chosen = choices.get(column.name);
    const model = chosen && modelOfClass(chosen.className, project.layout);
    return model && model.className !== names.className ? [{ column, chosen, model }] : [];
  });
  const values: FactoryValues = {
    ...own,
    database,
    model: { ...names, module: moduleOf(place.source) },
    variable: TAKEN.has(names.record) ? `${names.record}_` : names.record,
    defaults,
    references: referred.map(({ column, chosen, model }) =>
      referenceOf(project, column.name, chosen, model),
    ),
    imports: known.flatMap(({ column, sample }) => (sample ? enumImports(column) : [])),
    isNumbered: defaults.some(({ value }) => /\bnumber\b/.test(value)),
  };
  return {
    needed: referred.map(({ model }) => model),
    state: {
      ...own,
      className: names.className,
      makes: referred.map(({ model }) => model.className),
      path,
      existing: project.read(path)?.toString(),
      generated: templates.module('tests/factory.py', path, values),
      left: known
        .filter(({ column, sample }) => !sample && !choices.has(column.name))
        .map(({ column }) => column),
    },
  };
}

function referenceOf(
  project: Project,
  name: string,
  { key }: Choices,
  model: ModelNames,
): ReferenceFactory {
  const { factory, factoryModule } = factoryNames(project, model, []);
  return { name, factory, factoryModule, key };
}
