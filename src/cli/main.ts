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
export async function main(words: readonly string[]): Promise<number> {
  const terminal = await terminalFor(words);
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
    terminal.end(EXIT_CODES.done);
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

/** Scripts get one JSON object. Few runs are theirs, so its code is loaded on demand. */
async function terminalFor(words: readonly string[]): Promise<Terminal> {
  if (!words.includes('--json')) {
    return new Terminal();
  }
  const { JsonTerminal } = await import('./json-terminal');
  return new JsonTerminal(words);
}

function report(error: unknown, terminal: Terminal, verbose: boolean): number {
  const code = exitCodeOf(error);
  if (error instanceof CommanderError) {
    terminal.end(code); // Commander has printed the help, the version or the error.
  } else if (error instanceof Interrupted) {
    terminal.end(code); // Whatever was interrupted has printed how to continue.
  } else {
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
    terminal.end(code, verbose ? stack : (systemMessage(error) ?? message));
  }
  return code;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.misused;
  }
  if (error instanceof Interrupted) {
    return 128 + constants.signals[error.signal];
  }
  return error instanceof UsageError ? EXIT_CODES.misused : EXIT_CODES.failed;
}
