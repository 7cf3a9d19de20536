import { createInterface } from 'node:readline/promises';
import { Interrupted } from '../errors';
import type { Terminal } from './terminal';

const ANSWERS: ReadonlyMap<string, boolean> = new Map([
  ['', true],
  ['y', true],
  ['yes', true],
  ['n', false],
  ['no', false],
]);

/**
 * Asks a question until somebody answers yes (or presses Enter) or no.
 *
 * @throws Interrupted if the signal is aborted or the input ends.
 */
export async function confirm(
  terminal: Terminal,
  question: string,
  signal: AbortSignal,
): Promise<boolean> {
  // readline's line editing writes escape codes, even to a dumb terminal.
  const lines = createInterface({
    input: terminal.input,
    output: terminal.output.stream,
    terminal: false,
  });
  const closed = new AbortController();
  lines.once('close', () => {
    closed.abort();
  });
  try {
    for (;;) {
      const answer = await lines.question(`${question} [Y/n]: `, {
        signal: AbortSignal.any([signal, closed.signal]),
      });
      const meaning = ANSWERS.get(answer.trim().toLowerCase());
      if (meaning !== undefined) {
        return meaning;
      }
      terminal.print('Please answer y or n.');
    }
  } catch (error) {
    signal.throwIfAborted();
    throw closed.signal.aborted ? new Interrupted('SIGINT') : error;
  } finally {
    lines.close();
  }
}
