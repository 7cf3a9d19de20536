import type { Column } from '../../project/columns';

const NAMES = /password|passwd|secret|token|api_key|_hash$/;

/** Kinds that a secret may have: `max_tokens` is a number, and none. */
const KINDS = ['string', 'text', 'uuid', 'unknown'];

/** Whether a column is nobody's business: no page shows it, no form asks for it as it is stored. */
export function isSecret({ kind, name }: Column): boolean {
  return KINDS.includes(kind) && NAMES.test(name);
}
