import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGES } from '../support/application';
import { flask, flaskSucceeds, PYTHON } from '../support/flask';
import { need } from '../support/need';
import { mergeProductPage } from '../support/merged-product';
import { createDatabase } from '../support/postgres';
import { type Ended, run, scaffold, succeed } from '../support/run';
import { applicationWithAuth, PASSWORD } from '../support/served-auth';
import { needOf } from '../support/served-resources';
import { temporaryFolder } from '../support/temporary-folder';

/** Made by the first version with a manifest, then changed by its owner: its sign-in has no sessions on the server. */
const SHOP = join(__dirname, '../upgrade/first-manifest/shop.tar.gz');

const ADMIN = 'grace@shop.example';

/** Visits pages in one browser, and prints the status of each. */
const VISIT = `
import sys
from run import app
app.config["WTF_CSRF_ENABLED"] = False
client = app.test_client()
`;

const SIGN_IN = `${VISIT}
answer = client.post("/sign-in", data={"email": "${ADMIN}", "password": sys.argv[1]})
print(answer.status_code, client.get("/account").status_code, client.get("/admin/banners").status_code)
cookie = client.get_cookie("session")
print(cookie and cookie.value)
`;

const RETURN = `${VISIT}
client.set_cookie("session", sys.argv[1])
print(client.get("/account").status_code, client.get("/admin/banners").status_code)
`;

const USERS = `
from run import app
from app.extensions import db
with app.app_context():
    for row in db.session.execute(db.text("SELECT id, email, password_hash, is_admin FROM users ORDER BY id")):
        print(*row)
`;

describe('scaffold upgrade auth', () => {
  for (const database of ['SQLite', 'PostgreSQL']) {
    it(`brings the first sign-in to the present one, with its users and their passwords, on ${database}`, async () => {
      need(...needOf(database));
      const isPostgres = database === 'PostgreSQL';
      const env = {
        ...process.env,
        ...(isPostgres && {
          DATABASE_URL: await createDatabase(),
          TEST_DATABASE_URL: await createDatabase(),
        }),
      };
      const root = temporaryFolder();
      await succeed('tar', ['xzf', SHOP], { cwd: root });
      const packaged = await applicationWithAuth();
      for (const name of PACKAGES) {
        symlinkSync(join(packaged, name), join(root, name));
      }
      const python = (program: string, ...args: string[]): Promise<string> =>
        succeed(PYTHON, ['-c', program, ...args], { cwd: root, env });
      const upgrade = (...flags: string[]): Promise<Ended> =>
        scaffold(['upgrade', 'auth', ...flags], { cwd: root, env });
      expect((await scaffold(['setup'], { cwd: root, env })).stderr).toBe('');
      const create = `echo ${PASSWORD} | ${PYTHON} -m flask users create ${ADMIN} --admin`;
      await succeed('sh', ['-c', create], { cwd: root, env });
      const [signedIn, cookie = ''] = (await python(SIGN_IN, PASSWORD)).split('\n');
      expect(signedIn).toBe('302 200 200');
      expect((await python(RETURN, cookie)).trim()).toBe('200 200');
      const users = await python(USERS);

      const routes = join(root, 'app/routes/auth/routes.py');
      const limit = '@limit_posts("20 per hour", by_user)\ndef account(';
      const own = readFileSync(routes, 'utf8').replace(limit, limit.replace('20', '30'));
      expect(own).toContain('"30 per hour"');
      writeFileSync(routes, own);
      const upgraded = await upgrade('--markers', '--migrate');
      expect(upgraded.code).toBe(1);
      expect(upgraded.stderr.match(/^ {2}app\/.*$/gm)).toEqual([
        jasmine.stringMatching(/^ {2}app\/routes\/auth\/routes\.py:\d+$/),
        jasmine.stringContaining('app/templates/products/show.html:'),
        jasmine.stringContaining('app/templates/products/show.html:'),
      ]);
      expect(upgraded.stdout).toContain('python -m flask db upgrade');
      mergeProductPage(join(root, 'app/templates/products/show.html'));
      const marks = /<{7} yours\n[^]*={7}\n([^]*)>{7} generated now\n/;
      writeFileSync(routes, readFileSync(routes, 'utf8').replace(marks, '$1'));
      await flaskSucceeds(root, ['db', 'upgrade'], env);
      expect(await upgrade('--check')).toEqual(jasmine.objectContaining({ code: 0 }));

      expect(await python(USERS)).toBe(users);
      expect((await python(RETURN, cookie)).trim()).toBe('302 302');
      expect((await python(SIGN_IN, PASSWORD)).split('\n')[0]).toBe('302 200 200');
      expect((await python(SIGN_IN, 'wrong')).split('\n')[0]).toBe('422 302 302');
      expect((await flask(root, ['db', 'check'], env)).code).toBe(0);
      if (!isPostgres) {
        // There, `scaffold upgrade` shows the same tests of the same shop.
        const tests = await run(PYTHON, ['-m', 'pytest', '-q'], { cwd: root, env });
        expect(tests.code).withContext(tests.stdout).toBe(0);
      }

      // Signing in has renewed the hash.
      const kept = await python(USERS);
      await flaskSucceeds(root, ['db', 'downgrade'], env);
      expect(await python(USERS)).toBe(kept);
      await flaskSucceeds(root, ['db', 'upgrade'], env);
      expect((await python(SIGN_IN, PASSWORD)).split('\n')[0]).toBe('302 200 200');
      const migrations = readdirSync(join(root, 'migrations/versions'));
      expect(migrations.filter((name) => name.endsWith('_upgrade_the_application.py'))).toHaveSize(
        1,
      );
    }, 600_000);
  }
});
