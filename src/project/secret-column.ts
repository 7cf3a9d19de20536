import { COLUMN_TYPES } from './column-types';
import type { Column } from './columns';

const NAMES = /password|passwd|secret|token|api_key|_hash$/;

/** Whether pages and forms leave out a column: a password, a token. `max_tokens`, a number, is not secret. */
export function isSecret({ kind, name }: Column): boolean {
  return COLUMN_TYPES[kind].mayBeSecret && NAMES.test(name);
}
