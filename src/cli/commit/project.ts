import { recover } from './journal';
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
