// Specs: spec/project/columns.spec.ts
import {
  argumentOf,
  assignmentsIn,
  assignmentTo,
  type Call,
  callOf,
  callsOf,
  decoratorsOf,
  functionsIn,
} from '../python/queries';
import { type Node, remembered, stringValue, withoutBrackets } from '../python/node';
import type { Column, ColumnType } from './column-type';
import type { ColumnDefault } from './column-type-row';
import { COLUMN_TYPES } from './column-types';
import type { ModelNames } from '../naming/class-names';
import { snakeCase } from '../naming/spelling';
import { lastName, readAnnotation } from './annotation';
import { type ClassPlace, lineageOf } from './class-place';
import { isRelationship } from './column-style';
import { findModel, tableOf, uniquesOf } from './models';
import type { Project } from './project';
import { TypeReader } from './type-reader';
import { formatNamed, impliedFormat } from './text-formats';

const NONE: ColumnDefault = { literal: undefined, isComputed: false };

/** Reads `default=…`. */
function readDefault(type: ColumnType, node: Node | undefined): ColumnDefault {
  if (node === undefined || node.type === 'none') {
    return NONE;
  }
  const literal = COLUMN_TYPES[type.kind].literal(node, type);
  const isComputed =
    literal === undefined && /^(lambda|call|identifier|attribute)$/.test(node.type);
  return { literal, isComputed };
}

/** Reads `server_default=…`: a string for the database, possibly in `text(…)`. */
function readServerDefault({ kind }: ColumnType, node: Node | undefined): ColumnDefault {
  if (node === undefined) {
    return NONE;
  }
  const call = callOf(node);
  const inner = call?.name === 'text' ? call.positional[0] : undefined;
  const written = stringValue(inner ?? node)?.replace(/^'([^']*)'$/, '$1');
  return COLUMN_TYPES[kind].serverDefault(written, node);
}

/** An attribute that may be a column. */
interface Attribute {
  readonly name: string;
  readonly annotation: Node | undefined;
  readonly value: Node | undefined;
}

/** Calls in a column definition that fill the column. */
const FILLED = /^(Computed|FetchedValue|Identity)$/;

/** What a column definition has beside its type. */
const CONSTRAINT = /^(CheckConstraint|ForeignKey|Sequence)$/;

/** The columns of a model in the order of its file; undefined if the model does not exist. */
export async function columnsOf(
  project: Project,
  model: ModelNames,
): Promise<readonly Column[] | undefined> {
  const place = await findModel(project, model);
  return place && columnsIn(project, place);
}

/** By version of the project, and class. Each view of a run asks for the columns of the same models. */
const known = remembered<object, Map<Node, Promise<readonly Column[]>>>(() => new Map());

/** The columns of a class, including those of its bases and mixins in the project. */
export function columnsIn(project: Project, place: ClassPlace): Promise<readonly Column[]> {
  const { node } = place.definition;
  const found = known(project.version);
  const columns = found.get(node) ?? readColumns(project, place);
  found.set(node, columns);
  return columns;
}

async function readColumns(project: Project, place: ClassPlace): Promise<readonly Column[]> {
  const columns = new Map<string, Column>();
  const places: ClassPlace[] = [];
  for await (const each of lineageOf(project, place)) {
    places.unshift(each);
  }
  for (const each of places) {
    for (const attribute of attributesOf(each)) {
      const column =
        manyOf(each, attribute) ?? (await columnOf(new TypeReader(project, each), each, attribute));
      if (column) {
        columns.set(column.name, column);
      }
    }
  }
  const className = place.definition.name;
  return withUniques(
    [...columns.values()].filter(({ name }) => !project.hidden.has(`${className}.${name}`)),
    places.flatMap(({ definition }) => uniquesOf(definition)),
  );
}

/** Columns with what the constraints of their table say: the last one of several knows the others. */
function withUniques(columns: readonly Column[], uniques: readonly string[][]): readonly Column[] {
  const isIn = ({ name, storedAs }: Column, names: readonly string[]): boolean =>
    names.includes(storedAs ?? name);
  return uniques.reduce((before, names) => {
    const own = before.filter((column) => isIn(column, names));
    const last = own.findLast(({ kind }) => kind !== 'foreign key') ?? own.at(-1);
    const others = own.filter((column) => column !== last).map(({ name }) => name);
    return before.map((column) => (column === last ? { ...column, uniqueWith: others } : column));
  }, columns);
}

/** The attributes that a class assigns, and those that functions of a mixin declare. */
function attributesOf({ definition }: ClassPlace): Attribute[] {
  const declared = functionsIn(definition.node)
    .filter((method) => decoratorsOf(method).some(({ text }) => /\bdeclared_attr\b/.test(text)))
    .map(({ name, node }) => ({
      name,
      annotation: node.child('return_type'),
      value: node.descendants('return_statement').at(-1)?.firstNamedChild,
    }));
  const set = assignmentsIn(definition.node).map(({ target, annotation, value }) => ({
    name: target,
    annotation,
    value,
  }));
  return [...set, ...declared];
}

async function columnOf(
  reader: TypeReader,
  { source }: ClassPlace,
  { name, annotation, value }: Attribute,
): Promise<Column | undefined> {
  const mapped = annotation && readAnnotation(source, annotation);
  const own = value && columnCall(value);
  if (value ? !own : !mapped) {
    return undefined;
  }
  const calls = [own, ...(mapped?.calls ?? [])].filter((call) => call !== undefined);
  const positional = calls.flatMap((call) => call.positional);
  const keywords = new Map(calls.toReversed().flatMap((call) => [...call.keywords]));
  const isTrue = (keyword: string): boolean => keywords.get(keyword)?.type === 'true';

  const parts = [...positional, keywords.get('type_')]
    .filter((part) => part !== undefined)
    .filter((part) => stringValue(part) === undefined);
  const key = parts.map(callOf).find((call) => call?.name === 'ForeignKey');
  const known = await reader.ofSqlTypes(parts);
  const type: ColumnType = key
    ? { kind: 'foreign key' }
    : (known ?? (mapped ? await reader.ofPythonType(mapped.type) : { kind: 'unknown' }));

  const isPrimaryKey = isTrue('primary_key');
  const nullable = keywords.get('nullable')?.type;
  const info = infoIn(keywords.get('info'));
  const stated = readDefault(type, keywords.get('default') ?? keywords.get('insert_default'));
  const server = readServerDefault(type, keywords.get('server_default'));
  return {
    ...type,
    // What its `info` says, or else its name and length.
    ...(type.kind === 'string' && {
      format: formatNamed(stringValue(info.get('format'))) ?? impliedFormat(name, type.length),
    }),
    ...(COLUMN_TYPES[type.kind].isNumber ? boundsIn(type, info) : {}),
    name,
    storedAs: own && storedName(own, name),
    isNullable:
      nullable === undefined
        ? !isPrimaryKey && (mapped ? mapped.isOptional : true)
        : nullable === 'true',
    isOptional: nullable === undefined ? (mapped?.isOptional ?? false) : nullable === 'true',
    isPrimaryKey,
    isUnique: isTrue('unique'),
    isIndexed: isTrue('index'),
    default: stated.literal ?? server.literal,
    serverDefault: stringValue(keywords.get('server_default')),
    hasComputedDefault: stated.isComputed || server.isComputed,
    isAutomatic:
      keywords.has('onupdate') ||
      keywords.has('server_onupdate') ||
      parts.some((part) => FILLED.test(callOf(part)?.name ?? '')),
    hasOwnType: known === undefined && parts.some(isType),
    references: key && referenceOf(key),
    onDelete: key && stringValue(key.keywords.get('ondelete')),
    isSecret: info.get('hidden')?.type === 'true',
    isUnlisted: info.get('unlisted')?.type === 'true',
  };
}

/**
 * The records that a table of the same file relates: `labels: Mapped[list[Label]] = relationship(secondary=posts_labels)`, or
 * without an annotation.
 */
function manyOf({ definition, source }: ClassPlace, attribute: Attribute): Column | undefined {
  const { annotation, name, value } = attribute;
  const call = value && isRelationship(value) ? callOf(value) : undefined;
  const table = assignmentTo(source.root, call?.keywords.get('secondary')?.text ?? '')?.value;
  const isList = annotation === undefined || /\blist\[/i.test(annotation.text);
  if (
    call === undefined ||
    !isList ||
    isOfOwnKind(call) ||
    !table ||
    callOf(table)?.name !== 'Table'
  ) {
    return undefined;
  }
  const own = tableOf(definition) ?? snakeCase(definition.name);
  const keys = callsOf(table, 'ForeignKey').flatMap((key) => referenceOf(key) ?? []);
  const references = keys.find((key) => key.split('.')[0] !== own);
  const info = infoIn(call.keywords.get('info'));
  return references === undefined || keys.length !== 2
    ? undefined
    : {
        kind: 'many',
        name,
        references,
        isFilled: info.get('required')?.type === 'true',
        isUnlisted: info.get('unlisted')?.type === 'true',
        storedAs: undefined,
        isNullable: true,
        isOptional: true,
        isPrimaryKey: false,
        isUnique: false,
        isIndexed: false,
        default: undefined,
        hasComputedDefault: false,
        isAutomatic: false,
        hasOwnType: false,
        onDelete: undefined,
        isSecret: false,
      };
}

/** Whether a relationship is no list of records to choose from: it is a query, or another one writes it. */
function isOfOwnKind({ keywords }: Call): boolean {
  const lazy = keywords.get('lazy');
  const isQuery = /^(dynamic|noload|raise|write_only)/.test((lazy && stringValue(lazy)) ?? '');
  return isQuery || keywords.has('uselist') || keywords.has('viewonly');
}

/** The call `mapped_column(…)` or `db.Column(…)`, also inside `deferred(…)`. */
function columnCall(value: Node): Call | undefined {
  const call = callOf(withoutBrackets(value));
  if (call && /^(deferred|column_property)$/.test(call.name)) {
    return call.positional[0] && columnCall(call.positional[0]);
  }
  return call && /^(mapped_column|Column)$/.test(call.name) ? call : undefined;
}

/** `post_id` for `id = db.Column("post_id", …)`. */
function storedName({ positional, keywords }: Call, name: string): string | undefined {
  const stated = [positional[0], keywords.get('name')].flatMap((node) => node ?? []);
  return stated.map(stringValue).find((stored) => stored !== undefined && stored !== name);
}

/** The entries of `info={"format": "url"}`. */
function infoIn(node: Node | undefined): ReadonlyMap<string, Node> {
  const pairs = node?.type === 'dictionary' ? node.namedChildren : [];
  return new Map(
    pairs.flatMap((pair): [string, Node][] => {
      const [key, value] = [stringValue(pair.child('key')), pair.child('value')];
      return key !== undefined && value ? [[key, value]] : [];
    }),
  );
}

/** The bounds of a number, as far as they are literals. */
function boundsIn(type: ColumnType, info: ReadonlyMap<string, Node>): Partial<ColumnType> {
  const bound = (name: string): string | undefined => {
    const node = info.get(name);
    return node && COLUMN_TYPES[type.kind].literal(node, type);
  };
  return { min: bound('min'), max: bound('max') };
}

/** Whether a part of a column definition may be its type. */
function isType(part: Node): boolean {
  const name = callOf(part)?.name ?? lastName(part) ?? '';
  return !FILLED.test(name) && !CONSTRAINT.test(name);
}

/** `users.id` for `ForeignKey("users.id")`; `User.id` for `ForeignKey(User.id)`. */
function referenceOf(call: Call): string | undefined {
  const column = argumentOf(call, 'column', 0);
  return column && (stringValue(column) ?? (lastName(column) ? column.text : undefined));
}
