import { chmodSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migratedFiles } from '../existing/data-applications';
import { madeApplication } from '../support/application';
import { type Ended, run, SCAFFOLD, succeed } from '../support/run';
import { treeOf } from '../support/tree-of';
import { writeFiles } from '../support/write-files';

const PROGRAM = `
import sys
from blog import create_app, db
from blog.models import Note

with create_app().app_context():
    if sys.argv[1] == "make":
        db.session.add(Note(title="One"))
        db.session.commit()
    print([(each.title, each.views) for each in db.session.scalars(db.select(Note))])
`;

/** The folders that do not count as files of the project. */
const OTHERS =
  /^(\.venv|\.scaffold|instance|migrations\/__pycache__|blog\/.*__pycache__)\b|__pycache__/;

describe('--migrate in an application with Flask-Migrate that new did not make', () => {
  let cwd: string;
  let before: Record<string, string>;
  let added: Ended;
  let rows: string;

  const scaffold = (...words: string[]): Promise<Ended> => run(SCAFFOLD, words, { cwd });
  const python = (...args: string[]): Promise<string> =>
    succeed(join(cwd, '.venv/bin/python'), args, { cwd });
  const files = (): Record<string, string> =>
    Object.fromEntries(Object.entries(treeOf(cwd)).filter(([path]) => !OTHERS.test(path)));

  beforeAll(async () => {
    cwd = writeFiles({
      ...migratedFiles(),
      'program.py': PROGRAM.replace('each.views', 'getattr(each, "views", None)'),
    });
    symlinkSync(join(await madeApplication(true), 'venv'), join(cwd, '.venv'));
    await python('-m', 'flask', 'db', 'init');
    await python('-m', 'flask', 'db', 'migrate');
    await python('-m', 'flask', 'db', 'upgrade');
    const made = await scaffold('make:resource', 'notes', 'title', '--migrate');
    expect([made.code, made.stderr]).toEqual([0, '']);
    expect(made.stdout).toContain('The migration is applied: create note.');
    expect(made.stdout).not.toContain('needs a migration');
    await python('program.py', 'make');
    const models = join(cwd, 'blog/models.py');
    const text = readFileSync(models, 'utf8');
    writeFileSync(
      models,
      text.replace(/( {4}about: .*)\n/, '$1\n    city: so.Mapped[Optional[str]]\n'),
    );
    before = files();
    const fields = ['views:integer:default=3', 'editor:references:users:optional'];
    added = await scaffold('add:field', 'notes', ...fields, '--migrate');
    rows = await python('program.py', 'show');
  });

  it('adds columns, and gives existing rows the default', () => {
    expect([added.code, added.stderr]).toEqual([
      0,
      'warning: The database also differs from other models, which this run leaves as they are: add user.city.\n',
    ]);
    expect(added.stdout).toMatch(
      /^UPDATE blog\/models\.py.*\n(UPDATE .*\n)+Migrating the database …\nCREATE migrations\/versions\/.*\nThe migration is applied: add note\.views, add note\.editor_id\.\n$/,
    );
    expect(rows).toBe("[('One', 3)]\n");
  });

  it('is undone byte for byte, with the database', async () => {
    const kept = await scaffold('undo');
    expect([kept.code, kept.stderr]).toEqual([1, jasmine.stringContaining('Add --migrate')]);
    const undone = await scaffold('undo', '--migrate');
    expect([undone.code, undone.stderr]).toEqual([0, '']);
    expect(files()).toEqual(before);
    expect(await python('program.py', 'show')).toBe("[('One', None)]\n");
  });

  const refused: Readonly<Record<string, [answer: string, message: string]>> = {
    'an old Python': [
      'echo "Unknown option: -P" >&2; exit 2',
      '--migrate needs Python 3.11 and SQLAlchemy 2, or later, and .venv/bin/python has older ones.',
    ],
    'an old SQLAlchemy': [
      `echo "ImportError: cannot import name 'Connection' from 'sqlalchemy' (x.py)" >&2; exit 1`,
      '--migrate needs Python 3.11 and SQLAlchemy 2, or later,',
    ],
    'a database that does not exist': [
      // The end of a program: see src/setup/files/run_programs.py.
      "read -r _; printf 'behind\\n\\0000\\n'; cat",
      'The database does not exist yet. `.venv/bin/python -m flask db upgrade` makes it.',
    ],
  };
  for (const [what, [answer, message]] of Object.entries(refused)) {
    it(`writes nothing with ${what}, and says what to do`, async () => {
      const program = '.venv/bin/python';
      const root = writeFiles({
        ...migratedFiles(),
        'migrations/versions/0001.py': '',
        [program]: `#!/bin/sh\n${answer}\n`,
      });
      chmodSync(join(root, program), 0o755);
      const before = treeOf(root);
      const ended = await run(SCAFFOLD, ['make:resource', 'notes', 'title', '--migrate'], {
        cwd: root,
      });
      expect([ended.code, ended.stderr]).toEqual([1, jasmine.stringContaining(message)]);
      expect(treeOf(root)).toEqual(before);
    });
  }
});
