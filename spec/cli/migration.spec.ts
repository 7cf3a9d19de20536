import { migrationTools, versionsOf } from '../../src/cli/migration';
import { writeFiles } from '../support/write-files';

const APPLICATION = {
  'shop/__init__.py': 'from flask import Flask\n\napp = Flask(__name__)\n',
};
const MIGRATED = {
  'shop/__init__.py':
    'from flask import Flask\nfrom flask_migrate import Migrate\n\napp = Flask(__name__)\nMigrate(app)\n',
};

describe('migrationTools', () => {
  const active = process.env.VIRTUAL_ENV;

  beforeEach(() => {
    delete process.env.VIRTUAL_ENV;
  });
  afterEach(() => {
    if (active === undefined) {
      delete process.env.VIRTUAL_ENV;
    } else {
      process.env.VIRTUAL_ENV = active;
    }
  });

  it('finds the environment beside the code, and the folder of migrations', async () => {
    const root = writeFiles({ ...MIGRATED, 'shop/migrations/env.py': '', '.venv/bin/python': '' });
    const found = {
      versions: 'shop/migrations/versions',
      python: '.venv/bin/python',
      creation: '.venv/bin/python -m flask db upgrade',
    };
    expect(await migrationTools(root)).toEqual(found);
  });

  it('finds it in a project of new, where --migrate and advice use it', async () => {
    const made = {
      'app/__init__.py': '',
      'app/links.py': 'def first_url() -> str:\n',
      'migrations/env.py': '',
    };
    const root = writeFiles({ ...made, '.venv/bin/python': '' });
    const { creation, python, versions } = await migrationTools(root);
    expect([python, versions]).toEqual(['.venv/bin/python', 'migrations/versions']);
    expect(creation).toBe('scaffold setup');
    expect((await migrationTools(writeFiles(made))).python).toBe('venv/bin/python');
  });

  it('takes the active environment if there is no other', async () => {
    process.env.VIRTUAL_ENV = '/opt/shop';
    const found = {
      versions: 'migrations/versions',
      python: '/opt/shop/bin/python',
      creation: '/opt/shop/bin/python -m flask db upgrade',
    };
    expect(await migrationTools(writeFiles(MIGRATED))).toEqual(found);
  });

  it('refuses an application without Flask-Migrate, or without an environment', async () => {
    const root = writeFiles(APPLICATION);
    expect(await versionsOf(root)).toBeUndefined();
    await expectAsync(migrationTools(root)).toBeRejectedWithError(
      /^--migrate needs Flask-Migrate,/,
    );
    await expectAsync(migrationTools(writeFiles(MIGRATED))).toBeRejectedWithError(
      /^--migrate needs the Python environment of the application: make it in venv\/ or \.venv\/,/,
    );
  });
});
