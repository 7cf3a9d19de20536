import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planEdits } from '../../../src/cli/commit/planned-edit';
import { temporaryFolder } from '../../support/temporary-folder';

const file = (path: string, content: string) => ({ path, content: Buffer.from(content) });
const deleted = (path: string) => ({ path, content: undefined });

describe('planEdits', () => {
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
      /^out is .*outside the project/,
    ],
    [
      'a link that leads nowhere',
      () => {
        symlinkSync('nowhere', join(root, 'x.py'));
      },
      'x.py',
      /^x\.py is .*broken/,
    ],
    [
      'a folder that is a link to nowhere',
      () => {
        symlinkSync('nowhere', join(root, 'x'));
      },
      'x/y.py',
      /^x is .*broken/,
    ],
    [
      'links in a circle',
      () => {
        symlinkSync('y', join(root, 'x'));
        symlinkSync('x', join(root, 'y'));
      },
      'x/y.py',
      /^x is .*broken/,
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
      /^x is a file, but must be a folder/,
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
      expect(() => planEdits(root, [file('run.py', 'new'), file(path, 'y')])).toThrowError(message);
    });
  }

  it('refuses a file to be replaced in a read-only folder', () => {
    const folder = join(root, 'x');
    mkdirSync(folder);
    writeFileSync(join(folder, 'y.py'), '');
    chmodSync(folder, 0o555);
    expect(() => planEdits(root, [file('x/y.py', 'y')])).toThrowError(
      'x is read-only. Make it writable.',
    );
    expect(planEdits(root, [file('x/y.py', '')])).toEqual([]);
    chmodSync(folder, 0o755);
  });

  it('treats what is still to be written as written', () => {
    const pending = new Map([
      ['run.py', Buffer.from('decided')],
      ['x.py', Buffer.from('x')],
    ]);
    const files = [file('run.py', 'new'), file('x.py', 'x'), file('y.py', 'y')];
    const edits = planEdits(root, files, pending);
    expect(edits.map(({ kind, path, before }) => [kind, path, before?.toString()])).toEqual([
      ['update', 'run.py', 'decided'],
      ['create', 'y.py', undefined],
    ]);
  });

  it('takes a name that starts with two dots for what it is', () => {
    expect(planEdits(root, [file('..foo', 'x')]).map(({ kind }) => kind)).toEqual(['create']);
    writeFileSync(join(root, '..foo'), 'y');
    expect(planEdits(root, [file('..foo', 'x')]).map(({ kind }) => kind)).toEqual(['update']);
  });

  it('tells the three kinds of edit apart, and leaves out what stays', () => {
    writeFileSync(join(root, 'a.py'), 'a');
    writeFileSync(join(root, 'b.py'), 'b');
    const files = [deleted('a.py'), file('b.py', 'b'), file('c.py', ''), file('run.py', 'new')];
    expect(planEdits(root, files).map(({ kind, path }) => [kind, path])).toEqual([
      ['delete', 'a.py'],
      ['create', 'c.py'],
      ['update', 'run.py'],
    ]);
  });

  it('deletes a file that the run has not read, and none that does not exist', () => {
    const edits = planEdits(root, [deleted('run.py'), deleted('x/y.py')], new Map());
    expect(edits.map(({ kind, before }) => [kind, before?.toString()])).toEqual([
      ['delete', 'old'],
    ]);
  });

  const undeletable: [string, () => void, RegExp][] = [
    [
      'a read-only file',
      () => {
        writeFileSync(join(root, 'x'), '', { mode: 0o444 });
      },
      /^x is read-only/,
    ],
    [
      'a folder',
      () => {
        mkdirSync(join(root, 'x'));
      },
      /^x is not a file/,
    ],
    [
      'a symbolic link',
      () => {
        symlinkSync('run.py', join(root, 'x'));
      },
      /^x is a symbolic link: remove it yourself/,
    ],
  ];
  for (const [name, prepare, message] of undeletable) {
    it(`refuses to delete ${name}`, () => {
      prepare();
      expect(() => planEdits(root, [deleted('x')])).toThrowError(message);
    });
  }

  it('refuses to delete from a read-only folder', () => {
    const folder = join(root, 'x');
    mkdirSync(folder);
    writeFileSync(join(folder, 'y.py'), '');
    chmodSync(folder, 0o555);
    expect(() => planEdits(root, [deleted('x/y.py')])).toThrowError(
      'x is read-only. Make it writable.',
    );
    chmodSync(folder, 0o755);
  });
});
