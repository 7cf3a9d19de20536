import { Interrupted } from './errors';

/** What asks a process to end. */
export const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** That of the work under way. */
let current: AbortSignal | undefined;

/**
 * Runs work that may start children. Where the process is asked to end meanwhile, the work's signal is aborted, the work
 * ends what it started, and then the process ends as it would have: by that signal, unless somebody else listens for
 * it, who then gets the error. Inside other such work it shares that one's signal.
 *
 * @throws Interrupted, whatever the work itself made of the interrupt.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  if (current) {
    return work(current);
  }
  const controller = new AbortController();
  const { signal } = controller;
  let received: NodeJS.Signals | undefined;
  const interrupt = (name: NodeJS.Signals): void => {
    received ??= name;
    controller.abort(new Interrupted(received));
  };
  END_SIGNALS.forEach((name) => process.on(name, interrupt));
  current = signal;
  try {
    return await work(signal);
  } finally {
    current = undefined;
    END_SIGNALS.forEach((name) => process.off(name, interrupt));
    if (received && process.listenerCount(received) === 0) {
      process.kill(process.pid, received);
    }
    signal.throwIfAborted();
  }
}
