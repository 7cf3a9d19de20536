import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bareCopy } from '../support/bare-application';
import { type Ended, scaffold } from '../support/run';
import { temporaryFolder } from '../support/temporary-folder';
import { treeOf } from '../support/tree-of';

describe('scaffold make:view, misused,', () => {
  let root: string;

  beforeEach(async () => {
    root = await bareCopy();
  });

  function expectOneMessage({ code, stdout, stderr }: Ended, exit: 1 | 2, message: RegExp): void {
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^error: /);
    expect(stderr.match(/error: /g)?.length).toBe(1);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stdout).toBe('');
    expect(code).toBe(exit);
  }

  async function expectRefusal(
    words: readonly string[],
    exit: 1 | 2,
    message: RegExp,
    cwd = root,
  ): Promise<void> {
    const before = treeOf(root);
    expectOneMessage(await scaffold(['make:view', ...words], { cwd }), exit, message);
    expect(treeOf(root)).toEqual(before);
  }

  describe('refuses where it is run:', () => {
    it('outside a project', async () => {
      const message = /No Flask application was found/;
      await expectRefusal(['about'], 1, message, temporaryFolder());
    });
  });

  const names: [string, string[], RegExp][] = [
    ['no name', ['-rc'], /missing required argument 'view_name'/],
    ['an empty name', [''], /"" cannot name a view: it is empty/],
    ['...', ['...'], /it has an empty part/],
    ['posts..show', ['posts..show'], /it has an empty part\. Did you mean posts\.show\?/],
    ['../../etc/passwd', ['../../etc/passwd'], /cannot name a view/],
    ['an absolute path', ['/etc/passwd'], /Did you mean etc\.passwd, or --route \/etc\/passwd\?/],
    ['class.index', ['class.index'], /"class" is a Python keyword.*Did you mean classes\.index\?/],
    ['1posts.index', ['1posts.index'], /does not start with a letter.*Did you mean posts\.index\?/],
    ['a newline', ['posts\n.index'], /cannot name a view: only ASCII/],
    ['5,000 characters', ['x'.repeat(5000)], /it has 5000 characters, but at most 200 are allowed/],
    ['non-ASCII', ['café.index'], /only ASCII letters/],
    ['posts.store without a flag', ['posts.store'], /has no template.*Add -r/],
  ];
  for (const [what, words, message] of names) {
    it(`refuses as a name: ${what}`, async () => {
      await expectRefusal(words, 2, message);
    });
  }

  const flags: [string, string[], RegExp][] = [
    [
      'a second positional behind the flags',
      ['posts.index', '-c', 'PostController'],
      /^error: Name all views together.*"posts\.index", "PostController".*--controller/,
    ],
    [
      'a URL behind the flags',
      ['posts.index', '-r', '/posts'],
      /"\/posts" is not a view name\. Did you mean --route \/posts\?/,
    ],
    ['one URL for two views', ['a', 'b', '--route', '/a'], /--route takes one view.*"a", "b"/],
    ['one controller for two', ['a', 'b', '--controller', 'A'], /--controller takes one view/],
    ['one model for two', ['a', 'b', '--model', 'A'], /--model takes one view/],
    [
      'an unknown flag',
      ['a', '--mirgate'],
      /unknown option '--mirgate'\n\(Did you mean --migrate\?/,
    ],
    ['a folder', ['a', '--project-path', 'b'], /unknown option '--project-path'/],
    ['an unknown letter', ['a', '-rx'], /unknown option '-x'/],
  ];
  for (const [what, words, message] of flags) {
    it(`refuses as flags: ${what}`, async () => {
      await expectRefusal(words, 2, message);
    });
  }

  const routes: [string, string[], RegExp][] = [
    ['none', ['--route'], /option '--route <route>' argument missing/],
    ['an empty one', ['--route', ''], /is not a valid URL: it is empty/],
    ['one with a space', ['--route', '/my posts'], /is not a valid URL: .*spaces/],
    ['one with a newline', ['--route', '/my\nposts'], /is not a valid URL: .*line breaks/],
    ['an unbalanced <', ['--route', '/posts/<id'], /it has an unmatched < or >/],
    ['a parameter twice', ['--route', '/<int:a>/<int:a>'], /it has the parameter a twice/],
    ['a parameter that is no name', ['--route', '/<int:1a>'], /"1a" is not a valid Python name/],
    ['no slash', ['--route', 'posts'], /Did you mean \/posts\?/],
  ];
  for (const [what, words, message] of routes) {
    it(`refuses as a URL: ${what}`, async () => {
      await expectRefusal(['posts.index', '-c', ...words], 2, message);
    });
  }

  const classes: [string, string, RegExp][] = [
    ['an empty name', '', /cannot be a class: the name is empty/],
    ['a lower-case name', 'post', /a class name starts with a capital.*Did you mean Post\?/],
    ['a name with a dash', 'My-Post', /a class name .*Did you mean MyPost\?/],
    ['a keyword', 'None', /None is a Python keyword/],
    ['a path', 'app/models/Post', /it is a path.*Did you mean Post\?/],
    ['a builtin', 'ValueError', /ValueError is a Python builtin/],
    ['an import of the file', 'Flask', /the generated files import Flask/],
    ['db', 'db', /the generated files import db/],
  ];
  for (const flag of ['--controller', '--model']) {
    for (const [what, name, message] of classes) {
      it(`refuses as ${flag}: ${what}`, async () => {
        await expectRefusal(['posts.index', '-rc', flag, name], 2, message);
      });
    }
  }

  describe('refuses what a project does not allow:', () => {
    it('a URL that another function serves', async () => {
      await scaffold(['make:view', 'about', '-rc'], { cwd: root });
      const words = ['contact', '-rc', '--route', '/about'];
      await expectRefusal(words, 1, /routes\.py:\d+: about already serves GET \/about/);
    });

    it('a file that does not parse', async () => {
      appendFileSync(join(root, 'app/routes/mains/routes.py'), 'def about(:\n');
      const message = /^error: app\/routes\/mains\/routes\.py:\d+: not valid Python/;
      await expectRefusal(['about', '-rc'], 1, message);
    });

    it('a file that is not UTF-8', async () => {
      appendFileSync(join(root, 'app/__init__.py'), Buffer.from('# caf\xe9\n', 'latin1'));
      await expectRefusal(['posts.index', '-rc'], 1, /^error: app\/__init__\.py.*UTF-8/);
    });

    it('a template folder that is a file', async () => {
      writeFileSync(join(root, 'app/templates/posts'), '');
      await expectRefusal(
        ['posts.index', '-rc'],
        1,
        /app\/templates\/posts is a file, but must be a folder/,
      );
    });

    it('a template that is a folder', async () => {
      mkdirSync(join(root, 'app/templates/about.html'));
      await expectRefusal(
        ['about', '-rc'],
        1,
        /^error: app\/templates\/about\.html is not a file\./,
      );
    });

    it('a folder that is a link out of the project', async () => {
      const outside = temporaryFolder();
      renameSync(join(root, 'app/controllers'), join(outside, 'controllers'));
      symlinkSync(join(outside, 'controllers'), join(root, 'app/controllers'));
      const before = treeOf(outside);
      const message =
        /app\/controllers\/\w+\.py is a symbolic link that points outside the project/;
      await expectRefusal(['about', '-rc'], 1, message);
      expect(treeOf(outside)).toEqual(before);
    });

    it('a file that is a link out of the project', async () => {
      const outside = temporaryFolder();
      const file = join(root, 'app/routes/mains/routes.py');
      renameSync(file, join(outside, 'routes.py'));
      symlinkSync(join(outside, 'routes.py'), file);
      const before = treeOf(outside);
      await expectRefusal(['about', '-rc'], 1, /routes\.py is a symbolic link that points outside/);
      expect(treeOf(outside)).toEqual(before);
    });

    it('a link that leads nowhere', async () => {
      symlinkSync('nowhere', join(root, 'app/templates/posts'));
      await expectRefusal(
        ['posts.index', '-rc'],
        1,
        /app\/templates\/posts is a broken symbolic link/,
      );
    });

    it('a model where models have no package', async () => {
      rmSync(join(root, 'app/models'), { recursive: true });
      await expectRefusal(['posts.index', '-rcm'], 1, /app\/models\/__init__\.py is missing/);
    });
  });

  it('warns of a converter that Flask has not: it may be the project’s own', async () => {
    const words = ['posts.show', '-c', '--route', '/posts/<slug:name>'];
    const { code, stderr } = await scaffold(['make:view', ...words], { cwd: root });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^warning: Flask has no converter "slug"/);
  });
});
