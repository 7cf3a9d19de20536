import type { ClassPlace } from '../../project/class-place';
import type { ColumnKind } from '../../project/column-type';
import { addAttribute } from '../../python/add-attribute';
import { addImport } from '../../python/add-import';
import { addTypeImport } from '../../python/add-type-import';
import { assignmentsIn } from '../../python/assignments';
import { callsOf } from '../../python/calls';
import { type Definition, findClass, hasMember } from '../../python/definitions';
import { call, type Expression, keyword, subscript, text } from '../../python/expression';
import { importsOf } from '../../python/imports';
import { BODY } from '../../python/indentation';
import { assignment, statement } from '../../python/layout';
import type { PythonSource } from '../../python/source';
import type { Belonging } from './belonging';
import { isRelationship } from './is-relationship';

/** How a file writes its columns: `Mapped[…]`, `db.Column(…)` or `Column(…)`. */
export type ModelStyle = 'mapped' | 'db' | 'plain';

const ORM = 'sqlalchemy.orm';

/** What Python has for the keys that a parent may have. A column takes its type from the one that it refers to. */
const KEY_TYPES: Readonly<Partial<Record<ColumnKind, string>>> = {
  integer: 'int',
  string: 'str',
  text: 'str',
  uuid: 'UUID',
};

/** What the key of a child is annotated with: `int`; undefined where that is not known. */
export function keyType({ parentKey: [{ kind }] }: Belonging): string | undefined {
  return KEY_TYPES[kind];
}

/** The key of a child, for the body of its class: `recipe_id: Mapped[int] = mapped_column(…)`. */
export function keyLine(belonging: Belonging, style: ModelStyle): string {
  const { parent, parentKey, table } = belonging;
  const [{ name, storedAs = name }] = parentKey;
  const prefix = style === 'db' ? 'db.' : '';
  const key = call(`${prefix}ForeignKey`, text(`${table}.${storedAs}`), 'ondelete="CASCADE"');
  const type = keyType(belonging);
  if (style === 'mapped' && type !== undefined) {
    return mapped(parent.id, type, call('mapped_column', key, 'index=True'));
  }
  const column = style === 'mapped' ? 'mapped_column' : `${prefix}Column`;
  return plain(parent.id, call(column, key, 'nullable=False', 'index=True'));
}

/**
 * What a child belongs to: `recipe: Mapped[Recipe] = relationship(…)`.
 *
 * @param quote Around the class where the file's annotations are read at once.
 */
export function parentLine(
  { key, parent, list }: Belonging,
  style: ModelStyle,
  quote = '',
): string {
  const { className, item } = parent;
  return relationshipLine(style, item, className, quote + className + quote, [
    keyword('back_populates', text(list)),
    ...foreignKeys(key),
  ]);
}

/**
 * What belongs to a parent, and goes with it: `comments: Mapped[list[Comment]] = relationship(…)`.
 *
 * @param quote As above.
 */
export function childrenLine(
  { child, key, parent, list }: Belonging,
  style: ModelStyle,
  quote = '',
): string {
  const { className } = child;
  return relationshipLine(style, list, className, subscript('list', quote + className + quote), [
    keyword('back_populates', text(parent.item)),
    ...foreignKeys(key),
    'cascade="all, delete-orphan"',
    'passive_deletes=True',
  ]);
}

function foreignKeys(key: string | undefined): Expression[] {
  return key === undefined ? [] : [keyword('foreign_keys', text(key))];
}

function relationshipLine(
  style: ModelStyle,
  name: string,
  className: string,
  type: Expression,
  options: readonly Expression[],
): string {
  const relationship = style === 'db' ? 'db.relationship' : 'relationship';
  return style === 'mapped'
    ? mapped(name, type, call(relationship, ...options))
    : plain(name, call(relationship, text(className), ...options));
}

function mapped(name: string, type: Expression, value: Expression): string {
  return assignment(name, subscript('Mapped', type), value, BODY);
}

function plain(name: string, value: Expression): string {
  return statement(`${name} = `, value, '', BODY);
}

/** The parent's file with the children in it, unless it has them. */
export function addChildren(place: ClassPlace, belonging: Belonging): PythonSource {
  const { source, definition } = place;
  const { child, list } = belonging;
  if (hasMember(definition, list)) {
    return source;
  }
  const style = styleOf(source, definition);
  const isDeferred = importsOf(source).some(({ module }) => module === '__future__');
  const code = childrenLine(belonging, style, isDeferred ? '' : '"');
  const edited = addAttribute(source, definition, list, apart(definition, code));
  switch (style) {
    case 'db':
      return edited;
    case 'plain':
      return addImport(edited, { module: ORM, name: 'relationship' });
    case 'mapped': {
      const imported = ['Mapped', 'relationship'].reduce(
        (before, name) => addImport(before, { module: ORM, name }),
        edited,
      );
      return findClass(imported, child.className)
        ? imported
        : addTypeImport(imported, { module: child.module, name: child.className });
    }
  }
}

/** The way in which a class, or else its file, writes columns. */
export function styleOf({ root }: PythonSource, { node }: Definition): ModelStyle {
  for (const within of [node, root]) {
    if (callsOf(within, 'mapped_column').length > 0 || /\bMapped\[/.test(within.text)) {
      return 'mapped';
    }
    const column = callsOf(within, 'Column')[0];
    if (column) {
      return column.receiver === undefined ? 'plain' : 'db';
    }
  }
  return 'mapped';
}

/** A blank line keeps the relationships apart from the columns. */
function apart({ node }: Definition, code: string): string {
  const last = assignmentsIn(node).at(-1);
  return last && !isRelationship(last.value) ? `\n${code}` : code;
}
