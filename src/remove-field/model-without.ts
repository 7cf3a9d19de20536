// Specs: spec/remove-field/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { type ChangedField, codeOf } from '../changing/changed-model';
import type { Edit } from '../edit';
import type { ClassPlace } from '../project/class-place';
import type { Project } from '../project/project';
import { namesUsed } from '../python/generated';
import { type Node, stringValue } from '../python/node';
import { assignmentTo, callOf, classesOf, findClass } from '../python/queries';
import { withoutItem, withoutStatement } from '../python/removal';
import { sequenceOf } from '../python/sequence';
import type { PythonSource } from '../python/source';
import { statementOf } from '../python/statements';

/**
 * The file of a model without some of its fields: their columns, relationships, and the constraints of these columns alone.
 *
 * @throws SchematicsException if a column comes from another class.
 */
export function withoutFields(
  source: PythonSource,
  className: string,
  fields: readonly ChangedField[],
): PythonSource {
  const columns = fields.map(({ column }) => column.name);
  const attributes = fields.flatMap((field) => field.attributes);
  const left = withoutConstraints(source, className, columns);
  return attributes.reduce((before, attribute) => {
    const owner = findClass(before, className);
    const own = owner && assignmentTo(owner.node, attribute);
    if (own === undefined) {
      throw new SchematicsException(
        `${attribute} is no attribute of class ${className} in ${source.path}: it comes from another class. Remove it there.`,
      );
    }
    return withoutStatement(before, statementOf(own.node));
  }, left);
}

/** What has only names of columns as its texts. The first text of an index is its own name. */
const CONSTRAINTS = new Map([
  ['ForeignKeyConstraint', 0],
  ['Index', 1],
  ['UniqueConstraint', 0],
]);

function withoutConstraints(
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

/** Takes away the classes in the file of a model that only these fields used, such as the members of an enum. */
export async function removedClasses(
  project: Project,
  { definition, source: before }: ClassPlace,
  fields: readonly ChangedField[],
): Promise<Edit[]> {
  const { path } = before;
  const now = await project.source(path);
  const own = fields.flatMap(({ column }) => assignmentTo(definition.node, column.name) ?? []);
  const named = new Set(own.flatMap(({ node }) => [...namesUsed(statementOf(node))]));
  if (now === undefined) {
    return [];
  }
  const candidates = classesOf(now).filter(({ name }) => named.has(name));
  const left = candidates.reduce((source, { name }) => {
    const found = findClass(source, name);
    const without = found && withoutStatement(source, found.statement);
    const isUsed = codeOf(project).some(
      (each) => each !== path && new RegExp(`\\b${name}\\b`).test(project.text(each)),
    );
    return without && !isUsed && !namesUsed(without.root).has(name) ? without : source;
  }, now);
  return left === now ? [] : [{ kind: 'replace', path, content: left.toString() }];
}
