import { prefixIn, separated, styleOf } from '../project/column-style';
import { addAttribute } from '../python/class-edits';
import { addImport, addTypeImport } from '../python/add-import';
import { findClass, hasMember } from '../python/queries';
import { pieceOf } from '../python/generated';
import { hasDeferredAnnotations } from '../python/imports';
import { BODY } from '../python/lines';
import type { PythonSource } from '../python/source';
import { type Belonging, parentValues } from '../view/belonging';
import type { Templates } from '../templates/templates';

const ORM = 'sqlalchemy.orm';

/** Adds the relationship to the children to the parent's file, unless it exists. */
export function withChildren(
  source: PythonSource,
  belonging: Belonging,
  templates: Templates,
): PythonSource {
  const { child, key, list, place } = belonging;
  const owner = findClass(source, place.definition.name);
  if (owner === undefined || hasMember(owner, list)) {
    return source;
  }
  const style = styleOf(source, owner.node);
  const { isMapped } = style;
  const prefix = prefixIn(style);
  const made = templates.module('models/relationship.py', place.source.path, {
    ...{ child, isMapped, prefix },
    parent: parentValues(belonging),
    quote: hasDeferredAnnotations(source) ? '' : '"',
    foreignKeys: key === undefined ? '' : `, foreign_keys="${key}"`,
  });
  const body = findClass(made, belonging.parent.className)?.body ?? made.root;
  const { code } = pieceOf(made, body, BODY);
  const added = addAttribute(source, owner, list, separated(owner, code));
  if (prefix !== '') {
    return added;
  }
  const names = isMapped ? ['Mapped', 'relationship'] : ['relationship'];
  const imported = names.reduce((before, name) => addImport(before, { module: ORM, name }), added);
  return isMapped && !findClass(imported, child.className)
    ? addTypeImport(imported, { module: child.module, name: child.className })
    : imported;
}
