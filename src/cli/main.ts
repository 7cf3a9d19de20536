import { constants } from 'node:os';
import { CommanderError } from 'commander';
import { Interrupted, UsageError } from '../errors';
import { END_SIGNALS, interruptible } from '../interruptible';
import { systemMessage } from '../system-error';
import { createProgram } from './program';
import { Terminal } from './terminal';

/** What the command ends with; interrupted, with 128 and the signal's number, as a shell says it. */
const EXIT_CODES = { done: 0, failed: 1, misused: 2 } as const;

/**
 * Runs the command line.
 *
 * @param words What was typed after `scaffold`.
 * @returns The exit code.
 */
export async function main(words: readonly string[], terminal = new Terminal()): Promise<number> {
  // Who listens for a signal says how the process ends: here with a message, once children have ended.
  END_SIGNALS.forEach((name) => process.on(name, stay));
  try {
    if (process.platform === 'win32') {
      throw new Error('Windows itself is not supported: run scaffold in WSL.');
    }
    await interruptible((signal) =>
      createProgram(words, terminal, signal).parseAsync(words.length > 0 ? words : ['--help'], {
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
  // The run ends what it has begun, and says how.
}

function report(error: unknown, terminal: Terminal, verbose: boolean): number {
  if (error instanceof CommanderError) {
    // Commander has printed the help, the version, or what is wrong.
    return error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.misused;
  }
  if (error instanceof Interrupted) {
    // The set-up has said how to go on where there is something to go on with.
    return 128 + constants.signals[error.signal];
  }
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  terminal.error(verbose ? stack : (systemMessage(error) ?? message));
  return error instanceof UsageError ? EXIT_CODES.misused : EXIT_CODES.failed;
}
