import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { flaskSucceeds, PYTHON } from '../support/flask';
import { createDatabase } from '../support/postgres';
import { need } from '../support/need';
import { findPythonOf } from '../support/pythons';
import { run, SCAFFOLD, succeed } from '../support/run';
import { needOf } from '../support/served-resources';
import { suiteNeeds } from '../support/suite-needs';
import { temporaryFolder } from '../support/temporary-folder';

const DOCS = join(__dirname, '../../docs/tracker.md');

/** The commands of docs/tracker.md that make the tracker; the first one makes the application. */
function commands(): string[][] {
  const lines = readFileSync(DOCS, 'utf8').matchAll(/^scaffold (.*)$/gm);
  return [...lines].map(([, words = '']) => words.split(' '));
}

// Specs of one command run on the Python of the system, which is older.
const VERSION = '3.13';

describe('The tracker of docs/tracker.md', () => {
  let root: string;

  suiteNeeds(`Python ${VERSION}`, findPythonOf(VERSION), async (python) => {
    const folder = temporaryFolder();
    root = join(folder, 'tracker');
    const [make = [], ...grow] = commands();
    await succeed(process.execPath, [SCAFFOLD, ...make, '--python', python], { cwd: folder });
    for (const words of grow) {
      await succeed(process.execPath, [SCAFFOLD, ...words], { cwd: root });
    }
  });

  for (const database of ['SQLite', 'PostgreSQL'] as const) {
    it(`passes its tests on ${database}, where its migrations match its models`, async () => {
      need(...needOf(database));
      const env = {
        ...process.env,
        ...(database === 'PostgreSQL' && {
          DATABASE_URL: await createDatabase(),
          TEST_DATABASE_URL: await createDatabase(),
        }),
      };
      await flaskSucceeds(root, ['db', 'upgrade'], env);
      expect(await flaskSucceeds(root, ['db', 'check'], env)).toBeDefined();
      // The spec of `make:auth` runs those of sign-in on PostgreSQL.
      const left = database === 'PostgreSQL' ? ['--ignore=tests/auth'] : [];
      await succeed(PYTHON, ['-m', 'pytest', '-q', ...left], { cwd: root, env });
    });
  }

  it('shows what belongs to a record on its page, to those who may see it, with links for those who may follow them', async () => {
    const path = join(root, 'tests/test_sections.py');
    copyFileSync(join(__dirname, 'tracker/sections.py'), path);
    try {
      const ran = await succeed(PYTHON, ['-m', 'pytest', '-q', path], { cwd: root });
      expect(ran).toContain('1 passed');
    } finally {
      rmSync(path);
    }
  });

  for (const tool of ['ruff check', 'ruff format --check', 'mypy']) {
    it(`passes \`${tool}\``, async () => {
      const { code, stdout } = await run(PYTHON, ['-m', ...tool.split(' '), '.'], { cwd: root });
      expect([code, stdout]).toEqual([0, jasmine.anything()]);
    });
  }
});
