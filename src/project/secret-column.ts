import { COLUMN_TYPES } from './column-types';
import type { Column } from './columns';

const NAMES = /password|passwd|secret|token|api_key|_hash$/;

/** Whether no page shows a column and no form asks for it: a password, a token. `max_tokens`, a number, is none. */
export function isSecret({ kind, name }: Column): boolean {
  return COLUMN_TYPES[kind].mayBeSecret && NAMES.test(name);
}
