import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { flask, flaskSucceeds, PYTHON, users } from '../support/flask';
import { run, scaffold, succeed } from '../support/run';
import { environmentWith, pathWithout } from '../support/search-path';
import { serve } from '../support/server';
import { temporaryFolder } from '../support/temporary-folder';

const FOLDER = `it's "50%" of naïve 日本語 %20$HOME %(here)s`;

for (const [installer, environment] of [
  ['uv', () => process.env],
  ['pip', () => environmentWith(pathWithout('uv'))],
] as const) {
  describe(`In a folder named ${FOLDER}, with ${installer}, an application`, () => {
    let env: NodeJS.ProcessEnv;
    let root: string;

    beforeAll(async () => {
      env = environment();
      const cwd = join(temporaryFolder(), FOLDER);
      mkdirSync(cwd);
      root = join(cwd, 'blog');
      const made = await scaffold(['new', 'blog', '--db'], { cwd, env });
      expect(made).toEqual(jasmine.objectContaining({ code: 0 }));
    });

    it('is served by ./run.sh', async () => {
      const server = await serve(root, './run.sh', () => []);
      const response = await fetch(server.url);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('Hello World</h1>');
      expect((await fetch(`${server.url}/static/css/app.css`)).status).toBe(200);
      await server.stop();
    });

    it('has its database at the newest migration, with its users', async () => {
      expect(await flaskSucceeds(root, ['db', 'current'])).toBe('0001 (head)\n');
      expect((await flask(root, ['db', 'check'])).code).toBe(0);
      expect(await users(root)).not.toEqual([]);
    });

    it('has a pip of its own', async () => {
      expect(await succeed(PYTHON, ['-m', 'pip', '--version'], { cwd: root })).toContain(FOLDER);
    });

    if (installer === 'pip') {
      return; // What follows does not depend on it.
    }

    it('passes its tests', async () => {
      const { code, stdout } = await run(PYTHON, ['-m', 'pytest', '-q'], { cwd: root });
      expect(stdout).toMatch(/\n\d+ passed in /);
      expect(code).toBe(0);
    });

    it('has nothing for `scaffold setup` to do', async () => {
      const { code, stdout } = await scaffold(['setup'], { cwd: root, env });
      expect(stdout).toMatch(/nothing to do/i);
      expect(code).toBe(0);
    });

    it('is completed by `scaffold setup`', async () => {
      rmSync(join(root, 'instance'), { recursive: true });
      const { code } = await scaffold(['setup'], { cwd: root, env });
      expect(code).toBe(0);
      expect(await users(root)).not.toEqual([]);
    });

    it('builds its stylesheet', async () => {
      const css = join(root, 'app/static/css/app.css');
      await succeed('npm', ['run', 'build:css'], { cwd: root });
      const built = readFileSync(css, 'utf8');
      rmSync(css);
      await succeed('npm', ['run', 'build:css'], { cwd: root });
      expect(readFileSync(css, 'utf8') === built).toBeTrue();
      expect(built).toContain('.text-5xl');
    });
  });
}
