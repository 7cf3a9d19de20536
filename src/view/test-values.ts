// Specs: spec/rules/resource-tests.spec.ts
import type { Action } from '../naming/actions';
import { capitalize } from '../naming/spelling';
import { COLUMN_TYPES } from '../project/column-types';
import type { Sample } from '../project/column-type-row';
import type { Column } from '../project/column-type';
import { labelColumn, needsValue } from '../project/column-roles';
import { TEXT_FORMATS } from '../project/text-formats';
import { text } from '../python/literals';
import { EVERYBODY, type Readers } from './readers';
import { jsonName } from './api-fields';
import type { Choices } from './choices';
import { listMadeBy } from './controller-state';
import type {
  ColumnValue,
  FactoryNames,
  SignInHelper,
  TestedLabel,
  TestValues,
} from '../templates/test-values';
import { enumImports } from './form-fields';
import type { FieldValues } from '../templates/code-values';
import { literal, mayRead, missingOf, pathOf, testedGuard, type Visitor } from './tested-requests';
import { parentGiven, SIGNED_IN, splitOf, testedRecords } from './tested-records';
import { testedSections } from './tested-sections';
import { ownModel, type View } from './view';
import { limitsOf, type ViewData } from './view-data';

interface TestSources {
  readonly views: readonly View[];
  readonly data: ViewData;
  /** The factory of a model, by its class. */
  readonly factories: ReadonlyMap<string, FactoryNames>;
  /** The classes whose factories make records of the resource: these would be counted. */
  readonly makers: ReadonlySet<string>;
  /** How tests sign in; undefined without a guard. */
  readonly signIn: SignInHelper | undefined;
  /** Who may read the records of a model, by its class. */
  readonly readers: ReadonlyMap<string, Readers>;
}

/** The values of the tests of a resource. */
export function testValues({
  data,
  factories,
  makers,
  readers,
  signIn,
  views,
}: TestSources): TestValues | undefined {
  const [view] = views;
  const model = view && ownModel(view);
  if (!model) {
    return undefined;
  }
  const { columns } = model;
  const form = views.find((each) => each.form)?.form;
  const records = testedRecords(data, factories, signIn);
  const record = records.at(-1);
  if (!record) {
    return undefined;
  }
  const choices = new Map(views.flatMap((each) => [...each.choices]));
  const visitor: Visitor | undefined =
    signIn && (views.some(({ guard }) => guard?.word === 'admin') ? 'admin' : 'user');
  const unread = (form?.fields ?? []).flatMap(({ name }) => {
    const chosen = choices.get(name);
    const other = chosen && factories.get(chosen.className);
    const isOther = chosen && !makers.has(chosen.className);
    return isOther && other && !mayRead(visitor, chosen) ? [{ name, chosen, other }] : [];
  });
  const sent = (form?.fields ?? []).flatMap(({ name }) => {
    const column = columns.find((each) => each.name === name);
    const chosen = choices.get(name);
    const other = chosen && factories.get(chosen.className);
    const sample = column && COLUMN_TYPES[column.kind].sample(column, model.names.record);
    const value =
      chosen && other && !makers.has(chosen.className)
        ? factoryCall(other, chosen, visitor)
        : sample?.sent === undefined
          ? undefined
          : text(sample.sent);
    return column && value !== undefined
      ? [{ column, value, json: jsonOf(column, value, sample), stored: sample?.stored, other }]
      : [];
  });
  const label = labelColumn(columns);
  const change =
    sent.find(({ column, stored }) => stored !== undefined && column === label) ??
    sent.find(({ stored }) => stored !== undefined);
  const isSent = ({ name }: { readonly name: string }): boolean =>
    [data.record.belongsBy, data.record.owner].includes(name) ||
    sent.some(({ column }) => column.name === name);
  const isEditable = (form?.fields ?? []).every((field) => !isRequired(field) || isSent(field));
  const isCreatable =
    isEditable && columns.every((column) => !needsValue(column) || isSent(column));
  const isTested: Readonly<Partial<Record<Action, boolean>>> = {
    store: isCreatable,
    update: isEditable,
  };
  const tested = views.filter(({ names: { action } }) => action && (isTested[action] ?? true));
  const user = signIn && factories.get(signIn.user.className);
  const labelOf = (all: readonly Column[]): TestedLabel | undefined => {
    const column = labelColumn(all);
    return column && hasWords(column) ? labelValues(column) : undefined;
  };
  const known = { views: tested, record, factories, readers, visitor, labelOf };
  const sections = testedSections(known);
  const used = [
    record,
    ...records.slice(0, -1),
    ...[...sent, ...unread].flatMap(({ other }) => other ?? []),
    ...sections,
    ...(user ? [user] : []),
  ];
  return {
    database: view.database,
    model: {
      className: model.names.className,
      module: model.module,
      phrase: model.names.phrase,
    },
    title: capitalize(model.names.phrase),
    parents: records.slice(0, -1),
    record,
    factories: [...new Map(used.map((each) => [each.factory, each])).values()],
    urls: Object.fromEntries(
      tested.map((each) => [each.names.action ?? '', literal(pathOf(each, records))]),
    ),
    missing: missingOf(tested, records),
    label: label && labelValues(label),
    isSearched:
      label !== undefined &&
      hasWords(label) &&
      // A select of the list names all records.
      ![...choices.values()].some(({ className }) => className === model.names.className) &&
      tested.some(({ lists, names }) => names.action === 'index' && lists !== undefined),
    answersCsv: tested.some(
      ({ controller, names }) =>
        names.action === 'index' && listMadeBy(controller, names)?.answersCsv,
    ),
    data: sent.map(({ column: { name }, value }) => ({ name, value })),
    json: sent.map(({ column, json }) => ({ name: jsonName(column), value: json })),
    othersOnly: unread.map(({ chosen, name, other }) => ({
      name,
      value: `${other.factory}().${chosen.key}`,
    })),
    unnamed: unread
      .filter(({ chosen }) => chosen.label !== chosen.key && !chosen.isLabelNullable)
      .map(({ chosen, other }) => ({ label: chosen.label, value: `${other.factory}()` })),
    change:
      change?.stored === undefined ? undefined : { name: change.column.name, value: change.stored },
    invalid: invalidOf(
      sent.map(({ column }) => column),
      form?.fields ?? [],
    ),
    many: sent.flatMap(({ column }) => {
      const { kind, name } = column;
      const key = choices.get(name)?.key;
      return kind === 'many' && key !== undefined
        ? [{ name, jsonName: jsonName(column), key }]
        : [];
    }),
    outside: sent.flatMap(({ column }) => beyondBoundsOf(column)),
    imports: change ? enumImports(change.column) : [],
    sections,
    guard:
      user &&
      testedGuard({
        views,
        pathOf: (each) => pathOf(each, records),
        helper: signIn.module,
        user: { ...user, type: signIn.keyType },
        fixture: record.fixture,
        given: parentGiven(data.record, data.parents.at(-1)),
        split: splitOf(data, factories),
        isBelowOwned: data.parents.some(({ scope }) => scope?.query !== undefined),
        isChangedByOwner: limitsOf(data).length > 0,
        hidesLabels: !(readers.get(model.names.className) ?? [EVERYBODY]).includes(EVERYBODY),
      }),
  };
}

/** What makes a record that the visitor of the tests may choose; undefined if none is known. */
function factoryCall(
  { factory }: FactoryNames,
  choices: Choices,
  visitor: Visitor | undefined,
): string | undefined {
  const { key, ownerColumn } = choices;
  return mayRead(visitor, choices)
    ? `${factory}().${key}`
    : visitor && ownerColumn && `${factory}(${ownerColumn}=${SIGNED_IN}).${key}`;
}

/** What a client of the JSON API sends for what a browser sends. */
function jsonOf(column: Column, value: string, sample: Sample | undefined): string {
  const { kind } = column;
  return sample?.sent === undefined
    ? kind === 'many'
      ? `[${value}]`
      : value
    : COLUMN_TYPES[kind].sentJson(sample.sent, column);
}

/** The characters of the words that tests search for. */
const WORD = 6;

/** The texts that they search for, where there is room: applications have names such as "Second brain". */
const TEXTS = ['First one', 'Second one'] as const;

function hasWords({ length = Infinity }: Column): boolean {
  return length >= WORD;
}

function labelValues({ format, length = Infinity, name }: Column): TestedLabel {
  const label = (first: string, second: string): TestedLabel => ({ name, first, second });
  if (format) {
    return label(...TEXT_FORMATS[format].labels);
  }
  if (length < WORD) {
    return label('x', 'y');
  }
  return TEXTS.some((text) => text.length > length) ? label('First', 'Second') : label(...TEXTS);
}

function isRequired(field: Pick<FieldValues, 'arguments'>): boolean {
  return /\b(Data|Input)Required\b/.test(field.arguments);
}

/** Numbers just beyond the bounds of a column. */
function beyondBoundsOf({ max, min, name }: Column): ColumnValue[] {
  const beyond = (bound: string | undefined, step: number): ColumnValue[] =>
    bound === undefined
      ? []
      : [{ name, value: (Number(bound) + step).toFixed(bound.split('.')[1]?.length ?? 0) }];
  return [...beyond(min, -1), ...beyond(max, 1)];
}

function invalidOf(
  columns: readonly Column[],
  fields: readonly FieldValues[],
): ColumnValue | undefined {
  const required = fields.find(
    (field) => isRequired(field) && columns.some(({ name }) => name === field.name),
  );
  const parsed = columns.find(({ kind }) => COLUMN_TYPES[kind].isParsed);
  return required
    ? { name: required.name, value: '' }
    : parsed && { name: parsed.name, value: 'wrong' };
}
