// Specs: spec/make-view/index.spec.ts
import { type Action, ACTIONS, isOfRecord } from '../naming/actions';
import type { ModelNames } from '../naming/class-names';
import type { ViewNames } from '../naming/view-names';
import type { Column } from '../project/column-type';
import type { ModelState } from './model-state';
import type { ParentScope } from './owner-scope';
import type { SectionValues } from '../templates/page-values';
import { keyOf } from '../project/column-roles';

/** A record that a URL leads to, or that a page makes or lists. */
export interface PathRecord {
  readonly model: ModelNames;
  readonly columns: readonly Column[];
  /** Its column with the primary key. */
  readonly key: string;
  /** Its column with the key of the record before it in the URL, which it belongs to. */
  readonly belongsBy: string | undefined;
  /** Its column with the key of its owner, if a guard asks for that. */
  readonly owner: string | undefined;
  /** What its controller says of its owner, if that limits the view; undefined for the view's own record. */
  readonly scope: ParentScope | undefined;
  /** The columns that its list in the project shows already. */
  readonly listed?: readonly string[];
  /** What finds it. */
  readonly lookups: readonly Lookup[];
}

interface Lookup {
  readonly column: string;
  /** Of the URL. */
  readonly parameter: string;
}

/** What a page shows of the records that belong to its own one. */
export interface Section {
  readonly values: SectionValues;
  /** The column of these records that leads to the page's own one. */
  readonly column: Column;
  readonly record: PathRecord;
}

/** The records that a view reads, makes or changes. */
export interface ViewData {
  readonly action: Action;
  /** What the URL says that the record belongs to, the outermost first. */
  readonly parents: readonly PathRecord[];
  /** What the view is about. */
  readonly record: PathRecord;
  /** The parameters of the URL that select no record. */
  readonly rest: readonly string[];
}

/**
 * The data of a view; undefined for a page, without a model, and if the URL finds no record of it.
 *
 * @param listed The columns that its list shows already.
 * @param scopes What says who owns its parents, as far as that limits the view.
 */
export function dataOf(
  { action, model, route }: ViewNames,
  states: readonly ModelState[],
  listed: readonly string[],
  scopes: readonly ParentScope[],
): ViewData | undefined {
  const own = model && states.at(-1);
  if (action === undefined || !own?.place) {
    return undefined;
  }
  const named = route.parameters.map(({ name }) => name);
  const parents: PathRecord[] = [];
  for (const { columns, names, place } of states.slice(0, -1)) {
    if (place && named.includes(names.id)) {
      const lookups = [{ column: keyOf(columns), parameter: names.id }];
      const scope = scopes.find((each) => each.names.className === names.className);
      parents.push(pathRecord(names, columns, parents.at(-1), lookups, scope?.owner, scope));
    }
  }
  const others = named.filter((name) => !parents.some((parent) => parent.model.id === name));
  const { names, owner } = own;
  const columns = own.columns.filter(({ name }) => !owner?.isHidden || name !== owner.column);
  const lookups = lookupsOf(action, names, columns, others);
  const record = {
    ...pathRecord(names, columns, parents.at(-1), lookups, owner?.column),
    listed,
  };
  const rest = others.filter((name) => !record.lookups.some(({ parameter }) => parameter === name));
  return isOfRecord(action) && record.lookups.length === 0
    ? undefined
    : { action, parents, record, rest };
}

/** What tells whether the user may change what belongs to the parents: `PostController().may_change(post)`. */
export function limitsOf({ parents }: ViewData): string[] {
  return parents.flatMap(({ scope }) => scope?.mayChange ?? []);
}

/** The records that an action uses. The next one's key shows that the one before it exists. */
export function recordsInUse({ action, parents, record }: ViewData): PathRecord[] {
  const records = isOfRecord(action) ? [...parents, record] : parents;
  return records.filter(({ belongsBy }, index) => {
    return belongsBy !== undefined || records[index + 1]?.belongsBy === undefined;
  });
}

function pathRecord(
  model: ModelNames,
  columns: readonly Column[],
  before: PathRecord | undefined,
  lookups: readonly Lookup[],
  owner?: string,
  scope?: ParentScope,
): PathRecord {
  const belongsBy = columns.find(({ name }) => name === before?.model.id)?.name;
  return { model, columns, key: keyOf(columns), belongsBy, owner, scope, lookups };
}

function lookupsOf(
  action: Action,
  { id }: ModelNames,
  columns: readonly Column[],
  parameters: readonly string[],
): Lookup[] {
  if (ACTIONS[action].makesRecord) {
    return [];
  }
  return parameters.flatMap((parameter) => {
    const name = parameter === id ? keyOf(columns) : parameter;
    return columns.some((column) => column.name === name) || parameter === id
      ? { column: name, parameter }
      : [];
  });
}
