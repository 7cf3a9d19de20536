import { Interrupted } from './errors';

export const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The signal of the running work. */
let current: AbortSignal | undefined;

/**
 * Runs work that may start children. If the process receives an end signal, it aborts the work's `AbortSignal` and waits
 * until the work has ended its children. Then the process ends by the same signal, or, if somebody else listens for the
 * signal, this throws. Nested calls share one `AbortSignal`.
 *
 * @throws Interrupted after an end signal, whatever the work returned or threw.
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
