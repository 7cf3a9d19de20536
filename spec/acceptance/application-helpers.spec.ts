import { refusalOfName } from '../../src/fields/field-name';
import { copiedApplication } from '../support/application';
import { addHelperTests, HELPER_TESTS } from '../support/helper-tests';
import { need } from '../support/need';
import { createDatabase, findPostgres } from '../support/postgres';
import { run } from '../support/run';

for (const db of [true, false]) {
  describe(`The helpers of an application ${db ? 'with' : 'without'} a database`, () => {
    let root: string;
    let python: string;

    beforeAll(async () => {
      ({ root, python } = await copiedApplication(db));
      addHelperTests(root, { database: db });
    });

    // On SQLite, applications on two versions of Python run those with a database.
    it(`keep what they promise${db ? ', on PostgreSQL' : ''}`, async () => {
      const env = { ...process.env };
      if (db) {
        need('PostgreSQL', findPostgres('initdb'));
        env['TEST_DATABASE_URL'] = await createDatabase();
      }
      const args = ['-m', 'pytest', '-q', HELPER_TESTS];
      const { code, stdout } = await run(python, args, { cwd: root, env });
      expect(stdout).toMatch(/\n\d+ passed in /);
      expect(code).toBe(0);
    });

    if (db) {
      it('bring forms whose members cannot be the names of fields', async () => {
        // A field called data only hides a property of WTForms that nothing reads.
        const code =
          'from app import create_app\nfrom app.forms.base import ModelForm\n' +
          'with create_app().test_request_context():\n    print(*dir(ModelForm()))';
        const { stdout } = await run(python, ['-c', code], { cwd: root });
        const members = stdout.trim().split(' ');
        expect(members).toContain('validate_on_submit');
        expect(members.filter((name) => refusalOfName(name) === undefined)).toEqual(['data']);
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
  });
}
