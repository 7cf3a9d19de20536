import { logging } from '@angular-devkit/core';
import type { Ora } from 'ora';
import { noteOf } from '../rules/outcome';
import { isStep, type StepProgress } from '../setup/step';
import type { Terminal } from './terminal';

/** Prints what schematics log while `work` runs, and shows the steps of a set-up as they start and end. */
export async function withProgress<T>(
  terminal: Terminal,
  work: (logger: logging.Logger) => Promise<T>,
): Promise<T> {
  const logger = new logging.Logger('scaffold');
  const steps = terminal.isLive ? await LiveLine.on(terminal) : new PlainLines(terminal);
  const subscription = logger.subscribe((entry) => {
    if (isStep(entry)) {
      steps.show(entry);
    } else {
      steps.pause();
      printEntry(entry, terminal);
    }
  });
  try {
    return await work(logger);
  } finally {
    subscription.unsubscribe();
    steps.pause();
  }
}

/** Prints a log entry: warnings and errors on standard error, debugging output not at all. */
export function printEntry(entry: logging.LogEntry, terminal: Terminal): void {
  const { level, message } = entry;
  switch (level) {
    case 'debug':
      return;
    case 'warn':
      terminal.warn(message, noteOf(entry));
      return;
    case 'error':
    case 'fatal':
      terminal.error(message, noteOf(entry));
      return;
    default:
      terminal.print(message, noteOf(entry));
  }
}

type StepEntry = logging.LogEntry & StepProgress;

/** Prints one line for each step that starts. */
class PlainLines {
  constructor(private readonly terminal: Terminal) {}

  show({ state, message }: StepEntry): void {
    if (state === 'started') {
      this.terminal.print(`${message} …`);
    }
  }

  pause(): void {
    // Plain lines do not move.
  }
}

/** Shows the running steps on one animated line; a step that ends leaves a line above it. */
class LiveLine {
  private readonly running = new Map<string, string>();

  private constructor(private readonly spinner: Ora) {}

  static async on(terminal: Terminal): Promise<LiveLine> {
    const { default: ora } = await import('ora');
    // If ora took the input, Ctrl-C would not reach us as a signal.
    return new LiveLine(ora({ stream: terminal.output.stream, discardStdin: false }));
  }

  show({ step, state, message }: StepEntry): void {
    if (state === 'started') {
      this.running.set(step, message);
    } else {
      this.running.delete(step);
      const symbol = state === 'done' ? '✔' : '✖';
      this.spinner.stopAndPersist({ symbol, text: message });
    }
    if (this.running.size > 0) {
      this.spinner.start([...this.running.values()].join(' · '));
    }
  }

  pause(): void {
    this.spinner.stop();
  }
}
