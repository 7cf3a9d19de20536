import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkedCopy } from '../support/copies';
import { flaskSucceeds, PYTHON, tables } from '../support/flask';
import { processesIn } from '../support/processes';
import { runPythonTool } from '../support/python-tools';
import { type Ended, SCAFFOLD, scaffold } from '../support/run';
import { start } from '../support/started';
import { treeOf } from '../support/tree-of';
import { leftOfRun } from '../support/under-pressure';

describe('scaffold make:view --migrate', () => {
  let root: string;

  beforeEach(async () => {
    root = await linkedCopy(true);
  });

  function makeView(...words: string[]): Promise<Ended> {
    return scaffold(['make:view', ...words], { cwd: root });
  }

  it('makes one migration for the models of all views, applies it, and leaves what passes ruff', async () => {
    const made = await makeView('posts.index', 'recipes.comments.index', '-rcm', '--migrate');
    expect([made.code, made.stderr]).toEqual([0, '']);
    expect(made.stdout.match(/^CREATE migrations\/versions\/\S+\.py/gm)?.length).toBe(1);
    expect(await tables(root)).toEqual([
      'alembic_version',
      'comments',
      'posts',
      'recipes',
      'users',
    ]);
    expect(await flaskSucceeds(root, ['db', 'current'])).toContain('(head)');
    for (const command of [['check'], ['format', '--check']]) {
      const ended = await runPythonTool('ruff', [...command, '--no-cache', '.'], root);
      expect(ended.code).withContext(ended.stdout).toBe(0);
    }
  });

  it('makes a form again that was removed, and migrates the columns that it is made of', async () => {
    await makeView('posts.index', 'posts.create', '-rcm', '--migrate');
    const model = join(root, 'app/models/post.py');
    const column =
      '    title: Mapped[str] = mapped_column(db.String(20), default="")\n    created_at';
    writeFileSync(model, readFileSync(model, 'utf8').replace('    created_at', column));
    rmSync(join(root, 'app/forms/post_form.py'));
    const made = await makeView('posts.create', '-rc', '--force', '--migrate');
    expect([made.code, made.stderr]).toEqual([0, '']);
    expect(readFileSync(join(root, 'app/forms/post_form.py'), 'utf8')).toContain(
      'title = StringField',
    );
    expect(made.stdout).toContain('The migration is applied: add posts.title.');
  });

  it('migrates what earlier runs and a person have left, and names it; what would drop data, a person applies', async () => {
    const model = join(root, 'app/models/user.py');
    const before = readFileSync(model, 'utf8');
    await makeView('posts.index', '-rcm');
    writeFileSync(model, `${before}    age: Mapped[int | None] = mapped_column()\n`);
    const migrated = await makeView('notes.index', '-rcm', '--migrate');
    expect([migrated.code, migrated.stderr]).toEqual([0, '']);
    expect(migrated.stdout).toMatch(
      /^The migration is applied: create notes, create posts, add users\.age\.\nIt also has earlier changes: create posts, add users\.age\.$/m,
    );
    expect(await flaskSucceeds(root, ['db', 'current'])).toContain('(head)');
    expect(await tables(root)).toContain('posts');
    const again = await makeView('notes.index', '-rc', '--migrate');
    expect(again.stderr).toBe('');
    expect(again.stdout).toMatch(/^Nothing to migrate: the database matches the models\.$/m);
    writeFileSync(model, `${before}    score: Mapped[int | None] = mapped_column()\n`);
    const dropping = await makeView('notes.index', '-rcm', '--migrate');
    expect(dropping.code).toBe(1);
    expect(dropping.stdout).toMatch(/^CREATE migrations\/versions\/\w+_drop_users_age\w*\.py /m);
    expect(dropping.stderr).toMatch(
      /^error: .*not applied because it would delete data: drop users\.age\. /m,
    );
    const remedy =
      /versions\/\w+_drop_users_age\w*\.py.*`venv\/bin\/python -m flask db upgrade`, or remove/;
    expect((await makeView('notes.show', '-rc', '--migrate')).stderr).toMatch(remedy);
    const setUp = await scaffold(['setup'], { cwd: root });
    expect([setUp.code, setUp.stderr]).toEqual([1, jasmine.stringMatching(remedy)]);
    expect(await flaskSucceeds(root, ['db', 'current'])).not.toContain('(head)');
  });

  it('is refused where a column is required that the rows have no value for', async () => {
    appendFileSync(join(root, 'app/models/user.py'), '    age: Mapped[int] = mapped_column()\n');
    await expectRefusal(
      /^error: .*users\.age is required.*Give it a default, or make it nullable/s,
    );
  });

  async function expectRefusal(message: RegExp): Promise<void> {
    const before = treeOf(root);
    const { code, stdout, stderr } = await makeView('posts.index', '-rcm', '--migrate');
    expect(stderr).toMatch(message);
    expect([code, stdout]).toEqual([1, '']);
    expect(treeOf(root)).toEqual(before);
  }

  it('is refused where the newest migration is not applied', async () => {
    await flaskSucceeds(root, ['db', 'downgrade', 'base']);
    await expectRefusal(/^error: .*0001_create_users\.py.*flask db upgrade/);
  });

  it('is refused where there is no database yet, and makes none', async () => {
    rmSync(join(root, 'instance/blog.db'));
    await expectRefusal(/^error: The database does not exist yet\. `scaffold setup` makes it/);
  });

  it('is refused where another program has locked the database', async () => {
    const program =
      'import sqlite3, time; c = sqlite3.connect("instance/blog.db"); c.execute("BEGIN IMMEDIATE"); ' +
      'print("locked", flush=True); time.sleep(60)';
    const locking = start(root, join(root, PYTHON), ['-c', program]);
    await locking.printed(/locked/);
    await expectRefusal(/^error: .*database is locked\. End what uses it, then run this again/s);
    process.kill(locking.pid);
    await locking.ended();
  });

  it('is refused where there is no environment', async () => {
    rmSync(join(root, 'venv'), { recursive: true });
    await expectRefusal(/^error: venv\/bin\/python is missing.*`scaffold setup`/);
  });

  it('interrupted keeps the files, ends what it started, and says what to run', async () => {
    const template = join(root, 'migrations/script.py.mako');
    writeFileSync(template, `<% import time; time.sleep(60) %>${readFileSync(template, 'utf8')}`);
    const command = [SCAFFOLD, 'make:view', 'posts.index', '-rcm', '--migrate'];
    const migrating = start(root, process.execPath, command);
    await migrating.printed(/Migrating the database/);
    process.kill(migrating.pid, 'SIGINT');
    expect(await migrating.ended()).toBe(130);
    expect(processesIn(root)).toEqual([]);
    expect(migrating.output()).toContain('venv/bin/python -m flask db upgrade');
    expect(existsSync(join(root, 'app/models/post.py'))).toBeTrue();
    expect(leftOfRun(root)).toEqual([]);
  });

  it('keeps the files where the migration fails, and says what to run', async () => {
    writeFileSync(join(root, 'migrations/script.py.mako'), '${no_such_value.at_all}');
    const { code, stderr } = await makeView('posts.index', '-rcm', '--migrate');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^error: Migrating the database failed:\n[^]*\n {2}venv\/bin\/python -m flask db migrate -m "Create posts"\n {2}venv\/bin\/python -m flask db upgrade\n/,
    );
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(existsSync(join(root, 'app/models/post.py'))).toBeTrue();
    expect(await tables(root)).not.toContain('posts');
  });
});
