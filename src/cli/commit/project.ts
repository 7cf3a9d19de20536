import type { Change } from './change';
import { commitChanges, recover } from './journal';
import { type LockHolder, withLock } from './lock';

/**
 * Works on a project as the only run, once what a killed one had begun is finished or taken back. Where a person has
 * edited a file since that kill, the holder is told.
 *
 * @param root Absolute.
 */
export function withProject<T>(
  root: string,
  holder: LockHolder,
  work: () => T | Promise<T>,
): Promise<T> {
  return withLock(root, holder, () => {
    recover(root).forEach((path) => {
      holder.tell(
        `${path} was edited after a run was killed. It stays; what that run would have made of it is in ${path}.scaffold-new.`,
      );
    });
    return work();
  });
}

/**
 * Writes changes into a project, all of them or none. Where a person has edited a file while they were written, the
 * holder is told. The caller is `work`, above.
 *
 * @returns What was written.
 * @throws SchematicsException where a file was edited since the change was planned.
 */
export function writeChanges(
  root: string,
  changes: readonly Change[],
  { tell }: LockHolder,
): Change[] {
  const edited = commitChanges(root, changes);
  edited.forEach((path) => {
    tell(
      `${path} was edited while scaffold wrote the files. It stays; what scaffold would have made of it is in ${path}.scaffold-new.`,
    );
  });
  return changes.filter(({ path }) => !edited.includes(path));
}
