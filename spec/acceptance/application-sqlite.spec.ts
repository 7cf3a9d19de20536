import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { copiedApplication, madeApplication } from '../support/application';
import { linkedCopy } from '../support/copies';
import { flask, flaskSucceeds, PYTHON, tables, users } from '../support/flask';
import { succeed } from '../support/run';

describe('The SQLite database of an application', () => {
  let made: string;

  beforeAll(async () => {
    made = await madeApplication(true);
  });

  it('is a file in instance/ with the name of the application', () => {
    expect(existsSync(join(made, 'instance/blog.db'))).toBeTrue();
  });

  it('is in a folder that only its owner may open, in a fresh clone too', async () => {
    const root = await linkedCopy(true);
    rmSync(join(root, 'instance'), { recursive: true });
    await flaskSucceeds(root, ['db', 'upgrade']);
    for (const each of [made, root]) {
      expect(statSync(join(each, 'instance')).mode & 0o777).toBe(0o700);
    }
  });

  it('is elsewhere where DATABASE_URL says so, without a folder of its own', async () => {
    const root = await linkedCopy(true);
    rmSync(join(root, 'instance'), { recursive: true });
    await flaskSucceeds(root, ['db', 'upgrade'], { DATABASE_URL: `sqlite:///${root}/else.db` });
    expect(existsSync(join(root, 'else.db'))).toBeTrue();
    expect(existsSync(join(root, 'instance'))).toBeFalse();
  });

  it('has its users', async () => {
    const rows = await users(made);
    expect(rows.length).toBeGreaterThan(0);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual([
      'created_at',
      'email',
      'id',
      'name',
      'updated_at',
    ]);
    expect(new Set(rows.map(({ email }) => email)).size).toBe(rows.length);
    expect(rows.every(({ name, email }) => name !== '' && email.includes('@'))).toBeTrue();
  });

  it('is at the newest migration', async () => {
    expect(await flaskSucceeds(made, ['db', 'current'])).toBe('0001 (head)\n');
  });

  it('needs no further migration', async () => {
    const { code, stdout, stderr } = await flask(made, ['db', 'check']);
    expect(stdout + stderr).toContain('No new upgrade operations detected.');
    expect(code).toBe(0);
  });

  it('has one initial migration', () => {
    const files = readdirSync(join(made, 'migrations/versions'));
    expect(files.filter((name) => name.endsWith('.py'))).toEqual(['0001_create_users.py']);
  });

  it('keeps the same rows when `flask seed` runs again, and once more', async () => {
    const root = await linkedCopy(true);
    const before = await users(root);
    await flaskSucceeds(root, ['seed']);
    await flaskSucceeds(root, ['seed']);
    expect(await users(root)).toEqual(before);
  });

  it('gets back a row that was deleted, from `flask seed`', async () => {
    const root = await linkedCopy(true);
    const before = await users(root);
    const removal =
      'import sqlite3; c = sqlite3.connect("instance/blog.db"); c.execute("DELETE FROM users WHERE id = 2"); c.commit()';
    await succeed(PYTHON, ['-c', removal], { cwd: root });
    expect(await users(root)).toHaveSize(before.length - 1);
    await flaskSucceeds(root, ['seed']);
    const emails = (await users(root)).map(({ email }) => email);
    expect(emails.sort()).toEqual(before.map(({ email }) => email).sort());
  });

  it('goes down to nothing and up again', async () => {
    const root = await linkedCopy(true);
    await flaskSucceeds(root, ['db', 'downgrade', 'base']);
    expect(await tables(root)).toEqual(['alembic_version']);
    expect(await flaskSucceeds(root, ['db', 'current'])).toBe('');
    await flaskSucceeds(root, ['db', 'upgrade']);
    expect(await tables(root)).toEqual(['alembic_version', 'users']);
    expect(await flaskSucceeds(root, ['db', 'current'])).toBe('0001 (head)\n');
  });

  it('is not in git', async () => {
    const { root } = await copiedApplication(true);
    expect(await succeed('git', ['ls-files', 'instance', '*.db'], { cwd: root })).toBe('');
    expect(await succeed('git', ['check-ignore', 'instance/blog.db'], { cwd: root })).not.toBe('');
  });
});
