import { CommanderError } from 'commander';
import { Interrupted, UsageError } from '../errors';
import { createProgram } from './program';
import { Terminal } from './terminal';

/** What the command ends with. */
const EXIT_CODES = { done: 0, failed: 1, misused: 2, interrupted: 130 } as const;

/**
 * Runs the command line.
 *
 * @param words What was typed after `scaffold`.
 * @returns The exit code.
 */
export async function main(words: readonly string[], terminal = new Terminal()): Promise<number> {
  try {
    if (process.platform === 'win32') {
      throw new Error('Windows itself is not supported: run scaffold in WSL.');
    }
    await createProgram(terminal).parseAsync(words.length > 0 ? words : ['--help'], {
      from: 'user',
    });
    return EXIT_CODES.done;
  } catch (error) {
    return report(error, terminal, words.includes('--verbose'));
  }
}

function report(error: unknown, terminal: Terminal, verbose: boolean): number {
  if (error instanceof CommanderError) {
    // Commander has printed the help, the version, or what is wrong.
    return error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.misused;
  }
  if (error instanceof Interrupted) {
    terminal.note(error.message);
    return EXIT_CODES.interrupted;
  }
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  terminal.error(verbose ? stack : message);
  return error instanceof UsageError ? EXIT_CODES.misused : EXIT_CODES.failed;
}
