// Specs: spec/rename-field/index.spec.ts
import { UsageError } from '../errors';
import { nearestName, refusalOfName } from '../fields/field-name';
import { typeNamed } from '../fields/words';
import { quoted } from '../naming/spelling';

export const COMMAND = 'rename:field';

/**
 * Reads `title:headline`.
 *
 * @throws UsageError if a name is missing or wrong.
 */
export function parseRenaming(typed: string, resource: string): { from: string; to: string } {
  const [from = '', to = '', ...others] = typed.split(':');
  const command = `scaffold ${COMMAND} ${resource}`;
  if (from === '' || to === '') {
    throw new UsageError(
      `${quoted(typed)} does not name two fields. Write the old name and the new one: ${command} title:headline`,
    );
  }
  if (typeNamed(to)?.word === to || others.length > 0) {
    throw new UsageError(
      `${quoted(typed)} names a type, not a new name. Did you mean scaffold change:field ${resource} ${typed}?`,
    );
  }
  if (from === to) {
    throw new UsageError(`${from} already has that name.`);
  }
  const refusal = refusalOfName(to);
  if (refusal !== undefined) {
    const better = nearestName(to);
    const meant = better === undefined ? '' : ` Did you mean ${command} ${from}:${better}?`;
    throw new UsageError(`${quoted(to)} cannot be a field: ${refusal}.${meant}`);
  }
  return { from, to };
}
