import { DiskFiles } from '../../../src/cli/engine/disk-files';
import type { KeptEdit } from '../../../src/cli/history/history';
import { takeBack } from '../../../src/cli/history/take-back';
import { obstacleText } from '../../../src/references/obstacle';
import { StagedFiles } from '../../../src/project/staged-files';
import { writeFiles } from '../../support/write-files';

describe('takeBack', () => {
  /** What becomes of `a.py`, null for nothing, and what is in the way; an obstacle that yields ends with `?`. */
  async function outcome(
    now: string | null,
    { before, after, mode }: { before: string | null; after: string | null; mode?: number },
  ): Promise<readonly [content: string | null | undefined, ...obstacles: string[]]> {
    const root = writeFiles(now === null ? {} : { 'a.py': now });
    const edit: KeptEdit = {
      path: 'a.py',
      before: before === null ? undefined : Buffer.from(before),
      after: after === null ? undefined : Buffer.from(after),
      mode,
    };
    const { files, obstacles } = await takeBack([edit], new StagedFiles(new DiskFiles(root)));
    expect(files.every((file) => file.mode === mode)).toBeTrue();
    const texts = obstacles.map((each) => `${obstacleText(each)}${each.yields ? '?' : ''}`);
    const [file] = files;
    return [file ? (file.content?.toString() ?? null) : undefined, ...texts];
  }

  it('deletes what the run made, also where it was changed: then it says so', async () => {
    const made = { before: null, after: 'a\nb\n' };
    expect(await outcome('a\nb\n', made)).toEqual([null]);
    expect(await outcome('a\nX\n', made)).toEqual([null, 'a.py:2: changed since the run made it?']);
    expect(await outcome(null, made)).toEqual([undefined, 'a.py: no longer exists?']);
  });

  it('brings back what the run deleted, with its mode, unless another file took its place', async () => {
    const deleted = { before: 'a\n', after: null, mode: 0o750 };
    expect(await outcome(null, deleted)).toEqual(['a\n']);
    expect(await outcome('a\n', deleted)).toEqual([undefined]);
    expect(await outcome('b\n', deleted)).toEqual([
      undefined,
      'a.py: the run deleted it, but it exists again',
    ]);
  });

  it('merges what the run changed', async () => {
    const changed = { before: 'a = 1\n', after: 'a = 1\nrun = 1\n' };
    expect(await outcome(changed.after, changed)).toEqual(['a = 1\n']);
    expect(await outcome(`mine = 1\n${changed.after}`, changed)).toEqual(['mine = 1\na = 1\n']);
    expect(await outcome(changed.before, changed)).toEqual([
      undefined,
      'a.py: no longer has what the run wrote?',
    ]);
    expect(await outcome('a = 1\nrun = 2\n', changed)).toEqual([
      undefined,
      'a.py:2: lines that the run wrote here have changed',
    ]);
  });

  it('refuses what would no longer be Python', async () => {
    const changed = { before: 'a = 1\n', after: 'if a:\n    run()\na = 1\n' };
    const now = 'if a:\n    run()\nelse:\n    mine()\na = 1\n';
    const [, ...obstacles] = await outcome(now, changed);
    expect(obstacles).toEqual([jasmine.stringMatching(/^a\.py(:\d+)?: .*[^?]$/)]);
  });
});
