// Specs: spec/rules/form.spec.ts
import { COLUMN_TYPES } from './column-types';
import type { Column } from './columns';

const SECRETS = /password|passwd|secret|token|api_key|_hash$/;

const PRIVILEGES =
  /^(is_|has_)?(admin|administrator|superuser|staff|moderator|root)$|^(role|roles|permissions?)$/;

/** Whether pages and forms leave out a column: a password, a token. `max_tokens`, a number, is not secret. */
export function isSecret({ isSecret: isStated, kind, name }: Column): boolean {
  return isStated || (COLUMN_TYPES[kind].mayBeSecret && SECRETS.test(name));
}

/** Whether a column says what a user may do: `is_admin`. A form would let everybody set it. */
export function isPrivilege({ name }: Column): boolean {
  return PRIVILEGES.test(name);
}
