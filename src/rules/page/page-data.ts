import { type Action, ACTIONS } from '../../naming/actions';
import type { ModelNames } from '../../naming/model-names';
import { type Column, columnsOf } from '../../project/columns';
import type { View } from './view';

/** A record that a URL leads to, or that a page makes or lists. */
export interface Step {
  readonly model: ModelNames;
  readonly columns: readonly Column[];
  /** Its column with the primary key. */
  readonly key: string;
  /** Its column that says which record of the step before it belongs to. */
  readonly belongsBy: string | undefined;
  /** What finds it. */
  readonly lookups: readonly Lookup[];
}

interface Lookup {
  readonly column: string;
  /** Of the URL. */
  readonly parameter: string;
}

/** What a page of an action has to do with the database. */
export interface PageData {
  readonly action: Action;
  /** What its URL says that it belongs to, the outermost first. */
  readonly parents: readonly Step[];
  /** What it is about. */
  readonly item: Step;
  /** The parameters of the URL that find nothing. */
  readonly rest: readonly string[];
}

/** The data of a view; undefined for a page, and where the project has no model, or the URL finds no record of it. */
export async function dataOf({ names, project }: View): Promise<PageData | undefined> {
  const { action, model, route } = names;
  const columns = model && (await columnsOf(project, model));
  if (action === undefined || model === undefined || columns === undefined) {
    return undefined;
  }
  const named = route.parameters.map(({ name }) => name);
  const parents: Step[] = [];
  for (const parent of names.parents.filter(({ id }) => named.includes(id))) {
    const known = await columnsOf(project, parent);
    if (known) {
      const lookups = [{ column: keyOf(known), parameter: parent.id }];
      parents.push(stepOf(parent, known, parents.at(-1), lookups));
    }
  }
  const others = named.filter((name) => !parents.some((parent) => parent.model.id === name));
  const item = stepOf(model, columns, parents.at(-1), lookupsOf(action, model, columns, others));
  const rest = others.filter((name) => !item.lookups.some(({ parameter }) => parameter === name));
  return isOfOne(action) && item.lookups.length === 0 ? undefined : { action, parents, item, rest };
}

/** Whether the action is about a record that is there. */
export function isOfOne(action: Action): boolean {
  return ACTIONS[action].path.includes('ID');
}

/** The records that have to be looked up: one that is there for sure, since the next one belongs to it, does not. */
export function stepsToFetch({ action, parents, item }: PageData): Step[] {
  const steps = isOfOne(action) ? [...parents, item] : parents;
  return steps.filter(({ belongsBy }, index) => {
    return belongsBy !== undefined || steps[index + 1]?.belongsBy === undefined;
  });
}

function stepOf(
  model: ModelNames,
  columns: readonly Column[],
  before: Step | undefined,
  lookups: readonly Lookup[],
): Step {
  const belongsBy = columns.find(({ name }) => name === before?.model.id)?.name;
  return { model, columns, key: keyOf(columns), belongsBy, lookups };
}

function lookupsOf(
  action: Action,
  { id }: ModelNames,
  columns: readonly Column[],
  parameters: readonly string[],
): Lookup[] {
  if (action === 'create' || action === 'store') {
    return [];
  }
  return parameters.flatMap((parameter) => {
    const name = parameter === id ? keyOf(columns) : parameter;
    return columns.some((column) => column.name === name) || parameter === id
      ? { column: name, parameter }
      : [];
  });
}

function keyOf(columns: readonly Column[]): string {
  return columns.find(({ isPrimaryKey }) => isPrimaryKey)?.name ?? 'id';
}
