import { copiedApplication } from '../support/application';
import { addHelperTests, HELPER_TESTS } from '../support/helper-tests';
import { need } from '../support/need';
import { createDatabase, findPostgres } from '../support/postgres';
import { type Ended, run } from '../support/run';

for (const db of [true, false]) {
  describe(`The helpers of an application ${db ? 'with' : 'without'} a database`, () => {
    let root: string;
    let python: string;

    beforeAll(async () => {
      ({ root, python } = await copiedApplication(db));
      addHelperTests(root, db);
    });

    it('keep what they promise', async () => {
      expectToPass(await pytest());
    });

    if (db) {
      it('keep it on PostgreSQL, too', async () => {
        need('PostgreSQL', findPostgres('initdb'));
        expectToPass(await pytest({ TEST_DATABASE_URL: await createDatabase() }));
      });
    }

    it('have tests that ruff and mypy accept', async () => {
      const checks = [
        ['ruff', 'check', '--no-cache'],
        ['ruff', 'format', '--no-cache', '--check'],
        ['mypy'],
      ];
      for (const check of checks) {
        const { code, stdout } = await run(python, ['-m', ...check, HELPER_TESTS], { cwd: root });
        expect(code).withContext(stdout).toBe(0);
      }
    });

    function pytest(env: NodeJS.ProcessEnv = {}): Promise<Ended> {
      return run(python, ['-m', 'pytest', '-q', HELPER_TESTS], {
        cwd: root,
        env: { ...process.env, ...env },
      });
    }
  });
}

function expectToPass({ code, stdout }: Ended): void {
  expect(stdout).toMatch(/\n\d+ passed in /);
  expect(code).toBe(0);
}
