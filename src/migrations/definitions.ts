// Specs: spec/migrations/stored-schema.spec.ts
import { type Call, callOf, callsOf } from '../python/queries';
import { importsUsed } from '../python/generated';
import { localName, type NewImport } from '../python/import-statement';
import { type Node, stringValue, textsIn } from '../python/node';
import type { PythonSource } from '../python/source';

/** A column as migrations have made it. */
export interface StoredColumn {
  readonly name: string;
  /** Its type, as Python: `sa.String(length=120)`. */
  readonly type: string;
  /** What else its definition says, as Python: `nullable=False`. */
  readonly options: readonly string[];
  /** What the code needs beside `sa`. */
  readonly imports: readonly NewImport[];
}

/** An index or a constraint. */
export interface StoredKey {
  readonly kind: 'foreign' | 'index' | 'primary' | 'unique';
  /** Undefined if the database chose it. */
  readonly name: string | undefined;
  readonly columns: readonly string[];
  /** What a foreign key refers to. */
  readonly target?: { readonly table: string; readonly columns: readonly string[] };
  /** Further options, as Python: `ondelete="CASCADE"`. */
  readonly options: readonly string[];
}

/** The options of a column without one. */
export function optionsWithout({ options }: StoredColumn, keyword: string): string[] {
  return options.filter((each) => !each.startsWith(`${keyword}=`));
}

/** `sa.Column("title", sa.String(length=120), nullable=False)` */
export function columnIn(source: PythonSource, node: Node): StoredColumn | undefined {
  const call = callOf(node);
  const [first, type, ...others] = call?.name === 'Column' ? call.positional : [];
  const name = stringValue(first);
  return call && type && name !== undefined
    ? {
        name,
        type: codeOf(type),
        options: [...others.map(codeOf), ...optionsOf(call)],
        imports: importsFor(source, node),
      }
    : undefined;
}

/** The keys that the definition of a column has: `sa.Column("email", sa.String(), unique=True)`. */
export function keysOfColumn(node: Node | undefined): StoredKey[] {
  const column = node && callOf(node);
  const name = stringValue(column?.positional[0]);
  if (column?.name !== 'Column' || name === undefined) {
    return [];
  }
  const own = { name: undefined, columns: [name], options: [] };
  const is = (keyword: string): boolean => column.keywords.get(keyword)?.type === 'true';
  return [
    ...(is('primary_key') ? [{ ...own, kind: 'primary' as const }] : []),
    ...(is('unique') ? [{ ...own, kind: 'unique' as const }] : []),
    ...(is('index') ? [{ ...own, kind: 'index' as const }] : []),
    ...callsOf(column.node, 'ForeignKey').map((call) => ({
      ...own,
      kind: 'foreign' as const,
      name: nameIn(call.keywords.get('name')),
      target: targetOf([stringValue(call.positional[0]) ?? '']),
      options: optionsOf(call),
    })),
  ];
}

const CONSTRAINTS = new Map<string, StoredKey['kind']>([
  ['ForeignKeyConstraint', 'foreign'],
  ['PrimaryKeyConstraint', 'primary'],
  ['UniqueConstraint', 'unique'],
]);

/** `sa.ForeignKeyConstraint(["author_id"], ["users.id"], name=op.f("fk_posts_author_id_users"))` */
export function constraintIn(node: Node): StoredKey[] {
  const call = callOf(node);
  const kind = CONSTRAINTS.get(call?.name ?? '');
  if (call === undefined || kind === undefined) {
    return [];
  }
  const name = nameIn(call.keywords.get('name'));
  const isForeign = kind === 'foreign';
  const columns = (isForeign ? call.positional.slice(0, 1) : call.positional).flatMap(textsIn);
  const target = isForeign ? { target: targetOf(textsIn(call.positional[1])) } : {};
  return [{ kind, name, columns, options: optionsOf(call), ...target }];
}

/** `users.id`, or `public.users.id` */
function targetOf(columns: readonly string[]): NonNullable<StoredKey['target']> {
  const parts = columns.map((column) => column.split('.'));
  return {
    table: parts[0]?.slice(0, -1).join('.') ?? '',
    columns: parts.map((each) => each.at(-1) ?? ''),
  };
}

/** `"uq_posts_title"` and `op.f("uq_posts_title")` */
export function nameIn(node: Node | undefined): string | undefined {
  const call = node && callOf(node);
  return stringValue(call?.name === 'f' ? call.positional[0] : node);
}

/** The keywords of a call but those that are read apart. */
export function optionsOf({ keywords }: Call): string[] {
  return [...keywords]
    .filter(([name]) => !/^(name|primary_key|table_name|schema|index)$/.test(name))
    .filter(([name, value]) => name !== 'unique' || value.type === 'true')
    .map(([name, value]) => `${name}=${codeOf(value)}`);
}

/** `Date` for `sa.Date()` */
export function typeName(type: string): string {
  return /^(?:\w+\.)*(\w+)/.exec(type)?.[1] ?? '';
}

/** The code of a node on one line, with double quotes. */
export function codeOf(node: Node): string {
  const quoted = node.descendants('string').toReversed();
  return quoted
    .reduce((code, each) => {
      const start = each.startIndex - node.startIndex;
      const text = each.text.replace(/^'([^'"\\]*)'$/, '"$1"');
      return code.slice(0, start) + text + code.slice(start + each.text.length);
    }, node.text)
    .replace(/\s*\n\s*/g, ' ')
    .replace(/([[({]) /g, '$1')
    .replace(/,? ([\])}])/g, '$1');
}

/** What a piece of code needs beside `sa` and `op`. */
export function importsFor(source: PythonSource, node: Node): NewImport[] {
  return importsUsed(source, node).filter((wanted) => !/^(op|sa)$/.test(localName(wanted)));
}
