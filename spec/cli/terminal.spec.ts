import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { escapedJson, visible } from '../../src/cli/terminal';
import { TYPESCRIPT } from '../support/run';

const REPO = join(__dirname, '../..');

/** Writes more than a pipe holds, and ends at once when all of it is gone. */
const PROGRAM = `
  const { Terminal } = require('./src/cli/terminal');
  const terminal = new Terminal();
  const styled = terminal.styled('green', 'x');
  for (let line = 0; line < 3000; line++) terminal.file({}, styled + '-'.repeat(99));
  terminal.flushed().then(() => process.exit(0));
`;

describe('Output', () => {
  for (const [how, env, width] of [
    ['without colours', {}, 101],
    ['in colours', { FORCE_COLOR: '1' }, 111],
  ] as const) {
    it(`loses nothing ${how} where the reader is slow`, async () => {
      const child = spawn(process.execPath, ['-r', TYPESCRIPT, '-e', PROGRAM], {
        cwd: REPO,
        env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: undefined, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      child.stdout.pause();
      await setTimeout(1500);
      let length = 0;
      child.stdout.on('data', (bytes: Buffer) => (length += bytes.length)).resume();
      await once(child, 'close');
      expect(length).toBe(3000 * width);
    });
  }
});

describe('visible', () => {
  it('leaves lines of every kind and tabs as they are', () => {
    expect(visible('a\tb\r\nc\n')).toBe('a\tb\r\nc\n');
  });

  it('replaces what a terminal would obey', () => {
    expect(visible('\x1b[2K\x9b1A\x7f\rb\u202e')).toBe('\uFFFD[2K\uFFFD1A\uFFFD\uFFFDb\uFFFD');
  });
});

describe('escapedJson', () => {
  it('keeps what a terminal would obey, in escapes', () => {
    const text = '\x1b[2K\x9b1A\x7f\rb\u202e\n';
    expect(escapedJson(text)).toBe(String.raw`"\u001b[2K\u009b1A\u007f\rb\u202e\n"`);
    expect(JSON.parse(escapedJson(text))).toBe(text);
  });
});
