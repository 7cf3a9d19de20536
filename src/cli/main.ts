// Specs: spec/acceptance/make-view-command.spec.ts
import { constants } from 'node:os';
import { CommanderError } from 'commander';
import { Interrupted, systemMessage, UsageError } from '../errors';
import { END_SIGNALS, interruptible } from '../interruptible';
import { createProgram } from './program';
import { Terminal } from './terminal';

/** Exit codes. An interrupted command ends with 128 plus the number of the signal, as shells expect. */
const EXIT_CODES = { done: 0, failed: 1, misused: 2 } as const;

/**
 * Runs the command line.
 *
 * @param words What was typed after `scaffold`.
 * @returns The exit code.
 */
export async function main(words: readonly string[], terminal = new Terminal()): Promise<number> {
  // Without a listener, a signal would end the process before its children and without a message.
  END_SIGNALS.forEach((name) => process.on(name, stay));
  try {
    if (process.platform === 'win32') {
      throw new Error('scaffold does not run on native Windows. Use WSL.');
    }
    await interruptible((signal) =>
      createProgram({ words, terminal, signal }).parseAsync(words.length > 0 ? words : ['--help'], {
        from: 'user',
      }),
    );
    return EXIT_CODES.done;
  } catch (error) {
    return report(error, terminal, words.includes('--verbose'));
  } finally {
    await terminal.flushed();
    END_SIGNALS.forEach((name) => process.off(name, stay));
  }
}

function stay(): void {
  // `interruptible` ends the run.
}

function report(error: unknown, terminal: Terminal, verbose: boolean): number {
  if (error instanceof CommanderError) {
    // Commander has printed the help, the version or the error.
    return error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.misused;
  }
  if (error instanceof Interrupted) {
    // Whatever was interrupted has printed how to continue.
    return 128 + constants.signals[error.signal];
  }
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  terminal.error(verbose ? stack : (systemMessage(error) ?? message));
  return error instanceof UsageError ? EXIT_CODES.misused : EXIT_CODES.failed;
}
