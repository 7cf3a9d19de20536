// Specs: spec/project/columns.spec.ts
import {
  assignmentsIn,
  assignmentTo,
  basesOf,
  type Call,
  callOf,
  classesOf,
} from '../python/queries';
import { originalName } from '../python/imports';
import { type Node, stringValue } from '../python/node';
import { scopeOf } from '../python/statements';
import { itemsOf, lastName } from './annotation';
import { type ClassPlace, findBase, findClassFrom, lineageOf, moduleOf } from './class-place';
import type { ColumnKind, ColumnType } from './column-type';
import { COLUMN_TYPES } from './column-types';
import type { Project } from './project';

const UNKNOWN: ColumnType = { kind: 'unknown' };

/** Reads the types of a model's columns from expressions. */
export class TypeReader {
  constructor(
    private readonly project: Project,
    private readonly place: ClassPlace,
  ) {}

  /** The first type among parts of a column: that for `String(120)`, `db.Text`, `Enum(Status)`; undefined if none is known. */
  async ofSqlTypes(parts: readonly Node[]): Promise<ColumnType | undefined> {
    for (const part of parts) {
      const type = await this.#sqlTypeOf(part);
      if (type) {
        return type;
      }
    }
    return undefined;
  }

  async #sqlTypeOf(node: Node): Promise<ColumnType | undefined> {
    const call = callOf(node);
    if (call?.name === 'with_variant') {
      const base = node.child('function')?.child('object');
      return base && this.#sqlTypeOf(base);
    }
    const name = originalName(this.place.source, lastName(node) ?? '');
    const type = sqlType(name);
    return type && call ? { ...type, ...(await this.#detailsOf(type, call)) } : type;
  }

  /** The type for `str`, `datetime.date`, `Status`, `Literal["a", "b"]`. */
  async ofPythonType(node: Node): Promise<ColumnType> {
    if (lastName(node) === 'Literal') {
      return enumOfTexts(itemsOf(node));
    }
    const known = PYTHON_TYPES.get(originalName(this.place.source, lastName(node) ?? ''));
    return known ?? (await this.#enumType(node)) ?? UNKNOWN;
  }

  async #detailsOf({ kind }: ColumnType, call: Call): Promise<Partial<ColumnType>> {
    const [first] = call.positional;
    return kind === 'enum'
      ? ((first && (await this.#enumType(first))) ?? enumOfTexts(call.positional))
      : COLUMN_TYPES[kind].details(call, (node) => this.#integer(node));
  }

  /** The value of `120`, or of a constant in the module. */
  #integer(node: Node | undefined): number | undefined {
    const { root } = this.place.source;
    const value = node?.type === 'identifier' ? assignmentTo(root, node.text)?.value : node;
    return value?.type === 'integer' ? Number(value.text.replaceAll('_', '')) : undefined;
  }

  /** The type for an enum of Python; undefined if the class is none. */
  async #enumType(node: Node): Promise<ColumnType | undefined> {
    const { source, definition } = this.place;
    const local = node.text;
    const nested = classesOf(source).find((inner) => {
      return scopeOf(inner.node) === definition.node && local.split('.').at(-1) === inner.name;
    });
    const found = nested
      ? { source, definition: nested }
      : await findClassFrom(this.project, source, local);
    if (!found || !(await this.#isEnum(found))) {
      return undefined;
    }
    const { name, node: body } = found.definition;
    const values = assignmentsIn(body).map(({ value }) => stringValue(value));
    return {
      kind: 'enum',
      enumClass: {
        module: moduleOf(found.source),
        name: nested ? `${definition.name}.${name}` : name,
        local,
      },
      values: values.every((value) => value !== undefined) ? values : undefined,
    };
  }

  async #isEnum(place: ClassPlace): Promise<boolean> {
    for await (const each of lineageOf(this.project, place)) {
      for (const { text } of basesOf(each.definition)) {
        if (/Enum$/.test(text) && !(await findBase(this.project, each, text))) {
          return true;
        }
      }
    }
    return false;
  }
}

function enumOfTexts(nodes: readonly Node[]): ColumnType {
  const values = nodes.map(stringValue).filter((value) => value !== undefined);
  return values.length > 0 && values.length === nodes.length ? { kind: 'enum', values } : UNKNOWN;
}

const KINDS = Object.keys(COLUMN_TYPES) as readonly ColumnKind[];

const SQL_TYPES = named('sqlTypes');

/** The column types that SQLAlchemy maps Python types to. */
const PYTHON_TYPES = named('pythonTypes');

/** The column type for a SQLAlchemy type, without its module: `String`, `UTC_DATETIME`. */
export function sqlType(name: string): ColumnType | undefined {
  return SQL_TYPES.get(name.toUpperCase().replaceAll('_', ''));
}

function named(of: 'sqlTypes' | 'pythonTypes'): ReadonlyMap<string, ColumnType> {
  return new Map(
    KINDS.flatMap((kind) =>
      Object.entries(COLUMN_TYPES[kind][of]).map(([name, details]): [string, ColumnType] => [
        name,
        { kind, ...details },
      ]),
    ),
  );
}
