import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { copiedApplication, madeApplication } from '../support/application';
import { flaskSucceeds, installed, pinned, PYTHON, users } from '../support/flask';
import { addHelperTests, HELPER_TESTS } from '../support/helper-tests';
import { need } from '../support/need';
import { findProgram } from '../support/programs';
import { findDebianPython, findPythonOf } from '../support/pythons';
import { run, scaffold, succeed } from '../support/run';
import { environmentWith, pathWithout } from '../support/search-path';
import { serve } from '../support/server';
import { suiteNeeds } from '../support/suite-needs';
import { temporaryFolder } from '../support/temporary-folder';
import { treeOf } from '../support/tree-of';

const FILES = ['requirements.txt', 'requirements-dev.txt'];

describe('The requirements of an application', () => {
  for (const db of [true, false]) {
    it(`name what is installed ${db ? 'with' : 'without'} a database, each once, with its exact version`, async () => {
      const root = await madeApplication(db);
      const [production, development] = FILES.map((name) => readFileSync(join(root, name), 'utf8'));
      const both = `${production}${development}`;
      const loose = both
        .split('\n')
        .filter((line) => !/^(#.*|\w[\w.-]*(\[\w+\])?==\d[\w.]*|)$/.test(line));
      expect(loose).toEqual(['-r requirements.txt']);
      expect(pinned(both)).toEqual(await installed(root));
      expect(production).not.toMatch(/^(mypy|pluggy|pytest|ruff)/m);
    });
  }

  it('rebuild the environment elsewhere, in which the tests pass', async () => {
    const { root, python } = await copiedApplication(true);
    await succeed(python, ['-m', 'venv', 'venv'], { cwd: root });
    const install = ['-m', 'pip', 'install', '-q', '-r', 'requirements-dev.txt'];
    await succeed(PYTHON, install, { cwd: root });
    await expectTestsToPass(root);
  });
});

describe('The environment of an application', () => {
  let made: string;
  let withUv: string[];

  suiteNeeds('uv', findProgram('uv'), async () => {
    made = await madeApplication(true);
    withUv = await installed(made);
  });

  it('has the packages it needs, and no broken one', async () => {
    const names = withUv.map((line) => line.split('==')[0]);
    expect(names).toEqual(
      jasmine.arrayContaining([
        'flask',
        'flask-migrate',
        'flask-sqlalchemy',
        'flask-wtf',
        'gunicorn',
        'mypy',
        'psycopg',
        'pytest',
        'ruff',
      ]),
    );
    expect(await pip(made, 'check')).toContain('No broken requirements found.');
  });

  it('has a pip of its own with uv', async () => {
    expect(await pip(made, '--version')).toContain(join(made, 'venv'));
  });

  const pythons: [string, () => string[]][] = [
    ['the first Python', () => []],
    ["Debian's Python", () => ['--python', need("Debian's Python", findDebianPython())]],
  ];
  for (const [name, options] of pythons) {
    it(`without uv, of ${name}, has the same packages and a pip of its own`, async () => {
      const cwd = temporaryFolder();
      const args = ['new', 'blog', '--db', '--skip-git', ...options()];
      const env = environmentWith(pathWithout('uv'));
      expect(await scaffold(args, { cwd, env })).toEqual(jasmine.objectContaining({ code: 0 }));
      const root = join(cwd, 'blog');
      expect(await installed(root)).toEqual(withUv);
      expect(await pip(root, '--version')).toContain(join(root, 'venv'));
      expect(await pip(root, 'check')).toContain('No broken requirements found.');
      expect(readFileSync(join(root, 'requirements.txt'), 'utf8')).toBe(
        readFileSync(join(made, 'requirements.txt'), 'utf8'),
      );
    });
  }

  function pip(root: string, argument: string): Promise<string> {
    return succeed(PYTHON, ['-m', 'pip', argument], { cwd: root });
  }
});

for (const version of ['3.11', '3.13']) {
  describe(`An application on Python ${version}`, () => {
    let root: string;

    suiteNeeds(`Python ${version}`, findPythonOf(version), async (python) => {
      const cwd = temporaryFolder();
      const args = ['new', 'blog', '--db', '--skip-git', '--python', python];
      expect(await scaffold(args, { cwd })).toEqual(jasmine.objectContaining({ code: 0 }));
      root = join(cwd, 'blog');
    });

    it('has that Python in its environment', async () => {
      expect(await succeed(PYTHON, ['--version'], { cwd: root })).toMatch(`Python ${version}.`);
    });

    it('passes its tests and those of its helpers, without a warning', async () => {
      await expectTestsToPass(root);
      addHelperTests(root, { database: true });
      await expectTestsToPass(root, HELPER_TESTS);
    });

    it('has its database at the newest migration, with its users', async () => {
      expect(await flaskSucceeds(root, ['db', 'current'])).toBe('0001 (head)\n');
      expect(await users(root)).not.toEqual([]);
    });

    it('is served', async () => {
      await expectStartPage(root);
    });
  });
}

describe("A fresh clone of an application's repository", () => {
  let root: string;
  let before: Record<string, string>;

  beforeAll(async () => {
    const { root: original } = await copiedApplication(true);
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    // Where the machine's git has no identity, all is staged, and the first commit is its owner's.
    await succeed('git', [...identity, 'commit', '--quiet', '--allow-empty', '-m', 'Begin'], {
      cwd: original,
    });
    root = join(temporaryFolder(), 'blog');
    await succeed('git', ['clone', '--quiet', original, root]);
    before = treeOf(root);
    const ended = await scaffold(['setup'], { cwd: root });
    expect(ended).toEqual(jasmine.objectContaining({ code: 0 }));
  });

  it('holds neither secrets nor what is installed', () => {
    const kept = ['.env', 'venv', 'node_modules', 'instance', '.scaffold/history'];
    expect(Object.keys(before)).toEqual(
      jasmine.arrayContaining(['run.sh', '.scaffold/application.json']),
    );
    expect(
      kept.filter((name) =>
        Object.keys(before).some((path) => path.startsWith(`${name}/`) || path === name),
      ),
    ).toEqual([]);
  });

  it('has a secret key of its own, its database and its users then', async () => {
    expect(readFileSync(join(root, '.env'), 'utf8')).toMatch(/^SECRET_KEY=[0-9a-f]{64}$/m);
    expect(await flaskSucceeds(root, ['db', 'current'])).toBe('0001 (head)\n');
    expect(await users(root)).not.toEqual([]);
  });

  it('has a clean work tree then', async () => {
    expect(await succeed('git', ['status', '--porcelain'], { cwd: root })).toBe('');
  });

  it('has the tools of its stylesheet then', () => {
    expect(existsSync(join(root, 'node_modules/.bin/tailwindcss'))).toBeTrue();
  });

  it('passes its tests then', async () => {
    await expectTestsToPass(root);
  });

  it('is left as it is by a second `scaffold setup`', async () => {
    const set = treeOf(root);
    const { code, stdout } = await scaffold(['setup'], { cwd: root });
    expect(code).toBe(0);
    expect(stdout).toMatch(/nothing to do/i);
    expect(difference(set, treeOf(root))).toEqual([]);
  });

  it('is served once `scaffold setup` has run in it', async () => {
    await expectStartPage(root);
  });
});

async function expectTestsToPass(root: string, ...paths: readonly string[]): Promise<void> {
  const { code, stdout } = await run(PYTHON, ['-m', 'pytest', '-q', ...paths], { cwd: root });
  expect(stdout).toMatch(/\n\d+ passed in /);
  expect(code).toBe(0);
}

async function expectStartPage(root: string): Promise<void> {
  const server = await serve(root, './run.sh', () => []);
  const response = await fetch(server.url);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('Hello World</h1>');
  await server.stop();
}

/** The paths whose mode or content differs: shorter to read than the trees. */
function difference(one: Record<string, string>, other: Record<string, string>): string[] {
  return Object.keys({ ...one, ...other }).filter((path) => one[path] !== other[path]);
}
