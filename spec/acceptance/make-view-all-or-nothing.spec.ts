import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { bareCopy } from '../support/bare-application';
import { need } from '../support/need';
import { findProgram } from '../support/programs';
import { scaffoldOnTerminal } from '../support/pseudo-terminal';
import { type Ended, run, SCAFFOLD, scaffold } from '../support/run';
import { endWithSpecs } from '../support/started';
import { temporaryFolder } from '../support/temporary-folder';
import { treeOf } from '../support/tree-of';
import { killAgainAndAgain, lostAmong } from '../support/under-pressure';

const MAKE = ['make:view', 'posts.index', '-rcm'];
const NOBODY = 65534;

describe('scaffold make:view, all or nothing,', () => {
  for (const round of [1, 2]) {
    it(`loses nothing of 20 commands at the same time (${round} of 2)`, async () => {
      expect(await lostAmong(20)).toEqual([]);
    });
  }

  it('killed at 20 moments leaves the project as it was or as it is to be', async () => {
    const { before, after } = await killAgainAndAgain(20);
    expect(before + after).toBe(20);
    expect(before).toBeGreaterThan(0);
    expect(after).toBeGreaterThan(0);
  });

  describe('where it cannot write,', () => {
    let root: string;
    let tree: Record<string, string>;

    beforeEach(async () => {
      root = await bareCopy();
    });

    function expectRefusal({ code, stdout, stderr }: Ended, message: RegExp): void {
      expect(stderr).toMatch(message);
      expect(stderr).not.toMatch(/\n\s+at /);
      expect(stdout).toBe('');
      expect(code).toBe(1);
      expect(treeOf(root)).toEqual(tree);
    }

    /** As a user that may read everything, so that it reaches the sources wherever they are. */
    function runAsNobody(): Promise<Ended> {
      need('root', process.getuid?.() === 0 ? true : undefined);
      const setpriv = need('setpriv', findProgram('setpriv'));
      const reader = ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search'];
      const user = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', ...reader];
      return run(setpriv, [...user, process.execPath, SCAFFOLD, ...MAKE], { cwd: root });
    }

    function giveToNobody(): void {
      chmodSync(join(root, '..'), 0o755);
      chownSync(root, NOBODY, NOBODY);
      for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
        chownSync(join(root, path), NOBODY, NOBODY);
      }
    }

    for (const limit of [0, 1]) {
      it(`a file that may have ${limit} KiB, says so`, async () => {
        tree = treeOf(root);
        const command = `ulimit -f ${limit}; exec "$@"`;
        const program = [process.execPath, SCAFFOLD, ...MAKE];
        const ended = await run('bash', ['-c', command, '-', ...program], { cwd: root });
        expectRefusal(ended, /^error: .*: the file would be larger than the limit allows\.\n$/);
      });
    }

    it('a disk that is full, says so, whichever of its writes finds it full', async () => {
      const disk = temporaryFolder();
      const mount = ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk];
      const mounted = spawnSync('mount', mount).status === 0;
      need('the right to mount', mounted ? true : undefined);
      try {
        cpSync(root, join(disk, 'blog'), { recursive: true });
        root = join(disk, 'blog');
        tree = treeOf(root);
        const runWith = async (free: number): Promise<Ended> => {
          const { bavail, bsize } = statfsSync(disk);
          writeFileSync(join(disk, 'filler'), Buffer.alloc((bavail - free) * bsize));
          const ended = await scaffold(MAKE, { cwd: root });
          rmSync(join(disk, 'filler'));
          return ended;
        };
        let free = 0;
        let ended = await runWith(free);
        while (ended.code !== 0) {
          expectRefusal(ended, /^error: .*: the disk is full\.\n$/);
          ended = await runWith(++free);
        }
        const files = ended.stdout.match(/^(CREATE|UPDATE) /gm) ?? [];
        expect(free).toBeGreaterThanOrEqual(files.length);
      } finally {
        execFileSync('umount', [disk]);
      }
    });

    it('a file without its write bit, names it, also to root', async () => {
      chmodSync(join(root, 'app/__init__.py'), 0o444);
      tree = treeOf(root);
      expectRefusal(
        await scaffold(MAKE, { cwd: root }),
        /^error: app\/__init__\.py is read-only\. Make it writable\.\n$/,
      );
    });

    it('a file without its write bit, names it to an unprivileged user', async () => {
      giveToNobody();
      chmodSync(join(root, 'app/__init__.py'), 0o444);
      tree = treeOf(root);
      expectRefusal(
        await runAsNobody(),
        /^error: app\/__init__\.py is read-only\. Make it writable\.\n$/,
      );
    });

    it('a folder without its write bit, names it, also to root', async () => {
      chmodSync(join(root, 'app/templates'), 0o555);
      tree = treeOf(root);
      expectRefusal(
        await scaffold(MAKE, { cwd: root }),
        /^error: app\/templates is read-only\. Make it writable\.\n$/,
      );
    });

    it("another user's file, names it to an unprivileged user", async () => {
      giveToNobody();
      chownSync(join(root, 'app/__init__.py'), 0, 0);
      tree = treeOf(root);
      expectRefusal(
        await runAsNobody(),
        /^error: app\/__init__\.py cannot be written: it belongs to another user\.\n$/,
      );
    });

    it("another user's folder, names it to an unprivileged user", async () => {
      giveToNobody();
      chownSync(join(root, 'app/templates'), 0, 0);
      tree = treeOf(root);
      expectRefusal(
        await runAsNobody(),
        /^error: app\/templates cannot be written: it belongs to another user\.\n$/,
      );
    });
  });

  /** Has the lock held by a process of this id, as a run of its own would. */
  function heldBy(root: string, pid: number): void {
    mkdirSync(join(root, '.scaffold/lock'), { recursive: true });
    writeFileSync(join(root, '.scaffold/lock', `${pid}-ab`), '');
  }

  it('is not kept waiting by the lock and the journal of a process that has ended', async () => {
    const root = await bareCopy();
    heldBy(root, spawnSync('true').pid);
    writeFileSync(join(root, '.scaffold/begun.json'), '{"writes": [{"path": "a');
    expect((await scaffold(MAKE, { cwd: root })).code).toBe(0);
    const other = await bareCopy();
    await scaffold(MAKE, { cwd: other });
    expect({ ...treeOf(root), '.env': '' }).toEqual({ ...treeOf(other), '.env': '' });
  });

  for (const command of [MAKE, ['setup']]) {
    it(`${command[0]} waits for a run that is under way, and ends where that is interrupted`, async () => {
      const root = await bareCopy();
      const { pid } = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
      if (pid === undefined) {
        throw new Error('sleep cannot be started.');
      }
      endWithSpecs(pid);
      heldBy(root, pid);
      const before = treeOf(root);
      const waiting = scaffoldOnTerminal(command, root);
      await waiting.shows(`Waiting for another run of scaffold (process ${pid}).`);
      waiting.type('\x03');
      expect(await waiting.ended).toBe(130);
      expect(waiting.screen().includes('Interrupted: nothing was changed.')).toBe(command === MAKE);
      expect(treeOf(root)).toEqual(before);
      process.kill(pid);
    });
  }
});
