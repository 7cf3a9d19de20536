import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { bareCopy } from '../support/bare-application';
import { scaffoldOnTerminal } from '../support/pseudo-terminal';
import { type Ended, scaffold } from '../support/run';
import { temporaryFolder } from '../support/temporary-folder';
import { treeOf } from '../support/tree-of';

describe('scaffold make:view', () => {
  let root: string;

  beforeEach(async () => {
    root = await bareCopy();
  });

  function makeView(...words: string[]): Promise<Ended> {
    return scaffold(['make:view', ...words], { cwd: root });
  }

  it('helps with examples, outside a project, too', async () => {
    const help = await scaffold(['make:view', '--help'], { cwd: temporaryFolder() });
    expect(help.code).toBe(0);
    expect(help.stderr).toBe('');
    for (const text of [
      ...['-r, --generate-route', '--route <route>', '$ scaffold make:view about'],
      ...['-rcm is short for -r -c -m', 'also called delete', 'creates missing parent models'],
      ...['add the columns first', 'take one view'],
    ]) {
      expect(help.stdout).toContain(text);
    }
    for (const text of ['--project-path', '--replace-template', '--no-']) {
      expect(help.stdout).not.toContain(text);
    }
  });

  it('takes its flags in any form and order, before the view and after it', async () => {
    const trees: Record<string, string>[] = [];
    for (const line of [
      'posts.index -rcm',
      '-mcr posts.index',
      'posts.index -c -m -r',
      '-r posts.index -cm',
      'posts.index --generate-model --generate-route --generate-controller',
      '--route /posts --controller PostController --model Post posts.index',
    ]) {
      root = await bareCopy();
      const { code, stderr } = await makeView(...line.split(' '));
      expect([code, stderr]).toEqual([0, '']);
      trees.push(treeOf(root));
    }
    expect(Object.keys(trees[0] ?? {})).toContain('app/models/post.py');
    trees.forEach((tree) => {
      expect(tree).toEqual(trees[0] ?? {});
    });
  });

  it('reads and writes a project in a folder of any name', async () => {
    const { code } = await makeView('posts.index', '-rcm');
    const usual = treeOf(root);
    const moved = join(temporaryFolder(), 'a\\b "50%" naïve #1? {it}');
    renameSync(await bareCopy(), moved);
    root = moved;
    expect(await makeView('posts.index', '-rcm')).toEqual(
      jasmine.objectContaining({ code, stderr: '' }),
    );
    expect(treeOf(root)).toEqual(usual);
  });

  it('passes over a file whose name is no text', async () => {
    const { code } = await makeView('posts.index', '-rcm');
    const made = Object.keys(treeOf(root));
    root = await bareCopy();
    const odd = Buffer.concat([
      Buffer.from(`${root}/app/models/caf`),
      Buffer.from([0xe9]),
      Buffer.from('.py'),
    ]);
    writeFileSync(odd, '');
    expect(await makeView('posts.index', '-rcm')).toEqual(
      jasmine.objectContaining({ code, stderr: '' }),
    );
    rmSync(odd);
    expect(Object.keys(treeOf(root))).toEqual(made);
  });

  it('reports each file with its size, then what to look at', async () => {
    const { code, stdout, stderr } = await makeView('about', '-rc');
    expect([code, stderr]).toEqual([0, '']);
    const { length } = readFileSync(join(root, 'app/templates/about.html'));
    const [first, ...others] = stdout.split('\n');
    expect(first).toBe(`CREATE app/templates/about.html (${length} bytes)`);
    const files = others.filter((line) => /^(CREATE|UPDATE) app\/\S+ \(\d+ bytes\)$/.test(line));
    expect(others.slice(0, files.length)).toEqual(files);
    expect(others.slice(files.length).join('\n')).toContain('/about');
    expect(stdout).not.toContain('\x1b');
  });

  it('colours its report on a terminal', async () => {
    const run = scaffoldOnTerminal(['make:view', 'about'], root);
    expect(await run.ended).toBe(0);
    expect(run.screen()).toContain('\x1b[32mCREATE\x1b[39m app/templates/about.html');
  });

  it('run again has nothing to do, and says so', async () => {
    await makeView('posts.index', '-rcm');
    const before = treeOf(root);
    const again = await makeView('posts.index', '-rcm');
    expect(again.code).toBe(0);
    expect(again.stdout).toMatch(/^Nothing to do: /m);
    expect(again.stdout).not.toMatch(/^(CREATE|UPDATE) /m);
    expect(treeOf(root)).toEqual(before);
  });

  it('replaces the generated start page, which a dry run shows', async () => {
    const words = ['posts.index', '-cm', '--route', '/'];
    const before = treeOf(root);
    const dry = await makeView(...words, '--dry-run');
    expect(treeOf(root)).toEqual(before);
    const { code, stdout, stderr } = await makeView(...words);
    expect([code, stderr]).toEqual([0, '']);
    for (const line of [
      'DELETE app/templates/mains/index.html',
      'DELETE app/controllers/main_controller.py',
      'UPDATE app/routes/mains/routes.py',
    ]) {
      expect(dry.stdout).toContain(line);
      expect(stdout).toContain(line);
    }
    expect(dry.stdout).toContain('-    return MainController().index()');
    expect(existsSync(join(root, 'app/templates/mains'))).toBeFalse();
  });

  it('keeps a changed start page, and names its route', async () => {
    const page = join(root, 'app/templates/mains/index.html');
    writeFileSync(page, 'mine');
    const before = treeOf(root);
    const refused = await makeView('posts.index', '-cm', '--route', '/');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toBe(
      'error: app/routes/mains/routes.py:8: index already serves GET /. Choose another URL with --route, or remove that route.\n',
    );
    expect(treeOf(root)).toEqual(before);
    rmSync(page);
    expect((await makeView('posts.index', '-cm', '--route', '/')).code).toBe(0);
  });

  it('replaces a template with --force, and leaves it alone without', async () => {
    await makeView('about', '-rc');
    const template = join(root, 'app/templates/about.html');
    const made = treeOf(root);
    writeFileSync(template, 'mine');
    const warned = await makeView('about', '-rc');
    expect(warned.stderr).toMatch(/^warning: app\/templates\/about\.html /m);
    expect(readFileSync(template, 'utf8')).toBe('mine');
    expect((await makeView('about', '-rc', '--force')).code).toBe(0);
    expect(treeOf(root)).toEqual(made);
  });

  describe('with several views', () => {
    it('leaves what one after the other leave, and tells of each file once', async () => {
      const together = await makeView('posts.index', 'posts.show', 'posts.about', '-rcm');
      expect([together.code, together.stderr]).toEqual([0, '']);
      const paths = [...together.stdout.matchAll(/^(?:CREATE|UPDATE) (\S+)/gm)];
      expect(new Set(paths.map(([, path]) => path)).size).toBe(paths.length);
      expect(together.stdout.match(/flask db upgrade/g)?.length).toBe(1);
      const tree = treeOf(root);
      root = await bareCopy();
      for (const view of ['posts.index', 'posts.show', 'posts.about']) {
        await makeView(view, '-rcm');
      }
      expect({ ...tree, '.env': '' }).toEqual({ ...treeOf(root), '.env': '' });
    });

    it('makes none where one cannot be made', async () => {
      writeFileSync(join(root, 'app/__init__.py'), 'def create_app(:\n');
      const before = treeOf(root);
      const { code, stdout, stderr } = await makeView('about', 'posts.index', '-rc');
      expect(code).toBe(1);
      expect(stdout).toBe('');
      expect(stderr).toMatch(/^error: app\/__init__\.py:1: .*\n$/);
      expect(treeOf(root)).toEqual(before);
    });
  });

  it('shows a stack with --verbose alone', async () => {
    writeFileSync(join(root, 'app/__init__.py'), 'def create_app(:\n');
    const [short, long] = [
      await makeView('posts.index', '-r'),
      await makeView('posts.index', '-r', '--verbose'),
    ];
    expect(short.stderr).not.toMatch(/\n\s+at /);
    expect(long.stderr).toMatch(/app\/__init__\.py:1: [^]*\n\s+at /);
  });

  describe('--dry-run', () => {
    it('prints a patch that makes what the command makes, and writes nothing', async () => {
      const before = treeOf(root);
      const { code, stdout, stderr } = await makeView('posts.index', '-rcm', '--dry-run');
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^UPDATE app\/__init__\.py \(\d+ bytes\)\n--- a\/app\/__init__\.py$/m);
      expect(stdout).toMatch(/^\+ {4}app\.register_blueprint\(posts_bp\)$/m);
      expect(stdout).toMatch(/\nDry run: nothing was written\.\n$/);
      expect(treeOf(root)).toEqual(before);

      const patched = spawnSync('git', ['apply', '-'], { cwd: root, input: stdout });
      expect(String(patched.stderr)).toBe('');
      const tree = treeOf(root);
      root = await bareCopy();
      await makeView('posts.index', '-rcm');
      expect(withoutManifest(tree)).toEqual(withoutManifest(treeOf(root)));
    });

    it('over what a killed run has left, plans on what that has decided, and says so', async () => {
      await makeView('posts.index', '-rc');
      const after = treeOf(root);
      root = await bareCopy();
      leaveDecided(after);
      const before = treeOf(root);
      const { code, stdout, stderr } = await makeView('posts.show', '-rc', '--dry-run');
      expect(code).toBe(0);
      expect(stderr).toMatch(
        /^An earlier run was killed while it wrote files\. This plan assumes that they are written\.$/m,
      );
      expect(treeOf(root)).toEqual(before);
      // The routes of posts are there for it: one more is added.
      expect(stdout).toMatch(/^UPDATE app\/routes\/posts\/routes\.py /m);
      expect(stdout).not.toContain('app/__init__.py');
      await makeView('posts.index', '-rc');
      expect({ ...treeOf(root), '.env': '' }).toEqual({ ...after, '.env': '' });
    });

    function withoutManifest(tree: Record<string, string>): Record<string, string> {
      const entries = Object.entries(tree).filter(([path]) => !path.startsWith('.scaffold/'));
      return { ...Object.fromEntries(entries), '.env': '' };
    }

    /** Leaves what a run leaves that is killed when it has decided to make this tree. */
    function leaveDecided(after: Record<string, string>): void {
      const before = treeOf(root);
      const encoded = (entry: string): string =>
        Buffer.from(entry.slice(4), 'latin1').toString('base64');
      const changed = Object.entries(after).filter(
        ([path, entry]) => path !== '.env' && before[path] !== entry,
      );
      const folders = changed.map(([path]) => path).filter((path) => path.endsWith('/'));
      folders.forEach((path) => {
        mkdirSync(join(root, path));
      });
      const writes = changed
        .filter(([path]) => !path.endsWith('/'))
        .map(([path, entry]) => {
          const staged = join(dirname(path), `.${basename(path)}.scaffold-1`);
          writeFileSync(join(root, staged), entry.slice(4), 'latin1');
          const old = before[path];
          const contents = {
            before: old === undefined ? null : encoded(old),
            after: encoded(entry),
          };
          return { path, file: path, staged, ...contents };
        });
      mkdirSync(join(root, '.scaffold'), { recursive: true });
      writeFileSync(join(root, '.scaffold/decided.json'), JSON.stringify({ writes, folders }));
    }

    it('refuses what the command refuses', async () => {
      expect((await makeView('class.index', '--dry-run')).code).toBe(2);
    });
  });
});
