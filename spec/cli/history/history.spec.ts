import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planEdits } from '../../../src/cli/commit/planned-edit';
import { applyEdits } from '../../../src/cli/commit/project';
import { DiskFiles } from '../../../src/cli/engine/disk-files';
import { historyIn } from '../../../src/cli/history/history';
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
});
