import { linkedCopy } from '../support/copies';
import { PYTHON } from '../support/flask';
import { runForked } from '../support/forked-python';
import { need } from '../support/need';
import { type Ended, run } from '../support/run';

describe('A Python program in a fork', () => {
  /** The same in a fork, and in a process of its own. */
  async function both(...args: string[]): Promise<Ended[]> {
    need('forks', process.platform === 'linux' ? 'linux' : undefined);
    const cwd = await linkedCopy(true);
    const env = { ...process.env, SPEC: 'spec' };
    const forked = runForked(cwd, args, env);
    // Python starts where there are options that a fork does not have.
    const started = run(PYTHON, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    return Promise.all([forked ?? Promise.reject(new Error('It is not forked.')), started]);
  }

  it('prints, knows and returns what it does in a process of its own', async () => {
    const program = `
import os, sys
print(os.getcwd(), os.environ["SPEC"], sys.argv, __name__)
print("wrong", file=sys.stderr)
sys.exit(3)
`;
    const [forked, started] = await both('-c', program, 'one', 'two');
    expect(forked).toEqual(started as Ended);
    expect([started?.code, started?.stderr]).toEqual([3, 'wrong\n']);
  });

  it('fails as one does that an error or a signal ends', async () => {
    for (const [program, code] of [
      ['raise ValueError("wrong")', 1],
      ['import os; os.kill(os.getpid(), 9)', 137],
    ] as const) {
      const [forked, started] = await both('-c', program);
      expect([forked?.code, started?.code]).withContext(program).toEqual([code, code]);
      expect(forked?.stderr.split('\n').at(-2)).toBe(started?.stderr.split('\n').at(-2));
    }
  });

  it('is a module, too, whose failing tests fail', async () => {
    const [forked, started] = await both('-m', 'pytest', '-q', 'tests/test_nowhere.py');
    expect(forked?.stderr).toBe(started?.stderr);
    expect([forked?.code, started?.code]).toEqual([4, 4]);
  });
});
