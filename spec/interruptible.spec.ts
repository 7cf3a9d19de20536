import { join } from 'node:path';
import { Interrupted } from '../src/errors';
import { interruptible } from '../src/interruptible';
import { run, TYPESCRIPT } from './support/run';
import { temporaryFolder } from './support/temporary-folder';

describe('interruptible', () => {
  it('returns what the work returns, and listens for no signal then', async () => {
    const before = process.listenerCount('SIGTERM');
    expect(await interruptible(() => Promise.resolve(1))).toBe(1);
    expect(process.listenerCount('SIGTERM')).toBe(before);
  });

  it('aborts the work, and fails with the signal where somebody else listens for it', async () => {
    const heard: string[] = [];
    const listen = (): void => void heard.push('SIGTERM');
    process.on('SIGTERM', listen);
    const work = interruptible(async (signal) => {
      process.kill(process.pid, 'SIGTERM');
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      });
      return 'finished all the same';
    });
    await expectAsync(work).toBeRejectedWithError(Interrupted);
    expect(heard).toEqual(['SIGTERM']);
    process.off('SIGTERM', listen);
  });

  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    it(`ends the process by ${signal} where nobody else listens for it`, async () => {
      const program = `
        const { interruptible } = require(${JSON.stringify(join(__dirname, '../src/interruptible'))});
        const { setTimeout: sleep } = require('node:timers/promises');
        interruptible(async (signal) => {
          process.kill(process.pid, '${signal}');
          await sleep(60_000, undefined, { signal }).catch(() => sleep(50));
          console.log('ended in order');
        }).catch(() => console.log('went on')).then(() => process.exit(1));`;
      const ended = await run(process.execPath, ['-r', TYPESCRIPT, '-e', program], {
        cwd: join(__dirname, '..'),
        env: { ...process.env, TMPDIR: temporaryFolder() },
      });
      expect(ended).toEqual({ code, stdout: 'ended in order\n', stderr: '' });
    });
  }
});
