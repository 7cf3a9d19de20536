import { callOf } from '../python/calls';
import type { Node } from '../python/node';
import { stringValue } from '../python/string-value';
import { text } from '../python/expression';
import { lastName } from './annotation';
import type { ColumnType } from './column-type';

/** What a column has where nothing is said. */
export interface ColumnDefault {
  /** As Python, as ruff writes it: `0`, `True`, `"draft"`, `Status.DRAFT`. */
  readonly literal: string | undefined;
  /** Whether it is only known when a row is made: `utc_now`. */
  readonly isComputed: boolean;
}

const NONE: ColumnDefault = { literal: undefined, isComputed: false };

/** Of `default=…`. */
export function readDefault(type: ColumnType, node: Node | undefined): ColumnDefault {
  if (node === undefined || node.type === 'none') {
    return NONE;
  }
  const literal = literalOf(type, node);
  const isComputed =
    literal === undefined && /^(lambda|call|identifier|attribute)$/.test(node.type);
  return { literal, isComputed };
}

/** Of `server_default=…`: a text, in quotes or in `text(…)`, that the database reads. */
export function readServerDefault(type: ColumnType, node: Node | undefined): ColumnDefault {
  if (node === undefined || /^(date|datetime|time)$/.test(type.kind)) {
    return { literal: undefined, isComputed: node !== undefined };
  }
  const call = callOf(node);
  const inner = call?.name === 'text' ? call.positional[0] : undefined;
  const written = stringValue(inner ?? node)?.replace(/^'([^']*)'$/, '$1');
  switch (type.kind) {
    case 'string':
    case 'text':
      return { ...NONE, literal: written === undefined ? undefined : text(written) };
    case 'integer':
    case 'decimal':
    case 'float':
      return { ...NONE, literal: /^-?\d+(\.\d+)?$/.test(written ?? '') ? written : undefined };
    case 'boolean': {
      const value = (written ?? call?.name ?? '').toLowerCase();
      return { ...NONE, literal: /^(1|t|true)$/.test(value) ? 'True' : undefined };
    }
    default:
      return { literal: undefined, isComputed: call !== undefined && written === undefined };
  }
}

function literalOf({ kind, enumClass, values }: ColumnType, node: Node): string | undefined {
  const written = stringValue(node);
  switch (kind) {
    case 'string':
    case 'text':
      return written === undefined ? undefined : text(written);
    case 'integer':
      return /^-?\d+$/.test(node.text) ? node.text : undefined;
    case 'decimal': {
      const call = callOf(node);
      const [number] = call?.name === 'Decimal' ? call.positional : [];
      const inner = number && stringValue(number);
      return matching(/^-?\d+(\.\d+)?$/, inner ?? node.text);
    }
    case 'float':
      return matching(/^-?\d+(\.\d+)?$/, node.text);
    case 'boolean':
      return { true: 'True', false: 'False', 1: 'True', 0: 'False' }[node.text.toLowerCase()];
    case 'enum':
      if (enumClass) {
        const isMember =
          node.type === 'attribute' && node.child('object')?.text === enumClass.local;
        return isMember ? `${enumClass.name}.${lastName(node) ?? ''}` : undefined;
      }
      return written !== undefined && values?.includes(written) ? text(written) : undefined;
    default:
      return undefined;
  }
}

function matching(pattern: RegExp, written: string): string | undefined {
  return pattern.test(written) ? written : undefined;
}
