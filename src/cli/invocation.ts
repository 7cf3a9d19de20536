// Specs: spec/cli/commit/lock.spec.ts
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
