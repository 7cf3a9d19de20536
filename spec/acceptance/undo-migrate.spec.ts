import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { KeptEdit } from '../../src/cli/history/history';
import { linkedCopy } from '../support/copies';
import { flaskSucceeds, PYTHON } from '../support/flask';
import { need } from '../support/need';
import { createDatabase } from '../support/postgres';
import { type Ended, scaffold, succeed } from '../support/run';
import { DATABASES, needOf } from '../support/served-resources';
import { treeOf } from '../support/tree-of';

for (const database of DATABASES) {
  describe(`scaffold undo --migrate on ${database}`, () => {
    let root: string;
    let env: NodeJS.ProcessEnv;

    beforeEach(async () => {
      need(...needOf(database));
      root = await linkedCopy(true);
      env = { ...process.env };
      if (database === 'PostgreSQL') {
        const address = await createDatabase();
        env = { ...env, DATABASE_URL: address.replace('scaffold@', 'scaffold:secret@') };
        await flaskSucceeds(root, ['db', 'upgrade'], env);
      }
    });

    function run(...words: string[]): Promise<Ended> {
      return scaffold(words, { cwd: root, env });
    }

    async function refused(words: string[], more: NodeJS.ProcessEnv = {}): Promise<string> {
      const before = filesOf();
      const { code, stdout, stderr } = await scaffold(['undo', ...words], {
        cwd: root,
        env: { ...env, ...more },
      });
      expect([code, stdout]).toEqual([1, '']);
      expect(filesOf()).toEqual(before);
      return stderr;
    }

    /** Connecting may change the files of SQLite. */
    function filesOf(): Record<string, string> {
      const tree = treeOf(root);
      return Object.fromEntries(
        Object.entries(tree).filter(([path]) => !/^(venv|node_modules|instance)\//.test(path)),
      );
    }

    /** Runs SQL in the database, and returns the first value. */
    async function sql(statement: string): Promise<string> {
      const program = `
import sys
from run import app
from app.extensions import db
with app.app_context():
    result = db.session.execute(db.text(sys.argv[1]))
    print(result.scalar() if result.returns_rows else "")
    db.session.commit()
`;
      return (await succeed(PYTHON, ['-c', program, statement], { cwd: root, env })).trim();
    }

    const NOW = "'2026-01-01 00:00:00'";

    async function migrationOfPosts(): Promise<string> {
      expect((await run('make:view', 'posts.index', '-rcm', '--migrate')).code).toBe(0);
      const names = readdirSync(join(root, 'migrations/versions'));
      return `migrations/versions/${names.find((name) => name.endsWith('_create_posts.py'))}`;
    }

    /** Makes one run of the last two. */
    function joinRuns(): void {
      const [one, two] = ['1', '2'].map((number) => join(root, `.scaffold/history/${number}.json`));
      const [first, second] = [one, two].map(
        (path) => JSON.parse(readFileSync(path ?? '', 'utf8')) as { edits: Partial<KeptEdit>[] },
      );
      const edits = new Map(first?.edits.map((edit) => [edit.path, edit]));
      second?.edits.forEach((edit) => {
        edits.set(edit.path, {
          ...edit,
          ...('before' in edit && { before: edits.get(edit.path)?.before }),
        });
      });
      writeFileSync(one ?? '', JSON.stringify({ ...first, edits: [...edits.values()] }));
      rmSync(two ?? '');
    }

    it('brings files and database back', async () => {
      const before = filesOf();
      const migration = await migrationOfPosts();
      const { code, stdout, stderr } = await run('undo', '--migrate');
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^Downgrading the database \S+ …\n/);
      expect(stdout).not.toContain('secret');
      expect(stdout).toContain(`DELETE ${migration} (`);
      expect(filesOf()).toEqual(before);
      expect(await flaskSucceeds(root, ['db', 'current'], env)).toBe('0001 (head)\n');
    });

    it('needs the flag, --force where it deletes data, and no production', async () => {
      const migration = await migrationOfPosts();
      const withoutFlag = await refused([]);
      expect(withoutFlag).toContain(`has ${migration}. Add --migrate to downgrade it`);
      expect(withoutFlag).not.toContain('secret');
      const inProduction = { FLASK_CONFIG: 'production', SECRET_KEY: 'x'.repeat(64) };
      expect(await refused(['--migrate', '--force'], inProduction)).toMatch(
        /^error: \S+ is the production database: undo does not downgrade it\. It has migrations/,
      );
      await sql(`INSERT INTO posts (created_at, updated_at) VALUES (${NOW}, ${NOW})`);
      expect(await refused([])).toContain(
        'remove the file, and --force to delete the data in posts.\n',
      );
      expect(await refused(['--migrate'])).toMatch(
        /^error: The downgrade of \S+ would delete the data in posts\. Add --force to delete it\.\n$/,
      );
      const planned = await run('undo', '--migrate', '--force', '--dry-run');
      expect(planned.stdout).toMatch(/^Before, it would downgrade the database \S+\.$/m);
      expect(await sql('SELECT count(*) FROM posts')).toBe('1');
      expect((await run('undo', '--migrate', '--force')).code).toBe(0);
    });

    it('looks at what an added column holds, apart from its default', async () => {
      await sql(
        `INSERT INTO users (name, email, created_at, updated_at) VALUES ('a', 'b', ${NOW}, ${NOW})`,
      );
      const columns =
        '    age: Mapped[int | None] = mapped_column(default=7)\n    note: Mapped[str | None]\n';
      appendFileSync(join(root, 'app/models/user.py'), columns);
      await run('make:view', 'about', '-rc', '--migrate');
      await sql('UPDATE users SET age = 7');
      await sql("UPDATE users SET note = 'mine'");
      expect(await refused(['--migrate'])).toContain('would delete the data in users.note. ');
      await sql('UPDATE users SET note = NULL');
      const { code, stdout } = await run('undo', '--migrate');
      expect(code).toBe(0);
      expect(stdout).toContain('Undone: ');
      expect(readFileSync(join(root, 'app/models/user.py'), 'utf8')).toContain('age: Mapped');
    });

    it('only removes a migration that the database no longer has, and keeps one of other hands', async () => {
      await run('make:view', 'notes.index', '-rcm');
      await run('make:view', 'posts.index', '-rcm', '--migrate');
      await flaskSucceeds(root, ['db', 'downgrade', '0001'], env);
      const { code, stdout } = await run('undo');
      expect(code).toBe(0);
      expect(stdout).not.toContain('Downgrading');
      expect(stdout).toMatch(
        /^The database \S+ does not have migrations\/versions\/\w+_create_posts\.py, so it stays as it is\.$/m,
      );
      expect(readdirSync(join(root, 'migrations/versions')).filter(isPython)).toEqual([
        '0001_create_users.py',
      ]);
      await flaskSucceeds(root, ['db', 'migrate', '-m', 'Create notes'], env);
      await flaskSucceeds(root, ['db', 'upgrade'], env);
      const undone = await run('undo');
      expect(undone.code).toBe(0);
      expect(undone.stdout).toMatch(
        /^migrations\/versions\/\w+_create_notes\.py stays, with its table notes: this run did not make it\. /m,
      );
      expect(existsSync(join(root, 'app/models/note.py'))).toBeFalse();
    });

    it('keeps the files where the downgrade fails', async () => {
      await run('make:view', 'posts.index', '-rcm', '--migrate');
      const [file = ''] = readdirSync(join(root, 'migrations/versions')).filter((name) =>
        name.endsWith('_create_posts.py'),
      );
      const path = join(root, 'migrations/versions', file);
      const text = readFileSync(path, 'utf8').replace(
        /def downgrade[^]*/,
        '$&    raise ValueError\n',
      );
      writeFileSync(path, text);
      const before = filesOf();
      const { code, stderr } = await run('undo', '--migrate', '--force');
      expect(code).toBe(1);
      expect(stderr).toMatch(/^error: Downgrading the database \S+ failed:\n {2}ValueError/);
      expect(stderr).toMatch(
        /\nNo file has changed, but the database \S+ may have\. To bring it back:\n {2}venv\/bin\/python -m flask db upgrade\n$/,
      );
      expect(filesOf()).toEqual(before);
    });

    // The rest does not depend on the kind of database.
    if (database === 'SQLite') {
      it('removes a migration that was not applied, though the models have its column', async () => {
        const model = join(root, 'app/models/user.py');
        const text = readFileSync(model, 'utf8');
        appendFileSync(model, '    age: Mapped[int | None] = mapped_column()\n');
        await run('make:view', 'about', '-rc', '--migrate');
        writeFileSync(model, `${text}    size: Mapped[int | None] = mapped_column()\n`);
        const dropping = await run('make:view', 'help', '-rc', '--migrate');
        expect(dropping.stderr).toContain('would delete data: drop users.age. ');
        const { code, stderr, stdout } = await run('undo');
        expect([code, stderr]).toEqual([0, '']);
        expect(stdout).toMatch(/^DELETE migrations\/versions\/\w+_add_users_size\w*\.py /m);
      });

      it('is refused while a later migration depends on it', async () => {
        await run('make:view', 'posts.index', '-rcm', '--migrate');
        await run('make:view', 'notes.index', '-rcm', '--migrate');
        expect(await refused(['2', '--migrate', '--force'])).toMatch(
          /^error: migrations\/versions\/\w+_create_notes\.py depends on migrations\/versions\/\w+_create_posts\.py\. First undo run 1 \(`scaffold make:view notes\.index -rcm --migrate`\): `scaffold undo 1 --migrate`\.\n$/,
        );
        expect((await run('undo', '--migrate')).code).toBe(0);
        expect((await run('undo', '--migrate')).code).toBe(0);
        expect(await flaskSucceeds(root, ['db', 'current'], env)).toBe('0001 (head)\n');
      });

      it('tells of a model that stays without its table', async () => {
        await run('make:view', 'notes.index', '-rcm');
        await run('make:view', 'posts.index', '-rcm', '--migrate');
        const { code, stdout } = await run('undo', '--migrate');
        expect(code).toBe(0);
        expect(stdout).toContain(
          'The table notes is gone from the database, but its model stays. ' +
            'To make the database match the models:\n  venv/bin/python -m flask db migrate\n',
        );
      });

      it('takes a table of links back with the model that has it', async () => {
        await run('make:resource', 'posts', 'title', 'readers:many:users', '--migrate');
        const { code, stdout } = await run('undo', '--migrate');
        expect(code).toBe(0);
        expect(stdout).not.toContain('its model stays');
        await flaskSucceeds(root, ['db', 'check'], env);
      });

      it('takes back every migration of a run, whatever the application prints', async () => {
        const first = await migrationOfPosts();
        await run('make:view', 'notes.index', '-rcm', '--migrate');
        joinRuns();
        appendFileSync(join(root, 'run.py'), 'print("production")\n');
        const withoutFlag = await refused([]);
        expect(withoutFlag).toContain(first);
        expect(withoutFlag).toMatch(
          /_create_notes\.py\. Add --migrate to downgrade it and to remove the files\.\n$/,
        );
        const { code, stdout, stderr } = await run('undo', '--migrate');
        expect([code, stderr]).toEqual([0, '']);
        expect(stdout.match(/^DELETE migrations\//gm)?.length).toBe(2);
        expect(await flaskSucceeds(root, ['db', 'current'], env)).toContain('0001 (head)\n');
      });

      it('needs the environment', async () => {
        await run('make:view', 'posts.index', '-rcm', '--migrate');
        rmSync(join(root, 'venv'), { recursive: true });
        expect(await refused(['--migrate'])).toMatch(
          /^error: venv\/bin\/python is missing.*`scaffold setup` makes it\.\n$/,
        );
      });
    }
  });
}

function isPython(name: string): boolean {
  return name.endsWith('.py');
}
