import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changesIn } from '../../../src/cli/commit/change';
import { temporaryFolder } from '../../support/temporary-folder';

const file = (path: string, content: string) => ({ path, content: Buffer.from(content) });

describe('changesIn', () => {
  let root: string;

  beforeEach(() => {
    root = temporaryFolder();
    writeFileSync(join(root, 'run.py'), 'old');
  });

  const refusals: [string, () => void, string, RegExp][] = [
    [
      'a link out of the project',
      () => {
        symlinkSync(temporaryFolder(), join(root, 'out'));
      },
      'out/x.py',
      /^out is .*out of the project/,
    ],
    [
      'a link that leads nowhere',
      () => {
        symlinkSync('nowhere', join(root, 'x.py'));
      },
      'x.py',
      /^x\.py is .*nowhere/,
    ],
    [
      'a folder that is a link to nowhere',
      () => {
        symlinkSync('nowhere', join(root, 'x'));
      },
      'x/y.py',
      /^x is .*nowhere/,
    ],
    [
      'links in a circle',
      () => {
        symlinkSync('y', join(root, 'x'));
        symlinkSync('x', join(root, 'y'));
      },
      'x/y.py',
      /^x is .*nowhere/,
    ],
    [
      'a read-only file',
      () => {
        writeFileSync(join(root, 'x.py'), 'x', { mode: 0o444 });
      },
      'x.py',
      /^x\.py is read-only/,
    ],
    ...['x.py', 'y/z/x.py'].map((path): [string, () => void, string, RegExp] => [
      `a read-only folder, whoever runs it, for ${path}`,
      () => {
        mkdirSync(join(root, 'x'), { mode: 0o555 });
      },
      `x/${path}`,
      /^x is read-only/,
    ]),
    [
      'a folder in the place of a file',
      () => {
        mkdirSync(join(root, 'x.py'));
      },
      'x.py',
      /^x\.py is not a file/,
    ],
    [
      'a file in the place of a folder',
      () => {
        writeFileSync(join(root, 'x'), '');
      },
      'x/y.py',
      /^x is a file where a folder has to be/,
    ],
    [
      'two names of one file',
      () => {
        symlinkSync('run.py', join(root, 'x.py'));
      },
      'x.py',
      /^run\.py and x\.py are the same file/,
    ],
  ];
  for (const [name, prepare, path, message] of refusals) {
    it(`refuses ${name}`, () => {
      prepare();
      expect(() => changesIn(root, [file('run.py', 'new'), file(path, 'y')])).toThrowError(message);
    });
  }

  it('refuses a file to be replaced in a read-only folder', () => {
    const folder = join(root, 'x');
    mkdirSync(folder);
    writeFileSync(join(folder, 'y.py'), '');
    chmodSync(folder, 0o555);
    expect(() => changesIn(root, [file('x/y.py', 'y')])).toThrowError('x is read-only.');
    expect(changesIn(root, [file('x/y.py', '')])).toEqual([]);
    chmodSync(folder, 0o755);
  });

  it('takes what is still to be written for what is there', () => {
    const pending = new Map([
      ['run.py', Buffer.from('decided')],
      ['x.py', Buffer.from('x')],
    ]);
    const files = [file('run.py', 'new'), file('x.py', 'x'), file('y.py', 'y')];
    const changes = changesIn(root, files, pending);
    expect(changes.map(({ kind, path, before }) => [kind, path, before?.toString()])).toEqual([
      ['UPDATE', 'run.py', 'decided'],
      ['CREATE', 'y.py', undefined],
    ]);
  });

  it('takes a name that starts with two dots for what it is', () => {
    expect(changesIn(root, [file('..foo', 'x')]).map(({ kind }) => kind)).toEqual(['CREATE']);
    writeFileSync(join(root, '..foo'), 'y');
    expect(changesIn(root, [file('..foo', 'x')]).map(({ kind }) => kind)).toEqual(['UPDATE']);
  });
});
