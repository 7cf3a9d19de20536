import {
  chmodSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { planEdits } from '../../../src/cli/commit/planned-edit';
import { applyEdits } from '../../../src/cli/commit/project';
import { DiskFiles } from '../../../src/cli/engine/disk-files';
import { historyIn, typedCommand } from '../../../src/cli/history/history';
import { planUndo } from '../../../src/cli/history/plan-undo';
import { temporaryFolder } from '../../support/temporary-folder';

describe('The history', () => {
  const { signal } = new AbortController();
  let root: string;

  beforeEach(() => {
    root = temporaryFolder();
    mkdirSync(join(root, '.scaffold'));
  });

  /** Commits files as a run does; null deletes one. */
  function run(files: Readonly<Record<string, Buffer | null>>, ...words: string[]): void {
    const staged = Object.entries(files).map(([path, content]) => ({
      path,
      content: content ?? undefined,
    }));
    applyEdits(root, planEdits(root, staged), { signal, tell: fail }, words);
  }

  function history(): ReturnType<typeof historyIn> {
    return historyIn(new DiskFiles(root));
  }

  it('keeps the words of a run, its time, and every byte before and after it', () => {
    const before = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const after = Buffer.from('\uFEFFé\r\n');
    writeFileSync(join(root, 'a.py'), before);
    writeFileSync(join(root, 'b.py'), before);
    chmodSync(join(root, 'b.py'), 0o750);
    const began = Date.now();
    run({ 'a.py': after, 'b.py': null, 'c/d.py': Buffer.of() }, 'make:view', 'a b', '-r');
    const [entry] = history();
    expect(entry?.run.words).toEqual(['make:view', 'a b', '-r']);
    expect(entry?.run.isUndone).toBeFalse();
    expect(Date.parse(entry?.run.time ?? '')).toBeGreaterThanOrEqual(began);
    expect(entry?.run.edits).toEqual([
      { path: 'a.py', before, after },
      { path: 'b.py', before, after: undefined, mode: 0o750 },
      { path: 'c/d.py', before: undefined, after: Buffer.of() },
    ]);
  });

  it('is for its owner alone, and git ignores it', () => {
    run({ 'a.py': Buffer.of() }, 'one');
    expect(statSync(join(root, '.scaffold/history/1.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(root, '.scaffold/history')).sort()).toEqual(['.gitignore', '1.json']);
  });

  it('holds no secrets and no data', () => {
    const secret = Buffer.from('SECRET_KEY=abc');
    run({ '.env': secret, 'sub/.env': secret, 'instance/a': secret, '.env.example': secret }, 'x');
    expect(history()[0]?.run.edits.map(({ path }) => path)).toEqual(['.env.example']);
  });

  it('keeps the last twenty runs, newest first', () => {
    for (let number = 1; number <= 23; number++) {
      run({ 'a.py': Buffer.from(String(number)) }, String(number));
    }
    const words = Array.from({ length: 20 }, (_, index) => [String(23 - index)]);
    expect(history().map((entry) => entry.run.words)).toEqual(words);
    expect(readdirSync(join(root, '.scaffold/history')).length).toBe(21);
  });

  it('does not keep a run without words', () => {
    const edits = planEdits(root, [{ path: 'a.py', content: Buffer.of() }]);
    applyEdits(root, edits, { signal, tell: fail }, undefined);
    expect(readdirSync(root)).toEqual(['.scaffold', 'a.py']);
    expect(history()).toEqual([]);
  });

  it('goes on where a person has removed it, or put something else there', () => {
    run({ 'a.py': Buffer.from('1') }, 'one');
    rmSync(join(root, '.scaffold/history'), { recursive: true });
    run({ 'a.py': Buffer.from('2') }, 'two');
    writeFileSync(join(root, '.scaffold/history/notes.txt'), '');
    run({ 'a.py': Buffer.from('3') }, 'three');
    expect(history().map((entry) => entry.run.words)).toEqual([['three'], ['two']]);
  });

  it('names the file that it cannot read', () => {
    run({ 'a.py': Buffer.of() }, 'one');
    const file = join(root, '.scaffold/history/1.json');
    writeFileSync(file, '{"version":1');
    const oldest = (): unknown => history().at(-1)?.run;
    expect(oldest).toThrowError('.scaffold/history/1.json is damaged: remove it.');
    writeFileSync(file, '{"version":9}');
    expect(oldest).toThrowError(
      'A newer version of scaffold wrote .scaffold/history/1.json: update scaffold, or remove the file.',
    );
    run({ 'b.py': Buffer.of() }, 'two');
    expect(history()[0]?.run.words).toEqual(['two']);
  });

  describe('from a stranger', () => {
    const EDIT = { path: 'a.py', before: 'a\n', after: 'b\n' };
    const RUN = { version: 1, time: '2026-11-23T12:00:00.000Z', words: ['x'], edits: [EDIT] };

    function kept(stored: unknown): ReturnType<typeof history>[number]['run'] | undefined {
      mkdirSync(join(root, '.scaffold/history'), { recursive: true });
      writeFileSync(join(root, '.scaffold/history/999.json'), JSON.stringify(stored));
      return history()[0]?.run;
    }

    const FOREIGN = ['../a', '/tmp/a', 'a/../../b', '.', '', 'a/', '.git/hooks/post-commit'];
    for (const path of [
      ...FOREIGN,
      '.GIT/config',
      'x/.git/config',
      '.env',
      'x/.env',
      '.ENV',
      'instance/a',
    ]) {
      it(`changes no file such as ${path === '' ? 'nothing' : path}`, () => {
        expect(() => kept({ ...RUN, edits: [{ ...EDIT, path }] })).toThrowError(
          SchematicsException,
          `.scaffold/history/999.json is damaged: it names "${path}", and undo changes no file that is ` +
            'outside the project, of git, or private. Remove it.',
        );
      });
    }

    it('changes no file of git behind a link', () => {
      mkdirSync(join(root, '.git'));
      symlinkSync('.git', join(root, 'link'));
      expect(() => planEdits(root, [{ path: 'link/config', content: Buffer.of() }])).toThrowError(
        SchematicsException,
        'link is a symbolic link that points to the files of git. Replace it with what it points to.',
      );
    });

    const DAMAGED: Readonly<Record<string, unknown>> = {
      nothing: null,
      'a text as version': { ...RUN, version: 'one' },
      'a number of edits': { ...RUN, edits: 5 },
      'an edit that is null': { ...RUN, edits: [null] },
      'a number as path': { ...RUN, edits: [{ ...EDIT, path: 5 }] },
      'a number as content': { ...RUN, edits: [{ ...EDIT, before: 5 }] },
      'a mode that runs as its owner': { ...RUN, edits: [{ ...EDIT, mode: 0o4755 }] },
      'a number as words': { ...RUN, words: 5 },
      'a number as word': { ...RUN, words: [5] },
      'a time that is none': { ...RUN, time: 'now' },
      'a text as mark': { ...RUN, undone: 'yes' },
    };
    for (const [name, stored] of Object.entries(DAMAGED)) {
      it(`is refused with ${name}`, () => {
        expect(() => kept(stored)).toThrowError(
          SchematicsException,
          '.scaffold/history/999.json is damaged: remove it.',
        );
      });
    }

    it('changes no secret behind a link', async () => {
      writeFileSync(join(root, '.env'), 'a\nSECRET_KEY=b\n');
      symlinkSync('.env', join(root, 'link'));
      kept({ ...RUN, edits: [{ path: 'link', before: 'evil\na\n', after: 'a\n' }] });
      await expectAsync(planUndo({ root, place: undefined, force: true })).toBeRejectedWithError(
        SchematicsException,
        'link is a symbolic link that points to a private file, which undo does not change.',
      );
    });

    it('prints no control characters', () => {
      const run = kept({ ...RUN, words: ['a\u001b[2K\u009b1A\u007f\n'] });
      expect(run && typedCommand(run)).toBe("scaffold 'a\uFFFD[2K\uFFFD1A\uFFFD\uFFFD'");
    });
  });
});
