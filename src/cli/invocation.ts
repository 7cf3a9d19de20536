import { messageOf } from '../setup/step';
import type { LockHolder } from './commit/lock';
import type { Terminal } from './terminal';

/** A run of the command line. */
export interface Invocation {
  /** All that was typed after `scaffold`. */
  readonly words: readonly string[];
  readonly terminal: Terminal;
  /** Aborted when the command has to end. */
  readonly signal: AbortSignal;
}

/** A run as the holder of a project's lock. */
export function holderOf({
  signal,
  terminal,
}: Pick<Invocation, 'signal' | 'terminal'>): LockHolder {
  return { signal, tell: terminal.warn.bind(terminal) };
}

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
