import { type ColumnStyle, prefixIn, separated, styleOf } from '../project/column-style';
import { addAttribute } from '../python/class-edits';
import { addImport, addTypeImport } from '../python/add-import';
import { assignmentTo, findClass, hasMember } from '../python/queries';
import { pieceOf } from '../python/generated';
import { hasDeferredAnnotations } from '../python/imports';
import { BODY } from '../python/lines';
import type { PythonSource } from '../python/source';
import { statementOf } from '../python/statements';
import { type Belonging, parentValues } from '../view/belonging';
import type { Templates } from '../templates/templates';

/** The lines that relate a model and its parent, for the bodies of their classes. */
export interface RelationshipLines {
  /** The key in the child: `recipe_id: Mapped[int] = mapped_column(…)`. */
  readonly key: string;
  /** The relationship of the child: `recipe: Mapped[Recipe] = relationship(…)`. */
  readonly parent: string;
  /** The relationship of the parent: `comments: Mapped[list[Comment]] = relationship(…)`. */
  readonly children: string;
}

const ORM = 'sqlalchemy.orm';

/**
 * The lines that relate a model and its parent.
 *
 * @param quote The quotes around classes in annotations, if Python evaluates the annotations of the file.
 */
export function relationshipLines(
  belonging: Belonging,
  style: ColumnStyle,
  quote: '' | '"',
  templates: Templates,
): RelationshipLines {
  const { child, key, list, parent, place } = belonging;
  const source = templates.module('models/relationship.py', place.source.path, {
    child,
    parent: parentValues(belonging),
    isMapped: style.isMapped,
    prefix: prefixIn(style),
    quote,
    foreignKeys: key === undefined ? '' : `, foreign_keys="${key}"`,
  });
  const line = (className: string, name: string): string => {
    const owner = findClass(source, className);
    const node = owner && assignmentTo(owner.node, name)?.node;
    return node ? pieceOf(source, statementOf(node), BODY).code : '';
  };
  return {
    key: line(child.className, parent.id),
    parent: line(child.className, parent.record),
    children: line(parent.className, list),
  };
}

/** Adds the relationship to the children to the parent's file, unless it exists. */
export function withChildren(
  source: PythonSource,
  belonging: Belonging,
  templates: Templates,
): PythonSource {
  const { child, list, place } = belonging;
  const owner = findClass(source, place.definition.name);
  if (owner === undefined || hasMember(owner, list)) {
    return source;
  }
  const style = styleOf(source, owner.node);
  const isDeferred = hasDeferredAnnotations(source);
  const { children } = relationshipLines(belonging, style, isDeferred ? '' : '"', templates);
  const added = addAttribute(source, owner, list, separated(owner, children));
  if (prefixIn(style) !== '') {
    return added;
  }
  const names = style.isMapped ? ['Mapped', 'relationship'] : ['relationship'];
  const imported = names.reduce((before, name) => addImport(before, { module: ORM, name }), added);
  return style.isMapped && !findClass(imported, child.className)
    ? addTypeImport(imported, { module: child.module, name: child.className })
    : imported;
}
