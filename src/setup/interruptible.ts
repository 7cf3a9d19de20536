import { Interrupted } from '../errors';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs work that starts children. Where the process is asked to end meanwhile, the work's signal is aborted, the work
 * ends what it started, and then the process ends as it would have: by that signal, unless somebody else listens for
 * it, who then gets the error.
 *
 * @throws Interrupted, whatever the work itself made of the interrupt.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  let received: NodeJS.Signals | undefined;
  const interrupt = (name: NodeJS.Signals): void => {
    received ??= name;
    controller.abort(new Interrupted(received));
  };
  SIGNALS.forEach((name) => process.on(name, interrupt));
  try {
    return await work(signal);
  } finally {
    SIGNALS.forEach((name) => process.off(name, interrupt));
    if (received && process.listenerCount(received) === 0) {
      process.kill(process.pid, received);
    }
    signal.throwIfAborted();
  }
}
