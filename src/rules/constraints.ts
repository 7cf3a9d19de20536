import { type Rule, SchematicsException } from '@angular-devkit/schematics';
import type { App } from '../app/app';
import { type Edit, inserted, stageEdits } from '../edit';
import { UsageError } from '../errors';
import type { UniqueTogether } from '../fields/unique-together';
import type { ModelNames } from '../naming/class-names';
import { enumeration, nearestWord, quoted } from '../naming/spelling';
import type { ClassPlace } from '../project/class-place';
import { styleOf } from '../project/column-style';
import type { Column } from '../project/column-type';
import { columnsIn } from '../project/columns';
import { findModel, uniquesOf } from '../project/models';
import type { Project } from '../project/project';
import { text } from '../python/expression';
import { addMissingImports } from '../python/add-import';
import { pieceOf } from '../python/generated';
import { BODY } from '../python/lines';
import { type Node, stringValue } from '../python/node';
import { assignmentTo, callOf, findClass } from '../python/queries';
import { withoutItem, withoutStatement } from '../python/removal';
import { itemAt, sequenceOf } from '../python/sequence';
import type { PythonSource } from '../python/source';
import { statementAfter, statementDirectlyBefore } from '../python/statement-insertion';
import { statementOf, statementsOf } from '../python/statements';
import type { Templates } from '../templates/templates';
import type { ModelState } from '../view/model-state';

/**
 * Has a model refuse records that repeat the values of several fields together.
 *
 * @param all The fields of each constraint. A constraint that the model has is no change.
 * @throws UsageError if the model lacks a field or a database cannot compare it, SchematicsException if the model states its
 *   constraints in a way that only a person can extend.
 */
export async function uniqueEdits(
  project: Project,
  model: ModelNames,
  all: readonly UniqueTogether[],
  templates: Templates,
): Promise<Edit[]> {
  const place = all.length > 0 ? await findModel(project, model) : undefined;
  if (place === undefined) {
    return [];
  }
  const known = await columnsIn(project, place);
  const wanted = all.map((names) => names.map((name) => columnOf(name, known, names)));
  return inserted(place.source, (source) =>
    wanted
      .map((columns) => columns.map(({ name, storedAs }) => storedAs ?? name))
      .reduce((before, columns) => withConstraint(before, place, columns, templates), source),
  );
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
  { definition: { name } }: ClassPlace,
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
      : first && statementDirectlyBefore(source, first, piece.code);
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
  const insertions = itemAt(
    source,
    sequence,
    end === -1 ? sequence.items.length : end,
    constraint.text,
  );
  return addMissingImports(source.insert(...insertions), piece.imports);
}

/**
 * The same for a model that a run makes, or finds.
 *
 * @throws SchematicsException if the model exists without one of the constraints: its rows may repeat values.
 */
export function uniqueModel(
  project: Project,
  { isNew, names }: Pick<ModelState, 'isNew' | 'names'>,
  all: readonly UniqueTogether[],
  templates: Templates,
): Rule {
  return async () => {
    const edits = await uniqueEdits(project, names, all, templates);
    if (edits.length > 0 && !isNew) {
      const options = all.map((each) => `--unique=${each.join('+')}`).join(' ');
      throw new SchematicsException(
        `The model ${names.className} already exists without that constraint. Did you mean scaffold add:field ` +
          `${names.table} ${options}?`,
      );
    }
    return stageEdits(edits, project);
  };
}

/**
 * Refuses constraints in an application that `new` did not make.
 *
 * @throws SchematicsException if any were asked for.
 */
export function refuseUnique({ isOurs }: App, all: readonly UniqueTogether[]): void {
  if (!isOurs && all.length > 0) {
    throw new SchematicsException(
      '--unique works in applications that scaffold new made. Leave it out, and add the constraint to __table_args__ of the ' +
        'model by hand.',
    );
  }
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
