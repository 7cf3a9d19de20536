// Specs: spec/remove-field/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { type ChangedField } from '../changing/changed-model';
import { codeOf } from '../changing/model-uses';
import type { Edit } from '../edit';
import type { ClassPlace } from '../project/class-place';
import { linkTables, withoutTables } from '../project/link-tables';
import type { Project } from '../project/project';
import { namesUsed } from '../python/generated';
import { assignmentTo, classesOf, findClass } from '../python/queries';
import { withoutStatement } from '../python/removal';
import type { PythonSource } from '../python/source';
import { statementOf } from '../python/statements';
import { withoutConstraints } from '../view/constraints';

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
    const statement = statementOf(own.node);
    return withoutTables(withoutStatement(before, statement), linkTables(before, statement));
  }, left);
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
