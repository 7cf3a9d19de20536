import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { madeApplication } from '../support/application';
import { linkedCopy } from '../support/copies';
import { flask, installed } from '../support/flask';
import { succeed } from '../support/run';
import { serve } from '../support/server';

/** Packages that are about databases, and modules of the same names. */
const DATABASE = /sqlalchemy|sqlite|migrat|alembic|psycopg|greenlet|mako/i;

describe('An application without a database', () => {
  let root: string;

  beforeAll(async () => {
    root = await madeApplication(false);
  });

  it('has no folder for models, forms, migrations or data', () => {
    const folders = ['app/models', 'app/forms', 'migrations', 'instance'];
    expect(folders.filter((folder) => existsSync(join(root, folder)))).toEqual([]);
  });

  it('has no database package in its environment', async () => {
    expect((await installed(root)).filter((line) => DATABASE.test(line))).toEqual([]);
  });

  it('has no database package in requirements.txt', () => {
    expect(read('requirements.txt')).not.toMatch(DATABASE);
  });

  it('has no Python file that imports one', async () => {
    const files = await pythonFiles();
    expect(files).toContain('app/extensions.py');
    const imports = files.flatMap((file) =>
      importsOf(read(file)).map((line) => `${file}: ${line}`),
    );
    expect(imports).toContain('app/extensions.py: from flask_wtf import CSRFProtect');
    expect(imports.filter((line) => DATABASE.test(line))).toEqual([]);
  });

  it('has no text about one', async () => {
    const files = (await succeed('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root }))
      .split('\n')
      .filter((file) => file !== '' && !/\.(svg|css)$|lock/.test(file));
    expect(files).toContain('README.md');
    expect(files.filter((file) => /DATABASE_URL|flask db|seed|postgres/i.test(read(file)))).toEqual(
      [],
    );
  });

  it('has no command for one', async () => {
    expect((await flask(root, ['db', 'current'])).stderr).toContain("No such command 'db'");
    expect((await flask(root, ['seed'])).stderr).toContain("No such command 'seed'");
  });

  it('is served', async () => {
    const server = await serve(await linkedCopy(false), './run.sh', () => []);
    const response = await fetch(server.url);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Hello World</h1>');
    await server.stop();
  });

  function read(file: string): string {
    return readFileSync(join(root, file), 'utf8');
  }

  async function pythonFiles(): Promise<string[]> {
    const files = await succeed('git', ['ls-files', '-co', '--exclude-standard', '*.py'], {
      cwd: root,
    });
    return files.split('\n').filter(Boolean);
  }
});

function importsOf(python: string): string[] {
  return python.split('\n').filter((line) => /^\s*(import|from) /.test(line));
}
