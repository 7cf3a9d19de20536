// Specs: spec/project/columns.spec.ts
import { assignmentsIn } from '../python/assignments';
import { type Call, callOf } from '../python/calls';
import { basesOf, classesOf } from '../python/definitions';
import { importsWith } from '../python/imports';
import type { Node } from '../python/node';
import { scopeOf } from '../python/statements';
import { stringValue } from '../python/string-value';
import { itemsOf, lastName } from './annotation';
import { pythonType, sqlType } from './column-types';
import { type ClassPlace, findBase, findClassFrom, lineageOf, moduleOf } from './class-place';
import type { Project } from './project';
import type { TextFormat } from './text-formats';

/** The kind of a column, which decides its field on a form. */
export type ColumnKind =
  | 'string'
  | 'text'
  | 'integer'
  | 'decimal'
  | 'float'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'time'
  | 'enum'
  | 'foreign key'
  | 'uuid'
  | 'json'
  | 'unknown';

/** A Python enum whose members are the values of a column. */
export interface EnumClass {
  readonly module: string;
  /** Its name in that module: `Status`, `Post.Status`. */
  readonly name: string;
  /** Its name in the model's file. */
  readonly local: string;
}

/** The type of a column, with the details that a form can check. */
export interface ColumnType {
  readonly kind: ColumnKind;
  /** The length of a string, in characters. */
  readonly length?: number | undefined;
  /** What a string must be. */
  readonly format?: TextFormat | undefined;
  /** The size of an integer: 16, 32 or 64. */
  readonly bits?: number | undefined;
  /** The digits of a decimal; `scale` counts those after the decimal point. */
  readonly precision?: number | undefined;
  readonly scale?: number | undefined;
  /** Whether a datetime knows its timezone. */
  readonly isAware?: boolean | undefined;
  /** The Python class of an enum, if it has one. */
  readonly enumClass?: EnumClass | undefined;
  /** The values of an enum, as far as its file shows them. */
  readonly values?: readonly string[] | undefined;
}

const UNKNOWN: ColumnType = { kind: 'unknown' };

/** Reads the types of a model's columns from expressions. */
export class TypeReader {
  constructor(
    private readonly project: Project,
    private readonly place: ClassPlace,
  ) {}

  /** The type for `String(120)`, `db.Text`, `Enum(Status)`; undefined if it is unknown. */
  async ofSqlType(node: Node): Promise<ColumnType | undefined> {
    const call = callOf(node);
    if (call?.name === 'with_variant') {
      const base = node.child('function')?.child('object');
      return base && this.ofSqlType(base);
    }
    const name = this.#originalName(lastName(node) ?? '');
    const type = sqlType(name);
    return type && call ? { ...type, ...(await this.#detailsOf(type, call)) } : type;
  }

  /** The type for `str`, `datetime.date`, `Status`, `Literal["a", "b"]`. */
  async ofPythonType(node: Node): Promise<ColumnType> {
    if (lastName(node) === 'Literal') {
      return enumOfTexts(itemsOf(node));
    }
    const known = pythonType(this.#originalName(lastName(node) ?? ''));
    return known ?? (await this.#enumType(node)) ?? UNKNOWN;
  }

  async #detailsOf({ kind }: ColumnType, call: Call): Promise<Partial<ColumnType>> {
    const argument = (index: number, name: string): Node | undefined =>
      call.positional[index] ?? call.keywords.get(name);
    const [first] = call.positional;
    switch (kind) {
      case 'string':
        return { length: this.#integer(argument(0, 'length')) };
      case 'decimal': {
        const precision = this.#integer(argument(0, 'precision'));
        const scale = this.#integer(argument(1, 'scale'));
        return { precision, scale: scale ?? (precision === undefined ? undefined : 0) };
      }
      case 'datetime':
        return argument(0, 'timezone')?.type === 'true' ? { isAware: true } : {};
      case 'enum':
        return (first && (await this.#enumType(first))) ?? enumOfTexts(call.positional);
      default:
        return {};
    }
  }

  /** The value of `120`, or of a constant in the module. */
  #integer(node: Node | undefined): number | undefined {
    const { root } = this.place.source;
    const value =
      node?.type === 'identifier'
        ? assignmentsIn(root).find(({ target }) => target === node.text)?.value
        : node;
    return value?.type === 'integer' ? Number(value.text.replaceAll('_', '')) : undefined;
  }

  /** `Enum` for `EnumType`, after `from sqlalchemy import Enum as EnumType`. */
  #originalName(local: string): string {
    const names = importsWith(this.place.source, local).flatMap((each) => each.names);
    return names.find((name) => name.local === local)?.name ?? local;
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
    const values = assignmentsIn(body).map(({ value }) => value && stringValue(value));
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
