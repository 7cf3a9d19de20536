import type { Rule } from '@angular-devkit/schematics';
import type { ModelNames } from '../naming/model-names';
import { enumeration } from '../naming/spelling';
import type { ClassPlace } from '../project/class-place';
import { type Column, columnsIn } from '../project/columns';
import { findModel, tableOf } from '../project/models';
import type { Project } from '../project/project';
import { assignmentsIn } from '../python/assignments';
import { hasMember } from '../python/definitions';
import { call, list, text } from '../python/expression';
import { METHOD_BODY } from '../python/indentation';
import { indented, statement } from '../python/layout';
import { type Belonging, belongingOf } from './model/belonging';
import { isRelationship } from './model/is-relationship';
import { childrenLine, keyLine, parentLine, styleOf } from './model/relationship';
import { hasChanged, type View } from './page/view';

/**
 * Says what to add to a model that does not have the key of the one that its pages are below: where its model is asked
 * for, or something is made that does without the key.
 */
export function adviseMissingKey(view: View): Rule {
  const {
    names: { model, parents },
    project,
    wants,
  } = view;
  return async (_tree, { logger }) => {
    const isAsked = wants.model || (wants.controller && hasChanged(view));
    const line = model && isAsked ? [...parents, model] : [];
    for (const [index, child] of line.entries()) {
      const parent = line[index - 1];
      const advice = parent && (await adviceFor(project, child, parent));
      if (advice !== undefined) {
        logger.warn(advice);
      }
    }
  };
}

/** Undefined where the model has the key, or one of both is not there. */
async function adviceFor(
  project: Project,
  child: ModelNames,
  parent: ModelNames,
): Promise<string | undefined> {
  const place = await findModel(project, child);
  const belonging = place && (await belongingOf(project, child, parent));
  if (!belonging) {
    return undefined;
  }
  const columns = await columnsIn(project, place);
  if (columns.some(({ name }) => name === parent.id)) {
    return undefined;
  }
  const { parentKey } = belonging;
  if (parentKey.length > 1) {
    return adviceForSeveral(place, belonging, columns);
  }
  const start = `The model ${child.className} has no ${parent.id}, so that its pages show those of every ${parent.phrase}. `;
  const same = columns.filter((column) => refersTo(column, parent, belonging.place));
  const back = await columnsIn(project, belonging.place);
  const [other] = [
    ...same.map(({ name }) => `${child.className}.${name}`),
    ...back
      .filter((column) => refersTo(column, child, place))
      .map(({ name }) => `${parent.className}.${name}`),
  ];
  const names = same.map(({ name }) => name).join(' or ');
  return [
    `${start}${names === '' ? 'Add' : `Rename ${names}, if it means the same. Otherwise add`} to`,
    other === undefined ? linesFor(place, belonging) : linesBeside(place, belonging, other),
  ].join(' ');
}

/** What to add where the parent has a key of several columns; undefined where the model has them. */
function adviceForSeveral(
  { source, definition }: ClassPlace,
  { child, parent, parentKey, table }: Belonging,
  columns: readonly Column[],
): string | undefined {
  const own = parentKey.map(({ name }) => `${parent.name}_${name}`);
  if (own.every((name) => columns.some((column) => column.name === name))) {
    return undefined;
  }
  const others = parentKey.map(({ name, storedAs = name }) => text(`${table}.${storedAs}`));
  const db = styleOf(source, definition) === 'db' ? 'db.' : '';
  const constraint = call(
    `${db}ForeignKeyConstraint`,
    list(...own.map(text)),
    list(...others),
    'ondelete="CASCADE"',
  );
  const inner = indented(statement('', constraint, ',', METHOD_BODY));
  const line = `__table_args__ = (\n${inner}\n)`;
  return (
    `The key of ${parent.className} is ${enumeration(parentKey.map(({ name }) => name))} together, so that ` +
    `${child.className} has none of it, and its pages show those of every ${parent.phrase}. ` +
    `Add the columns ${enumeration(own)} to ${child.className} in ${source.path}, and:\n${indented(line)}`
  );
}

function refersTo(
  { references }: Column,
  { className, table }: ModelNames,
  { definition }: ClassPlace,
): boolean {
  const owner = references?.split('.').at(-2);
  return owner === (tableOf(definition) ?? table) || owner === className;
}

/** The key, and the relationship on both sides. */
function linesFor(place: ClassPlace, belonging: Belonging): string {
  const { parent } = belonging;
  const above = styleOf(belonging.place.source, belonging.place.definition);
  return [
    keyFor(place, belonging),
    indented(parentLine(belonging, styleOf(place.source, place.definition), '"')),
    `and to ${parent.className} in ${belonging.place.source.path}:`,
    indented(childrenLine(belonging, above, '"')),
  ].join('\n');
}

function keyFor({ source, definition }: ClassPlace, belonging: Belonging): string {
  const line = keyLine(belonging, styleOf(source, definition));
  return `${belonging.child.className} in ${source.path}:\n${indented(line)}`;
}

/** The same where there is another key between the two: SQLAlchemy has to be told by which one a relationship goes. */
function linesBeside(place: ClassPlace, belonging: Belonging, other: string): string {
  const { child, parent } = belonging;
  const isTaken = (name: string): boolean => hasMember(belonging.place.definition, name);
  const list = [child.list, `${child.name}_list`].find((name) => !isTaken(name));
  const lines =
    list === undefined || hasMember(place.definition, parent.item)
      ? keyFor(place, belonging)
      : linesFor(place, { ...belonging, list, key: `${child.className}.${parent.id}` });
  const ambiguous = [
    ...relationshipsTo(parent, place),
    ...relationshipsTo(child, belonging.place),
  ].join(' and ');
  return ambiguous === '' ? lines : `${lines}\nand foreign_keys="${other}" to ${ambiguous}.`;
}

/** The relationships of a class to a model that do not say by which key they go: `Post.author`. */
function relationshipsTo({ className }: ModelNames, { definition }: ClassPlace): string[] {
  return assignmentsIn(definition.node)
    .filter(({ value }) => isRelationship(value))
    .filter(({ node }) => new RegExp(`\\b${className}\\b`).test(node.text))
    .filter(({ node }) => !node.text.includes('foreign_keys'))
    .map(({ target }) => `${definition.name}.${target}`);
}
