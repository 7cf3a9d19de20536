import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { pendingFiles, recover } from '../../../src/cli/commit/journal';
import { readJournal } from '../../../src/cli/commit/journal-format';
import { temporaryFolder } from '../../support/temporary-folder';
import { treeOf } from '../../support/tree-of';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('readJournal', () => {
  let root: string;

  beforeEach(() => {
    root = temporaryFolder();
    mkdirSync(join(root, '.scaffold'));
  });

  function leave(name: 'begun' | 'decided', journal: unknown): string {
    const file = join(root, `.scaffold/${name}.json`);
    writeFileSync(file, JSON.stringify(journal));
    return file;
  }

  /** What scaffold 0.1 left when it was killed: its journal had no version. */
  function leaveUnversioned(name: 'begun' | 'decided'): string {
    writeFileSync(join(root, 'run.py'), 'a\n');
    writeFileSync(join(root, '.run.py.scaffold-1'), 'a\nb\n');
    mkdirSync(join(root, 'x'));
    writeFileSync(join(root, 'x/.y.py.scaffold-1'), 'y\n');
    const write = (path: string, staged: string, before: string | null, after: string): object => ({
      path,
      file: path,
      staged,
      before,
      after,
    });
    return leave(name, {
      writes: [
        write('run.py', '.run.py.scaffold-1', base64('a\n'), base64('a\nb\n')),
        write('x/y.py', 'x/.y.py.scaffold-1', null, base64('y\n')),
      ],
      folders: ['x'],
    });
  }

  it('reads a journal without a version', () => {
    const journal = readJournal(root, leaveUnversioned('decided'));
    expect(journal?.edits.map(({ path }) => path)).toEqual(['run.py', 'x/y.py']);
  });

  it('lets a commit without a version be finished', () => {
    leaveUnversioned('decided');
    expect(pendingFiles(root).map(({ path }) => path)).toEqual(['run.py', 'x/y.py']);
    expect(recover(root)).toEqual([]);
    expect(treeOf(root)).toEqual({
      '.scaffold/': '755',
      'run.py': '644 a\nb\n',
      'x/': '755',
      'x/y.py': '644 y\n',
    });
  });

  it('lets a commit without a version be taken back', () => {
    leaveUnversioned('begun');
    expect(recover(root)).toEqual([]);
    expect(treeOf(root)).toEqual({ '.scaffold/': '755', 'run.py': '644 a\n' });
  });

  for (const name of ['begun', 'decided'] as const) {
    it(`refuses a ${name} journal of an unknown version, and leaves it`, () => {
      const file = leave(name, { version: 2, edits: 'unknown' });
      expect(() => recover(root)).toThrowError(
        `A newer version of scaffold was interrupted here, and this version cannot read its journal (.scaffold/${name}.json). ` +
          'Update scaffold and run it again, to finish or undo that run.',
      );
      expect(existsSync(file)).toBeTrue();
    });
  }

  describe('of a stranger', () => {
    const EDIT = {
      path: 'a.py',
      file: 'a.py',
      staged: '.a.py.scaffold-1',
      before: base64('a\n'),
      after: base64('evil\n'),
    };
    const DELETE = { ...EDIT, staged: null, after: null };
    const journal = (edit: object, folders: unknown = []) => ({
      version: 1,
      edits: [edit],
      folders,
    });
    const at = (file: string, staged: string) => journal({ ...EDIT, file, staged });

    const CRAFTED: Readonly<Record<string, unknown>> = {
      'a file outside': at('../victim', '../.victim.scaffold-1'),
      'an absolute file': at('/tmp/victim', '/tmp/.victim.scaffold-1'),
      'the root': at('.', '...scaffold-1'),
      'no file': at('', '..scaffold-1'),
      'a file of git': at('.git/config', '.git/.config.scaffold-1'),
      'a file of git, in capitals': at('.GIT/config', '.GIT/.config.scaffold-1'),
      'a file of a submodule': at('x/.git/config', 'x/.git/.config.scaffold-1'),
      'a file behind a link to the outside': at('outside/victim', 'outside/.victim.scaffold-1'),
      'a file behind a link to git': at('hooks/config', 'hooks/.config.scaffold-1'),
      'a file to delete outside': journal({ ...DELETE, file: '../victim' }),
      'a file to delete behind a link': journal({ ...DELETE, file: 'outside/victim' }),
      'new content outside': journal({ ...EDIT, staged: '../victim' }),
      'new content that is another file': journal({ ...EDIT, staged: 'b.py' }),
      'new content without a process': journal({ ...EDIT, staged: '.a.py.scaffold-' }),
      'a name outside': journal({ ...EDIT, path: '../victim' }),
      'a name that moves the cursor': journal({ ...EDIT, path: 'a\u001b[2K.py' }),
      'a folder outside': journal(EDIT, ['../empty']),
      'a folder of git': journal(EDIT, ['.git/empty']),
      'a folder behind a link': journal(EDIT, ['outside/empty']),
      'a file outside, without a version': {
        writes: [{ ...EDIT, file: '../victim', staged: '../.victim.scaffold-1' }],
        folders: [],
      },
      nothing: null,
      'a list': [],
      'no edits': { version: 1, folders: [] },
      'a number of edits': { version: 1, edits: 5, folders: [] },
      'an edit that is null': { version: 1, edits: [null], folders: [] },
      'a number as name': journal({ ...EDIT, path: 5 }),
      'a number as content': journal({ ...EDIT, before: 5 }),
      'no new content': journal({ ...EDIT, staged: null }),
      'a number as folders': journal(EDIT, 5),
      'a number as folder': journal(EDIT, [5]),
      'a text as version': { ...journal(EDIT), version: 'one' },
    };

    for (const [name, crafted] of Object.entries(CRAFTED)) {
      for (const place of ['begun', 'decided'] as const) {
        it(`with ${name} is refused where it is ${place}, and changes nothing`, () => {
          const outer = root;
          root = join(outer, 'project');
          ['project/.scaffold', 'project/.git/empty', 'project/x/.git', 'empty'].forEach(
            (folder) => {
              mkdirSync(join(outer, folder), { recursive: true });
            },
          );
          symlinkSync('..', join(root, 'outside'));
          symlinkSync('.git', join(root, 'hooks'));
          ['../victim', '.git/config', 'x/.git/config', 'a.py'].forEach((file) => {
            writeFileSync(join(root, file), 'a\n');
            writeFileSync(join(root, file, `../.${file.split('/').at(-1)}.scaffold-1`), 'evil\n');
          });
          writeFileSync(join(root, 'b.py'), 'evil\n');
          leave(place, crafted);
          const before = treeOf(outer);
          const reason = `.scaffold/${place}.json is damaged: remove it.`;
          expect(() => recover(root)).toThrowError(SchematicsException, reason);
          if (place === 'decided') {
            expect(() => pendingFiles(root)).toThrowError(SchematicsException, reason);
          }
          expect(treeOf(outer)).toEqual(before);
        });
      }
    }

    it('that is cut off is refused where it is decided', () => {
      writeFileSync(join(root, '.scaffold/decided.json'), '{');
      const reason = '.scaffold/decided.json is damaged: remove it.';
      expect(() => recover(root)).toThrowError(SchematicsException, reason);
      expect(() => pendingFiles(root)).toThrowError(SchematicsException, reason);
    });
  });
});
