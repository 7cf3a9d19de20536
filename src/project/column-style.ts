// Specs: spec/rules/relationship.spec.ts
import {
  argumentOf,
  assignmentsIn,
  type Call,
  callOf,
  callsOf,
  type Definition,
} from '../python/queries';
import { importsOf } from '../python/imports';
import { type Node, stringValue, withoutBrackets } from '../python/node';
import type { PythonSource } from '../python/source';

/** How columns are written. */
export interface ColumnStyle {
  /** Whether they are annotated: `title: Mapped[str]`. */
  readonly isMapped: boolean;
  /** In front of SQLAlchemy's types: `db.`, `sa.`, or nothing. */
  readonly types: string;
  /** In front of `Column`, or of `Mapped` and `mapped_column`: `db.`, `so.`, or nothing. */
  readonly columns: string;
  /** In front of `relationship`. */
  readonly relations: string;
  /** Whether annotations say `Optional[str]`. */
  readonly saysOptional: boolean;
}

/** Annotated columns, all names imported: those of an application that `new` made. */
export const MAPPED: ColumnStyle = {
  isMapped: true,
  types: '',
  columns: '',
  relations: '',
  saysOptional: false,
};

/** The style of the columns in a class, or else in its file. */
export function styleOf(source: PythonSource, owner: Node): ColumnStyle {
  return styleIn(source, owner) ?? styleIn(source, source.root) ?? MAPPED;
}

/** The style of the columns in a class; undefined if it has none. */
export function styleIn(source: PythonSource, owner: Node): ColumnStyle | undefined {
  const [mapped, plain] = [callsOf(owner, 'mapped_column'), callsOf(owner, 'Column')];
  const annotated = prefixOfMapped(owner);
  const isMapped = Math.max(mapped.length, annotated === undefined ? 0 : 1) >= plain.length;
  const [column] = isMapped ? mapped : plain;
  const columns = column ? prefixOf(column) : annotated;
  if (columns === undefined) {
    return undefined;
  }
  const [relation] = callsOf(source.root, 'relationship');
  return {
    isMapped,
    columns,
    types:
      prefixOfTypes([...mapped, ...plain]) ??
      (isMapped ? prefixFor(source, 'sqlalchemy') : columns),
    relations: relation ? prefixOf(relation) : /^(sa|sqlalchemy)\.$/.test(columns) ? '' : columns,
    saysOptional: saysOptional(source),
  };
}

/** In front of all that a class takes from Flask-SQLAlchemy's `db`: `db.`, or nothing. */
export function prefixIn({ columns, isMapped }: ColumnStyle): string {
  return isMapped || columns === '' ? '' : 'db.';
}

/** What a file writes in front of the names of a module: `so.` for `import sqlalchemy.orm as so`, or nothing. */
export function prefixFor(file: PythonSource | undefined, module: string): string {
  const found = file && importsOf(file).find((each) => each.module === module && each.local);
  return found?.local === undefined || found.local === 'sqlalchemy' ? '' : `${found.local}.`;
}

/** Whether a file writes `Optional[str]` for `str | None`. */
export function saysOptional(file: PythonSource | undefined): boolean {
  return subscriptsIn(file?.root, 'Optional').some(({ text }) => !/^\w+\[["']/.test(text));
}

function prefixOf({ receiver }: Call): string {
  return receiver === undefined ? '' : `${receiver}.`;
}

function prefixOfMapped(owner: Node): string | undefined {
  const [first] = subscriptsIn(owner, 'Mapped');
  return first && /^((?:\w+\.)?)/.exec(first.text)?.[1];
}

/** `Mapped[str]` and `so.Mapped[str]` for `Mapped`. */
function subscriptsIn(within: Node | undefined, name: string): Node[] {
  const all = within?.text.includes(`${name}[`)
    ? within.descendants('generic_type', 'subscript')
    : [];
  return all.filter(({ text }) => new RegExp(`^(\\w+\\.)?${name}\\[`).test(text));
}

/** The prefix of the first type: `db.` in `db.Column("title", db.String(120))`. */
function prefixOfTypes(columns: readonly Call[]): string | undefined {
  const [prefix] = columns.flatMap(({ positional }) => {
    const type = positional.find((each) => stringValue(each) === undefined);
    return /^((?:\w+\.)?)[A-Z]\w*/.exec(type?.text ?? '')?.[1] ?? [];
  });
  return prefix;
}

/** Whether the value of an attribute is `relationship(…)`. */
export function isRelationship(value: Node | undefined): boolean {
  return value !== undefined && callOf(withoutBrackets(value))?.name === 'relationship';
}

/** A relationship that leaves it to SQLAlchemy to find its key. */
interface ClearRelationship {
  readonly target: string;
  readonly call: Call;
}

/** The arguments that name the key of a relationship. */
const KEYS = ['foreign_keys', 'primaryjoin', 'secondary'];

/** The relationships of a class to a model that do not name their key. */
export function relationshipsTo(owner: Node, className: string): ClearRelationship[] {
  const isTo = new RegExp(`\\b${className}\\b`);
  return assignmentsIn(owner).flatMap(({ annotation, target, value }) => {
    const call = value && isRelationship(value) ? callOf(withoutBrackets(value)) : undefined;
    const model = annotation ?? (call && argumentOf(call, 'argument', 0));
    return call && isTo.test(model?.text ?? '') && !KEYS.some((key) => call.keywords.has(key))
      ? [{ target, call }]
      : [];
  });
}

/** Puts a blank line between columns and relationships. */
export function separated({ node }: Definition, code: string): string {
  const last = assignmentsIn(node).at(-1);
  return last && !isRelationship(last.value) ? `\n${code}` : code;
}
