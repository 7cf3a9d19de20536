import { SchematicsException } from '@angular-devkit/schematics';
import { UsageError } from '../errors';
import type { UniqueTogether } from '../fields/unique-together';
import { enumeration, nearestWord, quoted } from '../naming/spelling';
import { styleOf } from '../project/column-style';
import type { Column } from '../project/column-type';
import { uniquesOf } from '../project/models';
import { text } from '../python/literals';
import { addMissingImports } from '../python/add-import';
import { pieceOf } from '../python/generated';
import { BODY } from '../python/lines';
import { type Node, stringValue } from '../python/node';
import { assignmentTo, callOf, findClass } from '../python/queries';
import { withoutItem, withoutStatement } from '../python/removal';
import { itemAt, sequenceOf } from '../python/sequence';
import type { PythonSource } from '../python/source';
import { fit, statementAfter, statementDirectlyBefore } from '../python/statement-insertion';
import { statementOf, statementsOf } from '../python/statements';
import type { Templates } from '../templates/templates';

/**
 * A model that refuses records which repeat the values of several fields together.
 *
 * @param all The fields of each constraint. A constraint that the model has is no change.
 * @throws UsageError if the model lacks a field or a database cannot compare it, SchematicsException if the model states its
 *   constraints in a way that only a person can extend.
 */
export function withUnique(
  source: PythonSource,
  className: string,
  columns: readonly Column[],
  all: readonly UniqueTogether[],
  templates: Templates,
): PythonSource {
  return all
    .map((names) => storedColumns(names, columns))
    .reduce((before, own) => withConstraint(before, className, own, templates), source);
}

/**
 * The columns of a constraint, as the database calls them.
 *
 * @throws UsageError if the model lacks one.
 */
export function storedColumns(names: UniqueTogether, columns: readonly Column[]): string[] {
  return names
    .map((name) => columnOf(name, columns, names))
    .map(({ name, storedAs }) => storedAs ?? name);
}

/** A model without these constraints. */
export function withoutUnique(
  source: PythonSource,
  className: string,
  columns: readonly Column[],
  all: readonly UniqueTogether[],
): PythonSource {
  return all
    .map((names) => storedColumns(names, columns))
    .reduce((before, own) => withoutConstraints(before, className, own), source);
}

/** The options for constraints, as a person types them. */
export function uniqueOptions(all: readonly UniqueTogether[]): string[] {
  return all.map((names) => `--unique=${names.join('+')}`);
}

/** The column of a field as typed: `project` is `project_id`. */
function columnOf(name: string, columns: readonly Column[], names: UniqueTogether): Column {
  const found = columns.find((each) => each.name === name || each.name === `${name}_id`);
  const fields = columns.map((each) =>
    each.kind === 'foreign key' ? each.name.replace(/_id$/, '') : each.name,
  );
  if (found === undefined) {
    const near = nearestWord(name, fields);
    const better = names.map((each) => (each === name ? near : each)).join('+');
    throw new UsageError(
      `--unique ${quoted(names.join('+'))} names ${name}, which is no field of the model. ` +
        (near === undefined
          ? `It has ${enumeration(fields)}.`
          : `Did you mean --unique=${better}?`),
    );
  }
  if (found.kind === 'many' || found.kind === 'json') {
    throw new UsageError(
      `--unique ${quoted(names.join('+'))} names ${name}, whose values no database compares. Leave it out.`,
    );
  }
  return found;
}

function withConstraint(
  source: PythonSource,
  name: string,
  columns: readonly string[],
  templates: Templates,
): PythonSource {
  const owner = findClass(source, name);
  const isSame = (each: readonly string[]): boolean =>
    each.length === columns.length && each.every((column) => columns.includes(column));
  if (owner === undefined || uniquesOf(owner).some(isSame)) {
    return source;
  }
  const made = templates.module('models/unique.py', source.path, {
    className: name,
    columns: columns.map(text).join(', '),
    prefix: styleOf(source, owner.node).types,
  });
  const own = findClass(made, name);
  const value = own && assignmentTo(own.node, '__table_args__')?.value;
  const [constraint] = value ? sequenceOf(value).items : [];
  if (value === undefined || constraint === undefined) {
    throw new Error('The template of a unique constraint makes none.');
  }
  const piece = pieceOf(made, statementOf(value), BODY);
  const stated = assignmentTo(owner.node, '__table_args__')?.value;
  if (stated === undefined) {
    const [first] = statementsOf(owner.body);
    const table = assignmentTo(owner.node, '__tablename__');
    const place = table
      ? statementAfter(source, statementOf(table.node), piece.code)
      : first && statementDirectlyBefore(source, first, `${piece.code}\n`);
    return addMissingImports(place ? source.insert(place) : source, piece.imports);
  }
  const sequence = sequenceOf(stated);
  // Options of the table come last: `{"schema": "shop"}`.
  const end = sequence.items.findIndex(({ type }) => type === 'dictionary');
  if (stated.type !== 'tuple') {
    throw new SchematicsException(
      `${source.placeOf(stated)}: scaffold cannot extend __table_args__. Add by hand:\n  ${constraint.text}`,
    );
  }
  const index = end === -1 ? sequence.items.length : end;
  const insertions = itemAt(source, sequence, index, fit(source, constraint.text, ''));
  return addMissingImports(source.insert(...insertions), piece.imports);
}

/** What has only names of columns as its texts. The first text of an index is its own name. */
const CONSTRAINTS = new Map([
  ['ForeignKeyConstraint', 0],
  ['Index', 1],
  ['UniqueConstraint', 0],
]);

/** A model without the constraints on these columns alone. */
export function withoutConstraints(
  source: PythonSource,
  className: string,
  columns: readonly string[],
): PythonSource {
  const owner = findClass(source, className);
  const all = owner && assignmentTo(owner.node, '__table_args__');
  if (all?.value === undefined) {
    return source;
  }
  const { items } = sequenceOf(all.value);
  const own = items.find((item) => isOf(item, columns));
  if (own === undefined) {
    return source;
  }
  const left =
    items.length === 1
      ? withoutStatement(source, statementOf(all.node))
      : withComma(withoutItem(source, own, items), className);
  return withoutConstraints(left, className, columns);
}

function isOf(node: Node, columns: readonly string[]): boolean {
  const call = callOf(node);
  const first = CONSTRAINTS.get(call?.name ?? '');
  const [named = []] = [call?.positional.slice(first)];
  const texts = named.map((each) => stringValue(each));
  return (
    first !== undefined &&
    texts.length > 0 &&
    texts.every((each) => each !== undefined && columns.includes(each))
  );
}

/** A tuple of one item needs a comma. */
function withComma(source: PythonSource, className: string): PythonSource {
  const owner = findClass(source, className);
  const all = owner && assignmentTo(owner.node, '__table_args__')?.value;
  return all?.type === 'parenthesized_expression'
    ? source.insert({ position: all.endIndex - 1, text: ',' })
    : source;
}
