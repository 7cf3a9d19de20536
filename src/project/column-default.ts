// Specs: spec/project/columns.spec.ts
import { callOf } from '../python/calls';
import type { Node } from '../python/node';
import { stringValue } from '../python/string-value';
import type { ColumnType } from './column-type';
import type { ColumnDefault } from './column-type-row';
import { COLUMN_TYPES } from './column-types';

const NONE: ColumnDefault = { literal: undefined, isComputed: false };

/** Reads `default=…`. */
export function readDefault(type: ColumnType, node: Node | undefined): ColumnDefault {
  if (node === undefined || node.type === 'none') {
    return NONE;
  }
  const literal = COLUMN_TYPES[type.kind].literal(node, type);
  const isComputed =
    literal === undefined && /^(lambda|call|identifier|attribute)$/.test(node.type);
  return { literal, isComputed };
}

/** Reads `server_default=…`: a string for the database, possibly in `text(…)`. */
export function readServerDefault({ kind }: ColumnType, node: Node | undefined): ColumnDefault {
  if (node === undefined) {
    return NONE;
  }
  const call = callOf(node);
  const inner = call?.name === 'text' ? call.positional[0] : undefined;
  const written = stringValue(inner ?? node)?.replace(/^'([^']*)'$/, '$1');
  return COLUMN_TYPES[kind].serverDefault(written, node);
}
