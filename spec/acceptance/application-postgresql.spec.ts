import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { madeApplication } from '../support/application';
import { fullCopy } from '../support/copies';
import { flask, flaskSucceeds, tables, type User, users } from '../support/flask';
import { createDatabase, findPostgres } from '../support/postgres';
import { commandsInReadme } from '../support/readme';
import { type Ended, run } from '../support/run';
import { serve } from '../support/server';
import { suiteNeeds } from '../support/suite-needs';

describe('An application on PostgreSQL, set up as its README says,', () => {
  let root: string;
  let commands: string;
  let ended: Ended;
  let seeded: User[];

  suiteNeeds('PostgreSQL', findPostgres('initdb'), async () => {
    root = await fullCopy(true);
    seeded = await users(await madeApplication(true));
    commands =
      commandsInReadme(root, 'Database').find((text) => text.includes('postgresql://')) ?? '';
    writeSetting('DATABASE_URL', await createDatabase());
    ended = await run('bash', ['-euc', commands], { cwd: root });
  });

  it('gets its driver, its tables and its rows by those commands', () => {
    expect(commands).toContain('# .env: DATABASE_URL=postgresql://');
    expect(ended).toEqual(jasmine.objectContaining({ code: 0 }));
  });

  it('has its tables there, not in the SQLite file', async () => {
    expect(await flaskSucceeds(root, ['db', 'current'])).toBe('0001 (head)\n');
    expect(await tables(root)).toEqual(['alembic_version', 'users']);
    await flaskSucceeds(root, ['db', 'downgrade', 'base']);
    expect(await tables(root)).toEqual(['alembic_version']);
    await flaskSucceeds(root, ['db', 'upgrade']);
    await flaskSucceeds(root, ['seed']);
  });

  it('has the same users as on SQLite', async () => {
    expect((await users(root)).map(nameAndEmail)).toEqual(seeded.map(nameAndEmail));
  });

  it('keeps them when `flask seed` runs again', async () => {
    const before = await users(root);
    await flaskSucceeds(root, ['seed']);
    expect(await users(root)).toEqual(before);
  });

  it('needs no further migration', async () => {
    const { code, stdout, stderr } = await flask(root, ['db', 'check']);
    expect(stdout + stderr).toContain('No new upgrade operations detected.');
    expect(code).toBe(0);
  });

  it('is served', async () => {
    const server = await serve(root, './run.sh', () => []);
    const response = await fetch(server.url);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Hello World</h1>');
    await server.stop();
  });

  it('passes its tests there, too', async () => {
    const env = { ...process.env, TEST_DATABASE_URL: await createDatabase() };
    const tests = await run('venv/bin/python', ['-m', 'pytest', '-q'], { cwd: root, env });
    expect(tests.stdout).toMatch(/\n\d+ passed in /);
    expect(tests.code).toBe(0);
  });

  function writeSetting(name: string, value: string): void {
    const path = join(root, '.env');
    const lines = readFileSync(path, 'utf8').split('\n');
    const setting = lines.findIndex((line) => line.startsWith(`${name}=`));
    lines[setting] = `${name}=${value}`;
    writeFileSync(path, lines.join('\n'));
  }
});

function nameAndEmail({ name, email }: User): string {
  return `${name} <${email}>`;
}
