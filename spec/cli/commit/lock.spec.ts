import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { withLock } from '../../../src/cli/commit/lock';
import { Interrupted } from '../../../src/errors';
import { TYPESCRIPT } from '../../support/run';
import { temporaryFolder } from '../../support/temporary-folder';
import { treeOf } from '../../support/tree-of';
import { until } from '../../support/until';

describe('withLock', () => {
  let root: string;
  let told: string[];
  const { signal } = new AbortController();
  const tell = (message: string): void => {
    told.push(message);
  };

  beforeEach(() => {
    root = temporaryFolder();
    told = [];
  });

  /** Has the lock held by a process of this id, since a time in seconds since 1970. */
  function heldBy(pid: number, since = Date.now() / 1000): void {
    mkdirSync(join(root, '.scaffold/lock'), { recursive: true });
    const owner = join(root, '.scaffold/lock', `${pid}-ab`);
    writeFileSync(owner, '');
    utimesSync(owner, since, since);
  }

  it('leaves nothing behind', async () => {
    await withLock(root, { signal, tell }, () => undefined);
    expect(treeOf(root)).toEqual({});
  });

  it('is released by work that fails', async () => {
    await expectAsync(
      withLock(root, { signal, tell }, () => Promise.reject(new Error('no'))),
    ).toBeRejectedWithError('no');
    expect(treeOf(root)).toEqual({});
  });

  it('is released where a person has removed it', async () => {
    const work = (): void => {
      rmSync(join(root, '.scaffold/lock'), { recursive: true });
    };
    await withLock(root, { signal, tell }, work);
    expect(treeOf(root)).toEqual({});
  });

  it('lets one run work at a time, and says once for whom it waits', async () => {
    let working = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++working);
      await setTimeout(50);
      working--;
    };
    await Promise.all([1, 2, 3].map(() => withLock(root, { signal, tell }, work)));
    expect(most).toBe(1);
    const message = `Waiting for another run of scaffold (process ${process.pid}). If no such run exists, remove .scaffold/lock.`;
    expect(told).toEqual([message, message]);
  });

  it('ends its waiting where it is interrupted', async () => {
    heldBy(process.ppid);
    const interrupt = new AbortController();
    const waiting = withLock(root, { signal: interrupt.signal, tell }, fail);
    interrupt.abort(new Interrupted('SIGTERM'));
    await expectAsync(waiting).toBeRejectedWithError(Interrupted);
    expect(Object.keys(treeOf(root))).toEqual([
      '.scaffold/',
      '.scaffold/lock/',
      `.scaffold/lock/${process.ppid}-ab`,
    ]);
  });

  it('takes the lock of a process that is dead, and what it left', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    heldBy(child.pid ?? 0);
    mkdirSync(join(root, '.scaffold', `lock-${child.pid}-ab`));
    await withLock(root, { signal, tell }, () => undefined);
    expect(told).toEqual([]);
    expect(treeOf(root)).toEqual({});
  });

  it('takes the lock of a dead process whose id another one has got since', async () => {
    heldBy(process.ppid, Date.now() / 1000 - 24 * 3600);
    await withLock(root, { signal, tell }, () => undefined);
    expect(treeOf(root)).toEqual({});
  });

  it('takes the lock of a dead process whose id this one has, as in a container', async () => {
    heldBy(process.pid);
    await withLock(root, { signal, tell }, () => undefined);
    expect(told).toEqual([]);
    expect(treeOf(root)).toEqual({});
  });

  it('says what is in its way', async () => {
    writeFileSync(join(root, '.scaffold'), '');
    await expectAsync(withLock(root, { signal, tell }, fail)).toBeRejectedWithError(
      '.scaffold is not a folder, and scaffold needs one of this name: move it away.',
    );
  });

  it('is held by one of many processes at a time, also where one is killed that holds it', async () => {
    const log = join(root, 'log');
    appendFileSync(log, '');
    const program = `
      require(${JSON.stringify(TYPESCRIPT)});
      const { withLock } = require(${JSON.stringify(join(__dirname, '../../../src/cli/commit/lock'))});
      const { appendFileSync } = require('node:fs');
      const holder = { signal: new AbortController().signal, tell: () => say('waits') };
      const say = (word) => appendFileSync(${JSON.stringify(log)}, word + ' ' + process.pid + '\\n');
      (async () => {
        for (let i = 0; i < 10; i++) {
          await withLock(${JSON.stringify(root)}, holder, async () => {
            say('in');
            await new Promise((resolve) => setTimeout(resolve, Number(process.argv[1])));
            say('out');
          });
        }
      })();`;
    const start = (work: number): ReturnType<typeof spawn> =>
      spawn(process.execPath, ['-e', program, String(work)], { stdio: 'inherit' });
    const lines = (): string[] => readFileSync(log, 'utf8').trimEnd().split('\n');
    const victim = start(60_000);
    await until(
      () => 'the one that will be killed is at work',
      () => lines().includes(`in ${victim.pid}`),
    );
    const others = [start(2), start(2), start(2)];
    const ends = others.map(async (child) => (await once(child, 'exit'))[0] as number);
    await until(
      () => 'the others wait for it',
      () => others.every(({ pid }) => lines().includes(`waits ${pid}`)),
    );
    victim.kill('SIGKILL');
    expect(await Promise.all(ends)).toEqual([0, 0, 0]);
    // Each goes in when nobody is in; the one that was killed never came out.
    let inside: string | undefined;
    const steps = lines().filter((line) => !line.startsWith('waits'));
    for (const [word, pid] of steps.map((line) => line.split(' '))) {
      if (word === 'in') {
        expect([undefined, String(victim.pid)]).toContain(inside);
        inside = pid;
      } else {
        expect(pid).toBe(inside);
        inside = undefined;
      }
    }
    for (const { pid } of others) {
      expect(lines().filter((line) => line === `out ${pid}`).length).toBe(10);
    }
    expect(Object.keys(treeOf(root))).toEqual(['log']);
  });
});
