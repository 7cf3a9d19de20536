// Specs: spec/rules/owner.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { type Guard, GUARDS } from '../naming/guards';
import type { Former } from '../view/view';

/**
 * Refuses to give owners to records that other code than ours selects.
 *
 * @throws SchematicsException if a person changed one of the methods.
 */
export function refuseChangedMethods(guard: Guard, formers: Iterable<Former>): void {
  const changed = [...new Set([...formers].flatMap((former) => former.changed))];
  if (GUARDS[guard].owner !== undefined && changed.length > 0) {
    throw new SchematicsException(
      `--guard ${guard} changes what methods select, and these are no longer as generated. ` +
        `Limit them to the owner yourself, or use --guard users:\n${changed.map((line) => `  ${line}`).join('\n')}`,
    );
  }
}

/**
 * Refuses to give owners to records that other actions of the resource show or change.
 *
 * @param open The methods of these actions.
 * @throws SchematicsException if there are such methods.
 */
export function refuseOpenMethods(guard: Guard, resource: string, open: readonly string[]): void {
  if (open.length > 0) {
    throw new SchematicsException(
      `--guard ${guard} would leave these methods open to every user. Guard the whole resource with ` +
        `\`scaffold make:resource ${resource} --guard ${guard}\`:\n${open.map((line) => `  ${line}`).join('\n')}`,
    );
  }
}
