import { setUpDatabase } from '../../src/setup/database';
import { StepError } from '../../src/setup/step';
import { calls, noting, testApp, type TestApp } from './fixtures';

const STARTED = 'info Preparing the database [database started]';
const DONE = 'debug Preparing the database [database done]';

/** An application with migrations whose Python goes on like this. */
function app(then: string): TestApp {
  const python = noting('python', ['PGCONNECT_TIMEOUT'], then);
  return testApp({ 'migrations/env.py': '', 'venv/bin/python': python });
}

describe('setUpDatabase', () => {
  it('runs one program, which tells where there is something to do', async () => {
    const blog = app('echo; exit 0');
    expect(await setUpDatabase(blog, false)).toBeTrue();
    expect(calls(blog)).toEqual([
      jasmine.stringMatching(/^python -P \/.*\/prepare_database\.py PGCONNECT_TIMEOUT=20$/),
    ]);
    expect(blog.lines).toEqual([STARTED, DONE]);
  });

  it('says nothing where there is nothing to do', async () => {
    const blog = app('exit 0');
    expect(await setUpDatabase(blog, false)).toBeFalse();
    expect(blog.lines).toEqual([]);
  });

  it('says what goes on from the start where something is to be expected', async () => {
    const blog = app('exit 0');
    expect(await setUpDatabase(blog, true)).toBeTrue();
    expect(blog.lines).toEqual([STARTED, DONE]);
  });

  it('says how to add the example rows where the program leaves that to a person', async () => {
    const blog = app('echo; echo unseeded; exit 0');
    await setUpDatabase(blog, false);
    expect(blog.lines).toEqual([
      STARTED,
      'info The database has its tables now. `venv/bin/python -m flask seed` adds example rows.',
      DONE,
    ]);
  });

  it('names the migration that it wrote', async () => {
    const blog = app('echo; echo written: migrations/versions/1_add.py; exit 0');
    await setUpDatabase(blog, false);
    expect(blog.lines).toEqual([
      STARTED,
      'info The models had more than the migrations. migrations/versions/1_add.py has it now: review and commit it.',
      DONE,
    ]);
  });

  it('says how to install the packages that an environment lacks', async () => {
    const said = 'Traceback (most recent call last):\nModuleNotFoundError: No module named ';
    const blog = app(`echo "${said}'alembic'" >&2; exit 1`);
    await expectAsync(setUpDatabase(blog, false)).toBeRejectedWithError(
      'Preparing the database failed:\n  venv/bin/python has no package alembic. ' +
        '`scaffold setup` installs the packages of requirements.txt.',
    );
    const own = app(`echo "${said}'app.alembic'" >&2; exit 1`);
    await expectAsync(setUpDatabase(own, false)).toBeRejectedWithError(
      /No module named 'app.alembic'/,
    );
  });

  it('fails with what the application said', async () => {
    const blog = app('echo "OperationalError: no route" >&2; exit 1');
    await expectAsync(setUpDatabase(blog, false)).toBeRejectedWithError(
      StepError,
      /^Preparing the database failed:\n {2}OperationalError: no route\n/,
    );
    expect(blog.lines).toEqual(['debug Preparing the database [database failed]']);
  });

  it('has nothing to do without migrations, or without an environment', async () => {
    expect(
      await setUpDatabase(testApp({ 'venv/bin/python': '#!/bin/sh\nexit 1' }), true),
    ).toBeFalse();
    expect(await setUpDatabase(testApp({ 'migrations/env.py': '' }), true)).toBeFalse();
  });
});
