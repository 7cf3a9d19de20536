import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { bareCopy } from '../support/bare-application';
import { type Ended, scaffold, succeed } from '../support/run';
import { temporaryFolder } from '../support/temporary-folder';
import { treeOf } from '../support/tree-of';

describe('scaffold undo', () => {
  let root: string;
  let first: Record<string, string>;

  beforeEach(async () => {
    root = await bareCopy();
    first = treeOf(root);
  });

  function run(...words: string[]): Promise<Ended> {
    return scaffold(words, { cwd: root });
  }

  function edit(path: string, change: (text: string) => string): void {
    writeFileSync(join(root, path), change(readFileSync(join(root, path), 'utf8')));
  }

  /** Runs an undo that is refused, and changes nothing. */
  async function refused(...words: string[]): Promise<string> {
    const before = treeOf(root);
    const { code, stdout, stderr } = await run('undo', ...words);
    expect([code, stdout]).toEqual([1, '']);
    expect(treeOf(root)).toEqual(before);
    return stderr;
  }

  it('brings every byte and mode back, and reports each file', async () => {
    chmodSync(join(root, 'app/models/__init__.py'), 0o600);
    edit('app/controllers/__init__.py', (text) => `\uFEFF${text.replaceAll('\n', '\r\n')}`);
    first = treeOf(root);
    await run('make:view', 'posts.index', 'posts.create', '-rcm');
    // As left by a test run.
    mkdirSync(join(root, 'app/routes/posts/__pycache__'));
    writeFileSync(join(root, 'app/routes/posts/__pycache__/routes.cpython-311.pyc'), '');
    const { code, stdout, stderr } = await run('undo');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^DELETE app\/models\/post\.py \(\d+ bytes\)$/m);
    expect(stdout).toMatch(/^UPDATE app\/__init__\.py \(\d+ bytes\)$/m);
    expect(stdout).toMatch(/\nUndone: scaffold make:view posts\.index posts\.create -rcm\n$/);
    expect(stdout).not.toContain('.scaffold');
    expect(treeOf(root)).toEqual(first);
  });

  it('lists the runs, and takes back any of them, in any order', async () => {
    await run('make:view', 'posts.index', '-rcm');
    await run('make:view', 'posts.index', '-rcm'); // It changes nothing.
    await run('make:view', 'notes.index', '-rcm');
    await run('make:view', 'tags.show', '--route', '/tags/<int:tag_id>', '-cm');
    expect((await run('undo', '2')).code).toBe(0);
    const { code, stdout } = await run('undo', '--list');
    expect(code).toBe(0);
    expect(stdout.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'TIME')).toBe(
      " 1  TIME  scaffold make:view tags.show --route '/tags/<int:tag_id>' -cm\n" +
        ' 2  TIME  scaffold make:view notes.index -rcm  (undone)\n' +
        ' 3  TIME  scaffold make:view posts.index -rcm\n',
    );
    expect(existsSync(join(root, 'app/models/note.py'))).toBeFalse();
    expect(await refused('2')).toBe(
      'error: Run 2 is undone already: scaffold make:view notes.index -rcm\n',
    );
    expect((await run('undo', '3')).code).toBe(0);
    expect((await run('undo')).code).toBe(0);
    expect(treeOf(root)).toEqual(first);
    const nothing = await run('undo');
    expect(nothing).toEqual({
      code: 0,
      stdout: 'Nothing to undo.\n',
      stderr: '',
    });
  });

  it('takes back the first resource of a project before the second, byte for byte', async () => {
    await run('make:resource', 'posts', 'title');
    await run('make:resource', 'notes', 'title');
    expect((await run('undo', '2')).stderr).toBe('');
    expect((await run('undo')).stderr).toBe('');
    expect(treeOf(root)).toEqual(first);
  });

  it('takes back two resources in any order, although their names wrapped `__all__`', async () => {
    await run('make:resource', 'comments', 'title');
    const second = treeOf(root);
    await run('make:resource', 'attachments', 'title');
    await run('make:resource', 'milestones', 'title');
    expect(second['app/controllers/__init__.py']).toContain('__all__ = ["');
    expect(treeOf(root)['app/controllers/__init__.py']).toContain('__all__ = [\n');
    expect((await run('undo', '2')).stderr).toBe('');
    expect((await run('undo')).stderr).toBe('');
    for (const folder of ['controllers', 'forms', 'models']) {
      const path = `app/${folder}/__init__.py`;
      expect(treeOf(root)[path]).toBe(second[path]);
    }
  });

  it('goes back from run to run, and forward again', async () => {
    await run('make:view', 'posts.index', '-rcm');
    const second = treeOf(root);
    await run('make:view', 'posts.show', '-rc');
    await run('undo');
    expect(treeOf(root)).toEqual(second);
    await run('make:view', 'posts.edit', '-rc');
    await run('undo');
    expect(treeOf(root)).toEqual(second);
    await run('undo');
    expect(treeOf(root)).toEqual(first);
  });

  it('fails outside of a project', async () => {
    const folder = temporaryFolder();
    for (const flags of [[], ['--list'], ['--dry-run']]) {
      const { code, stderr, stdout } = await scaffold(['undo', ...flags], { cwd: folder });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^error: No Flask application was found/);
    }
  });

  it('says so where nothing was ever run', async () => {
    expect((await run('undo')).stdout).toContain('Nothing to undo');
    expect((await run('undo', '--list')).stdout).toBe('The history is empty.\n');
    expect((await run('undo', '--dry-run')).stdout).toContain('Nothing to undo');
    expect(existsSync(join(root, '.scaffold/history'))).toBeFalse();
  });

  const MISUSED: Readonly<Record<string, RegExp>> = {
    'undo 7': /^error: `scaffold undo --list` shows 1 run, so there is no number 7\.\n$/,
    'undo 0': /^error: "0" is not a number\. `scaffold undo --list` shows the numbers\.\n$/,
    'undo posts': /^error: "posts" is not a number/,
    'undo 1 --list': /^error: --list takes no number\.\n$/,
    'undo 1 2': /^error: too many arguments/,
    'undo --migarte': /^error: unknown option '--migarte'\n\(Did you mean --migrate\?\)\n$/,
    undoo: /^error: unknown command 'undoo'\n\(Did you mean undo\?\)\n$/,
  };
  for (const [words, message] of Object.entries(MISUSED)) {
    it(`is misused as: ${words}`, async () => {
      await run('make:view', 'about', '-r');
      const before = treeOf(root);
      const { code, stdout, stderr } = await run(...words.split(' '));
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(message);
      expect(treeOf(root)).toEqual(before);
    });
  }

  it('--dry-run shows the lines that go, and writes nothing', async () => {
    await run('make:view', 'posts.index', '-rcm');
    const before = treeOf(root);
    const { code, stdout } = await run('undo', '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toContain('-    app.register_blueprint(posts_bp)\n');
    expect(stdout).toMatch(/^This would undo: scaffold make:view posts\.index -rcm$/m);
    expect(stdout).toMatch(/^Dry run: nothing was written\.$/m);
    expect(treeOf(root)).toEqual(before);
    expect((await run('undo', '--list')).stdout).not.toContain('undone');
  });

  it('keeps the lines of a person', async () => {
    await run('make:view', 'posts.index', '-rcm');
    edit('app/__init__.py', (text) => `# mine\n${text}`);
    edit('app/models/__init__.py', (text) => text.replace('"Post"', '"Post", "mine"'));
    edit('app/models/__init__.py', (text) => text.replace('__all__', 'mine = 1\n\n__all__'));
    expect((await run('undo')).code).toBe(0);
    expect(readFileSync(join(root, 'app/__init__.py'), 'utf8')).toBe(
      `# mine\n${first['app/__init__.py']?.slice(4)}`,
    );
    expect(readFileSync(join(root, 'app/models/__init__.py'), 'utf8')).toBe(
      'from app.models.user import User\n\nmine = 1\n\n__all__ = ["mine", "User"]\n',
    );
  });

  it('is refused where the run made a file that changed since, unless --force deletes it', async () => {
    await run('make:view', 'posts.index', '-rcm');
    appendFileSync(join(root, 'app/models/post.py'), '# mine\n');
    expect(await refused()).toBe(
      'error: `scaffold make:view posts.index -rcm` cannot be undone, and nothing was changed:\n' +
        '  app/models/post.py:23: changed since the run made it\n' +
        'Change these lines and run `scaffold undo 1` again, or add --force to delete changed files even if other code refers to them.\n',
    );
    expect((await run('undo', '--force')).code).toBe(0);
    expect(treeOf(root)).toEqual(first);
  });

  it('is refused where something that stays refers to what goes, unless --force leaves it', async () => {
    await run('make:view', 'posts.index', '-rcm');
    const page = 'app/templates/mains/index.html';
    edit(page, (text) => text.replace('{% block content %}', '$&\n{{ url_for("posts.index") }}'));
    writeFileSync(join(root, 'app/mine.py'), '\nfrom app.models import Post\n');
    const message = await refused();
    expect(message).toMatch(/\n {2}app\/mine\.py:2: imports Post from app\.models\n/);
    expect(message).toMatch(
      /\n {2}app\/templates\/mains\/index\.html:\d+: uses the endpoint posts\.index\n/,
    );
    const pages = [page, 'app/mine.py'].map((path) => readFileSync(join(root, path), 'utf8'));
    expect((await run('undo', '--force')).code).toBe(0);
    expect([page, 'app/mine.py'].map((path) => readFileSync(join(root, path), 'utf8'))).toEqual(
      pages,
    );
  });

  it('is refused where lines of the run were changed, also with --force', async () => {
    await run('make:view', 'posts.index', '-rcm');
    edit('app/__init__.py', (text) => text.replace('(posts_bp)', '(posts_bp, url_prefix="/x")'));
    for (const flags of [[], ['--force']]) {
      const message = await refused(...flags);
      expect(message).toMatch(
        /\n {2}app\/__init__\.py:\d+: lines that the run wrote here have changed/,
      );
      expect(message).toMatch(/\nChange these lines and run `scaffold undo 1` again\.\n$/);
    }
  });

  it('names the files without the changes of the run in one sentence; --force takes back the rest', async () => {
    await run('make:view', 'posts.index', '-rcm');
    rmSync(join(root, 'app/models/post.py'));
    rmSync(join(root, 'app/templates/posts'), { recursive: true });
    expect(await refused()).toBe(
      'error: `scaffold make:view posts.index -rcm` cannot be undone, and nothing was changed: ' +
        '2 of its 8 files no longer have what it wrote: app/models/post.py and app/templates/posts/index.html. ' +
        'Get that back, or add --force to undo the rest.\n',
    );
    expect((await run('undo', '--force')).code).toBe(0);
    expect(treeOf(root)).toEqual(first);
  });

  it('names the later runs that changed the same files', async () => {
    await run('make:view', 'posts.index', '-rcm');
    await run('make:view', 'posts.show', '-rc');
    expect(await refused('2')).toMatch(
      /\nRun 1 \(`scaffold make:view posts\.show -rc`\) changed these files later: first run `scaffold undo 1`, or change these lines, or add --force/,
    );
    await run('make:view', 'posts.edit', '-rc');
    expect(await refused('3')).toMatch(
      /\nRun 1 \(`.+edit -rc`\) and run 2 \(`.+show -rc`\) changed these files later: first run `scaffold undo 1`, then `scaffold undo 2`, or change/,
    );
    await run('undo');
    await run('undo');
    expect((await run('undo', '3')).code).toBe(0);
    expect(treeOf(root)).toEqual(first);
  });

  it('is refused where Python would no longer be valid', async () => {
    await run('make:view', 'posts.index', '-rcm');
    edit('app/__init__.py', (text) =>
      text
        .replace('    app.register_blueprint(mains_bp)\n', '    if True:\n')
        .replace(
          '    app.register_blueprint(posts_bp)',
          '        app.register_blueprint(posts_bp)',
        ),
    );
    expect(await refused('--force')).toMatch(/\n {2}app\/__init__\.py:\d+: /);
  });

  it('says once that a git checkout took the changes away, and changes nothing', async () => {
    const git = (...words: string[]): Promise<string> => succeed('git', words, { cwd: root });
    await git('init', '-q');
    await git('add', '.');
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
    await git(...identity, 'commit', '-qm', 'one');
    await run('make:view', 'posts.index', '-rcm');
    await git('add', '.');
    await git(...identity, 'commit', '-qm', 'two');
    expect(await git('status', '--porcelain')).toBe('');
    await git('checkout', '-q', 'HEAD~1');
    const message = await refused();
    expect(message).toMatch(
      /nothing was changed: the project no longer has its changes, .* Go back to a commit that has them, or add --force to mark the run as undone\.\n$/,
    );
    await git('checkout', '-q', '-');
    expect((await run('undo')).code).toBe(0);
    expect(await git('diff', '--stat', 'HEAD~1')).toBe('');
  });

  it('waits for another undo, which takes back another run', async () => {
    await run('make:view', 'posts.index', '-rcm');
    await run('make:view', 'notes.index', '-rcm');
    const ends = await Promise.all([run('undo'), run('undo')]);
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
    expect(ends.map(({ stdout }) => /Undone: (.*)/.exec(stdout)?.[1]).sort()).toEqual([
      'scaffold make:view notes.index -rcm',
      'scaffold make:view posts.index -rcm',
    ]);
    expect(treeOf(root)).toEqual(first);
  });

  it('names a migration that somebody else made, and what to do about it', async () => {
    await run('make:view', 'news.index', '-rcm');
    const mine = 'migrations/versions/mine_create_news.py';
    writeFileSync(
      join(root, mine),
      'def upgrade():\n    op.create_table(\n        "news",\n    )\n',
    );
    const { code, stdout } = await run('undo');
    expect(code).toBe(0);
    expect(stdout).toContain(`${mine} stays, with its table news: this run did not make it.`);
    expect(stdout).toContain('\n  python -m flask db migrate\n');
    expect(existsSync(join(root, mine))).toBeTrue();
  });
});
