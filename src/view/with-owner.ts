// Specs: spec/rules/owner.spec.ts
import { addAttribute } from '../python/class-edits';
import { addMissingImports, addTypeImport } from '../python/add-import';
import { assignmentsIn, findClass } from '../python/queries';
import { pieceOf } from '../python/generated';
import { text } from '../python/expression';
import { hasDeferredAnnotations } from '../python/imports';
import { BODY } from '../python/lines';
import type { PythonSource } from '../python/source';
import { statementBehind } from '../python/statement-insertion';
import { statementOf } from '../python/statements';
import { isRelationship, prefixIn, separated, styleOf } from '../project/column-style';
import type { OwnerColumn } from './owner-state';
import type { Templates } from '../templates/templates';

/** Adds the key of the owner to a model, and the relationship to the owner. */
export function withOwner(
  source: PythonSource,
  { child, goesAlong, key, keyType, links, related, user }: OwnerColumn,
  templates: Templates,
): PythonSource {
  const owner = findClass(source, child.className);
  if (owner === undefined) {
    return source;
  }
  const style = styleOf(source, owner.node);
  const { isMapped } = style;
  const isDeferred = hasDeferredAnnotations(source);
  const made = templates.module('models/owner.py', source.path, {
    ...{ child, goesAlong, isMapped, key, keyType, user },
    prefix: prefixIn(style),
    quote: isDeferred ? '' : '"',
    foreignKeys:
      links.length > 0
        ? 'foreign_keys=[user_id]'
        : related === undefined
          ? ''
          : `back_populates=${text(related)}`,
  });
  const lines = findClass(made, child.className);
  const [column, relationship] = assignmentsIn(lines?.node ?? made.root).map(({ node }) =>
    pieceOf(made, statementOf(node), BODY),
  );
  if (!column || !relationship) {
    return source;
  }
  const last = assignmentsIn(owner.node).findLast(({ value }) => !isRelationship(value));
  const keyed = source.insert(statementBehind(source, last?.node, owner.body, column.code));
  const withKey = findClass(keyed, child.className) ?? owner;
  const withBoth = addAttribute(keyed, withKey, 'user', separated(withKey, relationship.code));
  const imported = addMissingImports(withBoth, [...column.imports, ...relationship.imports]);
  return isMapped
    ? addTypeImport(imported, { module: user.module, name: user.className })
    : imported;
}
