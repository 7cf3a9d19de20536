import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { withLock } from '../../../src/cli/commit/lock';
import { temporaryFolder } from '../../support/temporary-folder';
import { treeOf } from '../../support/tree-of';

const noNotice = (): void => undefined;

describe('withLock', () => {
  it('leaves nothing behind', async () => {
    const root = temporaryFolder();
    await withLock(root, () => undefined, noNotice);
    expect(treeOf(root)).toEqual({});
  });

  it('is released by work that fails', async () => {
    const root = temporaryFolder();
    await expectAsync(
      withLock(root, () => Promise.reject(new Error('no')), noNotice),
    ).toBeRejectedWithError('no');
    expect(treeOf(root)).toEqual({});
  });

  it('lets one run work at a time, and says once that it waits', async () => {
    const root = temporaryFolder();
    const notices: number[] = [];
    let working = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++working);
      await setTimeout(50);
      working--;
    };
    await Promise.all(
      [1, 2, 3].map(() =>
        withLock(root, work, (pid) => {
          notices.push(pid);
        }),
      ),
    );
    expect(most).toBe(1);
    expect(notices).toEqual([process.pid, process.pid]);
  });

  it('takes the lock of a process that is dead, and what it left', async () => {
    const root = temporaryFolder();
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    for (const folder of ['lock', `lock-${child.pid}-ab`]) {
      mkdirSync(join(root, '.scaffold', folder), { recursive: true });
      writeFileSync(join(root, '.scaffold', folder, `${child.pid}-ab`), '');
    }
    await withLock(root, () => undefined, fail);
    expect(treeOf(root)).toEqual({});
  });

  it('is held by one of many processes at a time, whichever of them are killed', async () => {
    const root = temporaryFolder();
    const counter = join(root, 'counter');
    writeFileSync(counter, '0');
    const program = `
      require('ts-node/register');
      const { withLock } = require('${join(__dirname, '../../../src/cli/commit/lock')}');
      const { readFileSync, writeFileSync } = require('node:fs');
      (async () => {
        for (let i = 0; i < 10; i++) {
          await withLock(${JSON.stringify(root)}, async () => {
            const count = Number(readFileSync(${JSON.stringify(counter)}, 'utf8'));
            await new Promise((resolve) => setTimeout(resolve, 2));
            writeFileSync(${JSON.stringify(counter)}, String(count + 1));
          }, () => undefined);
        }
      })();`;
    const start = (): ReturnType<typeof spawn> =>
      spawn(process.execPath, ['-e', program], { cwd: process.cwd(), stdio: 'inherit' });
    const victim = start();
    const others = [start(), start(), start()];
    while (Number(readFileSync(counter, 'utf8')) < 3) {
      await setTimeout(5);
    }
    victim.kill('SIGKILL');
    const codes = await Promise.all(
      others.map(async (child) => (await once(child, 'exit'))[0] as number),
    );
    expect(codes).toEqual([0, 0, 0]);
    const count = Number(readFileSync(counter, 'utf8'));
    expect(count).toBeGreaterThanOrEqual(30);
    expect(count).toBeLessThanOrEqual(40);
    expect(existsSync(join(root, '.scaffold'))).toBeFalse();
  });
});
