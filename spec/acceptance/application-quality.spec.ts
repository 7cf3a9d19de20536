import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { copiedApplication } from '../support/application';
import { runPythonTool } from '../support/python-tools';
import { type Ended, run } from '../support/run';

for (const db of [true, false]) {
  describe(`The code of an application ${db ? 'with' : 'without'} a database`, () => {
    const most = db ? 1600 : 550;
    let root: string;
    let python: string;

    beforeAll(async () => {
      ({ root, python } = await copiedApplication(db));
    });

    it('passes its own tests, without a warning', async () => {
      const { code, stdout } = await run(python, ['-m', 'pytest', '-q'], {
        cwd: root,
      });
      expect(stdout).toMatch(/\n\d+ passed in /);
      expect(code).toBe(0);
    });

    it('passes `ruff check`', async () => {
      const { code, stdout } = await tool('ruff', 'check', '--no-cache', '.');
      expect(stdout).toBe('All checks passed!\n');
      expect(code).toBe(0);
    });

    it('passes `ruff format --check`', async () => {
      const { code, stdout } = await tool('ruff', 'format', '--no-cache', '--check', '.');
      expect(stdout).toMatch(/^\d+ files already formatted\n$/);
      expect(code).toBe(0);
    });

    it('passes mypy', async () => {
      const { code, stdout } = await tool('mypy', '.');
      expect(stdout).toMatch(/^Success: no issues found in \d+ source files\n$/);
      expect(code).toBe(0);
    });

    it('passes bandit', async () => {
      const { code, stdout } = await runPythonTool(
        'bandit',
        ['-q', '-r', 'app', 'config', 'run.py'],
        root,
      );
      expect([code, stdout]).toEqual([0, '']);
    });

    it(`has at most ${most} lines of Python in app/ and config/`, () => {
      expect(linesOfPython('app') + linesOfPython('config')).toBeLessThanOrEqual(most);
    });

    it('has at most 600 lines of tests', () => {
      expect(linesOfPython('tests')).toBeLessThanOrEqual(600);
    });

    function linesOfPython(folder: string): number {
      const files = readdirSync(join(root, folder), { encoding: 'utf8', recursive: true });
      return files
        .filter((name) => name.endsWith('.py'))
        .map((name) => readFileSync(join(root, folder, name), 'utf8').split('\n').length - 1)
        .reduce((sum, count) => sum + count, 0);
    }

    function tool(name: string, ...args: string[]): Promise<Ended> {
      return run(python, ['-m', name, ...args], { cwd: root });
    }
  });
}
