import { messageOf } from '../setup/step';
import type { Invocation } from './invocation';

/**
 * Does work that a person can complete if it fails, or is interrupted.
 *
 * @param remedy What the person then has to do.
 * @throws Error with the remedy; Interrupted, once the remedy is printed.
 */
export async function withRemedy<T>(
  { signal, terminal }: Pick<Invocation, 'signal' | 'terminal'>,
  work: () => Promise<T>,
  remedy: () => string,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) {
      terminal.warn(remedy());
      signal.throwIfAborted();
    }
    throw new Error(`${messageOf(error)}\n${remedy()}`, { cause: error });
  }
}
