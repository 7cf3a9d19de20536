import { PassThrough } from 'node:stream';
import { confirm } from '../../../src/cli/commands/new';
import type { Terminal } from '../../../src/cli/terminal';

/** What these answers, a line each, are taken for, and what is said to them. */
async function answered(...lines: readonly string[]): Promise<[boolean, string[]]> {
  const said: string[] = [];
  const input = new PassThrough();
  const output = new PassThrough();
  // Each question is answered when it is asked: readline drops what comes before.
  const left = [...lines];
  output.on('data', () => {
    setImmediate(() => input.write(`${left.shift() ?? 'n'}\n`));
  });
  const print = (text: string): void => {
    said.push(text);
  };
  // It is all that the question asks of it.
  const terminal = { input, output: { stream: output }, print } as unknown as Terminal;
  return [await confirm(terminal, 'Really?', new AbortController().signal), said];
}

describe('confirm', () => {
  for (const [answer, meaning] of Object.entries({ '': true, YES: true, ' y': true, no: false })) {
    it(`takes ${JSON.stringify(answer)} for ${meaning ? 'yes' : 'no'}`, async () => {
      expect(await answered(answer)).toEqual([meaning, []]);
    });
  }

  for (const word of ['constructor', 'toString', '__proto__', 'maybe']) {
    it(`asks again where the answer is ${word}`, async () => {
      expect(await answered(word, 'n')).toEqual([false, ['Please answer y or n.']]);
    });
  }
});
