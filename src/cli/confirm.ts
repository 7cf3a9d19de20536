import { createInterface } from 'node:readline/promises';
import { Interrupted } from '../errors';
import type { Terminal } from './terminal';

const ANSWERS: Readonly<Record<string, boolean>> = {
  '': true,
  y: true,
  yes: true,
  n: false,
  no: false,
};

/**
 * Asks a question until it is answered with yes (also: nothing) or no.
 *
 * @throws Interrupted at Ctrl-C or the end of the input.
 */
export async function confirm(terminal: Terminal, question: string): Promise<boolean> {
  // Without readline's own line editing, no escape code is written, on any terminal.
  const lines = createInterface({
    input: terminal.input,
    output: terminal.output,
    terminal: false,
  });
  const end = new AbortController();
  const onEnd = (): void => {
    end.abort();
  };
  lines.once('close', onEnd);
  process.once('SIGINT', onEnd);
  try {
    for (;;) {
      const answer = await lines.question(`${question} [Y/n]: `, { signal: end.signal });
      const meaning = ANSWERS[answer.trim().toLowerCase()];
      if (meaning !== undefined) {
        return meaning;
      }
      terminal.print('Please answer y or n.');
    }
  } catch (error) {
    if (!end.signal.aborted) {
      throw error;
    }
    throw new Interrupted('SIGINT');
  } finally {
    process.off('SIGINT', onEnd);
    lines.close();
  }
}
