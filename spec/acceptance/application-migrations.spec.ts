import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fullCopy, linkedCopy } from '../support/copies';
import { flask, flaskSucceeds, PYTHON } from '../support/flask';
import { createDatabase, findPostgres } from '../support/postgres';
import { type Ended, scaffold, succeed } from '../support/run';
import { DATABASES, needOf } from '../support/served-resources';
import { suiteNeeds } from '../support/suite-needs';

const VERSIONS = 'migrations/versions';

/** The line of a migration that makes each column of `types.py`. */
const WRITTEN: Readonly<Record<string, string>> = {
  interval: 'sa.Interval()',
  span: 'sa.Interval()',
  moment: 'sa.DateTime(timezone=True)',
  document: "sa.JSON().with_variant(postgresql.JSONB(astext_type=sa.Text()), 'postgresql')",
  tags: "sa.JSON().with_variant(postgresql.ARRAY(sa.String(length=20)), 'postgresql')",
  code: 'app.models.thing.Code()',
  colour: "sa.Enum('RED', 'BLUE', name='colour', native_enum=False, length=255)",
};

/** Likewise, of columns that PostgreSQL alone has. */
const WRITTEN_ON_POSTGRES: Readonly<Record<string, string>> = {
  own_document: 'postgresql.JSONB(astext_type=sa.Text())',
  own_tags: 'postgresql.ARRAY(sa.String(length=20))',
};

for (const database of DATABASES) {
  describe(`A migration on ${database}`, () => {
    let root: string;
    let env: NodeJS.ProcessEnv;

    suiteNeeds(...needOf(database), async () => {
      root = await linkedCopy(true);
      env = database === 'PostgreSQL' ? { DATABASE_URL: await createDatabase() } : {};
      addModel(root, 'types.py', database === 'PostgreSQL');
      await flaskSucceeds(root, ['db', 'upgrade'], env);
      await flaskSucceeds(root, ['db', 'migrate', '-m', 'Create things'], env);
    });

    it("has the model's types, and is all that is needed", async () => {
      const lines = newestMigration(root).split('\n');
      const expected = { ...WRITTEN, ...(database === 'PostgreSQL' ? WRITTEN_ON_POSTGRES : {}) };
      for (const [name, type] of Object.entries(expected)) {
        expect(lines.find((line) => line.includes(`'${name}'`))).toContain(`'${name}', ${type}`);
      }
      await flaskSucceeds(root, ['db', 'upgrade'], env);
      const { stdout, stderr } = await flask(root, ['db', 'check'], env);
      expect(stdout + stderr).toContain('No new upgrade operations detected.');
    });

    it('is undone, and done again', async () => {
      await flaskSucceeds(root, ['db', 'upgrade'], env);
      await flaskSucceeds(root, ['db', 'downgrade', '0001'], env);
      await flaskSucceeds(root, ['db', 'upgrade'], env);
      expect(await flaskSucceeds(root, ['db', 'current'], env)).toContain('(head)');
    });
  });
}

describe('A migration that fails on SQLite', () => {
  it('leaves the database as it was', async () => {
    const root = await linkedCopy(true);
    writeFileSync(
      join(root, VERSIONS, 'failing.py'),
      `import sqlalchemy as sa
from alembic import op

revision = "failing"
down_revision = "0001"


def upgrade():
    with op.batch_alter_table("users") as batch_op:
        batch_op.add_column(sa.Column("age", sa.Integer()))
    op.execute("INSERT INTO users (name, email) VALUES ('Ada', 'x'), ('Bob', 'y')")
    with op.batch_alter_table("users") as batch_op:
        batch_op.add_column(sa.Column("role", sa.Integer(), server_default="1"))
        batch_op.create_unique_constraint("uq_users_role", ["role"])
`,
    );
    await flaskSucceeds(root, ['db', 'upgrade', '0001']);
    const before = await schemaOf(root);
    const { code, stderr } = await flask(root, ['db', 'upgrade']);
    expect([code, stderr]).toEqual([1, jasmine.stringContaining('UNIQUE constraint failed')]);
    expect(await schemaOf(root)).toEqual(before);
    expect(before).toContain('0001');
    const sql = await flaskSucceeds(root, ['db', 'upgrade', '0001', '--sql']);
    expect(sql.match(/^BEGIN/gm)?.length).toBe(1);
  });

  function schemaOf(root: string): Promise<string> {
    const program =
      'import glob, sqlite3\n' +
      'database = sqlite3.connect(glob.glob("instance/*.db")[0])\n' +
      'print(*database.execute("SELECT sql FROM sqlite_master"), *database.execute("SELECT * FROM alembic_version"))';
    return succeed(PYTHON, ['-c', program], { cwd: root });
  }
});

describe("A person's own enum on PostgreSQL, with make:view --migrate,", () => {
  let root: string;
  let env: NodeJS.ProcessEnv;

  suiteNeeds('PostgreSQL', findPostgres('initdb'), async () => {
    root = await linkedCopy(true);
    env = { ...process.env, DATABASE_URL: await createDatabase() };
    await flaskSucceeds(root, ['db', 'upgrade'], env);
  });

  it('gets warnings that say what Alembic leaves undone, which make it work', async () => {
    addModel(root, 'native_enum.py');
    const made = await makeView('mains.about', '-rc', '--migrate');
    expect([made.code, made.stderr.match(/^warning: .*/gm)?.length]).toEqual([0, 1]);
    addLine('downgrade', codeIn(made.stderr, /End its downgrade\(\) with (.*)\.$/m));
    await flaskSucceeds(root, ['db', 'downgrade', '0001'], env);
    await flaskSucceeds(root, ['db', 'upgrade'], env);

    editModel('BLUE = "blue"', 'BLUE = "blue"\n    GREEN = "it\'s green"');
    const grown = await makeView('mains.contact', '-rc', '--migrate');
    expect(grown.stderr).toContain('warning: The type colour in the database lacks GREEN');
    await flaskSucceeds(root, ['db', 'revision', '-m', 'Add green'], env);
    addLine('upgrade', codeIn(grown.stderr, /write into its upgrade\(\): (.*)\.$/m));
    await flaskSucceeds(root, ['db', 'upgrade'], env);
    expect((await makeView('mains.terms', '-rc', '--migrate')).stderr).toBe('');

    editModel(
      'colour: Mapped',
      'size: Mapped[Size] = mapped_column(Enum(Size))\n    colour: Mapped',
    );
    const added = await makeView('mains.imprint', '-rc', '--migrate');
    expect(added.stderr).toContain('The migration does not make the type size.');
    addLine('upgrade', codeIn(added.stderr, /Begin its upgrade\(\) with (.*)\.$/m));
    await flaskSucceeds(root, ['db', 'upgrade'], env);
  });

  function makeView(...words: string[]): Promise<Ended> {
    return scaffold(['make:view', ...words], { cwd: root, env });
  }

  function editModel(old: string, text: string): void {
    const path = join(root, 'app/models/thing.py');
    writeFileSync(path, readFileSync(path, 'utf8').replace(old, text));
  }

  /** Writes a line into a function of the newest migration: at the start of `upgrade`, at the end of `downgrade`. */
  function addLine(name: 'upgrade' | 'downgrade', code: string): void {
    const path = join(root, VERSIONS, newestIn(root));
    const text = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      name === 'upgrade'
        ? text.replace('def upgrade() -> None:\n', `$&    ${code}\n`)
        : `${text.trimEnd()}\n    ${code}\n`,
    );
  }
});

describe('A database that another state of the project has migrated', () => {
  let root: string;
  let revision: string;

  beforeEach(async () => {
    root = await fullCopy(true);
    await git('init', '--quiet');
    await commit('Begin');
    const made = await scaffold(['make:view', 'posts.index', '-rcm', '--migrate'], { cwd: root });
    expect(made.code).toBe(0);
    [revision = ''] = newestIn(root).split('_');
    await commit('Add posts');
    await git('checkout', '--quiet', 'HEAD~1');
  });

  for (const command of [['setup'], ['make:view', 'notes.index', '-rcm', '--migrate']]) {
    it(`is named by \`scaffold ${command.join(' ')}\`, with what to do`, async () => {
      const { code, stderr } = await scaffold(command, { cwd: root });
      expect(code).toBe(1);
      expect(stderr).toContain(`The database is at revision ${revision}, which no file`);
      expect(stderr).not.toContain('Traceback');
      expect(stderr).toContain('remove instance/blog.db and run `scaffold setup`');
    });
  }

  it('is at the state of the project when that was done', async () => {
    const { stderr } = await scaffold(['setup'], { cwd: root });
    const [log = '', checkout = '', downgrade = ''] = [
      ...stderr.matchAll(/^ *((?:git|venv).*)$/gm),
    ].map(([, line = '']) => line);
    const [commitOfFile = ''] = (await succeed('bash', ['-c', log], { cwd: root })).split(' ');
    const restore = checkout.replace('COMMIT', commitOfFile);
    await succeed('bash', ['-euc', `${restore}\n${downgrade}`], { cwd: root });
    rmSync(join(root, VERSIONS, newestIn(root)));
    expect((await scaffold(['setup'], { cwd: root })).code).toBe(0);
    expect(await flaskSucceeds(root, ['db', 'current'])).toBe('0001 (head)\n');
  });

  function git(...words: string[]): Promise<string> {
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    return succeed('git', [...identity, ...words], { cwd: root });
  }

  async function commit(message: string): Promise<void> {
    await git('add', '--all');
    await git('commit', '--quiet', '--allow-empty', '--message', message);
  }
});

/** Adds a model of `migrations/` to an application, where asked for with the columns of PostgreSQL's own types. */
function addModel(root: string, name: string, hasOwnTypes = false): void {
  const models = join(root, 'app/models');
  const file = join(models, 'thing.py');
  cpSync(join(__dirname, 'migrations', name), file);
  if (hasOwnTypes) {
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^( *)# (own_)/gm, '$1$2'));
  }
  const init = readFileSync(join(models, '__init__.py'), 'utf8');
  const users = init.replace('["User"]', '["Thing", "User"]');
  writeFileSync(join(models, '__init__.py'), `from app.models.thing import Thing\n${users}`);
}

function newestIn(root: string): string {
  const files = readdirSync(join(root, VERSIONS)).filter((name) => name.endsWith('.py'));
  const written = (name: string) => statSync(join(root, VERSIONS, name)).mtimeMs;
  return files.sort((one, other) => written(other) - written(one))[0] ?? '';
}

function newestMigration(root: string): string {
  return readFileSync(join(root, VERSIONS, newestIn(root)), 'utf8');
}

/** The code that a warning gives. */
function codeIn(text: string, pattern: RegExp): string {
  return pattern.exec(text)?.[1] ?? `no ${String(pattern)} in ${text}`;
}
