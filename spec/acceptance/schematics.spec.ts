import { cpSync, existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bareCopy } from '../support/bare-application';
import { filesOf } from '../support/files-of';
import { schematicsIn } from '../support/hosts';
import { folderIn, workspace } from '../support/packed-package';
import { onTerminal } from '../support/pseudo-terminal';
import { type Ended, run, scaffold } from '../support/run';
import { temporaryFolder } from '../support/temporary-folder';
import { treeOf } from '../support/tree-of';

const REPO = join(__dirname, '../..');
const NEW = 'scaffold-flask:new';
const MAKE_VIEW = 'scaffold-flask:make-view';
const MAKE_RESOURCE = 'scaffold-flask:make-resource';
const FILES_ONLY = ['--skip-install', '--skip-git'];

/** The same view for the command, and in the long options of `schematics`. */
const VIEWS: readonly (readonly [command: string, options: string])[] = [
  ['about -rc', 'about --generate-route --generate-controller'],
  ['posts.index -rcm', 'posts.index --generate-route --generate-controller --generate-model'],
  [
    'recipes.comments.index -rcm',
    'recipes.comments.index --generate-route --generate-controller --generate-model',
  ],
  [
    'help.pages.index -rcm --namespace',
    'help.pages.index --generate-route --generate-controller --generate-model --namespace',
  ],
  ['posts.index', 'posts.index'],
  [
    'posts.show --route /articles/<int:article_id> --controller ArticleController --model Article',
    'posts.show --route=/articles/<int:article_id> --controller=ArticleController --model=Article',
  ],
];

describe('schematics, where the package is installed,', () => {
  let program: string;
  /** A folder of the workspace. */
  let cwd: string;

  beforeAll(async () => {
    program = schematicsIn(await workspace());
  });

  beforeEach(async () => {
    cwd = folderIn(await workspace());
  });

  /** The application `blog` in the folder. */
  async function blog(): Promise<string> {
    const project = join(cwd, 'blog');
    cpSync(await bareCopy(), project, { recursive: true });
    return project;
  }

  async function succeeds(words: readonly string[], folder = cwd): Promise<string> {
    const { code, stdout, stderr } = await run(program, words, { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  }

  for (const db of [true, false]) {
    it(`leaves what scaffold new leaves, mode for mode, ${db ? 'with' : 'without'} the database`, async () => {
      const there = temporaryFolder();
      await scaffold(['new', 'blog', db ? '--db' : '--no-db', ...FILES_ONLY], { cwd: there });
      await succeeds([NEW, 'blog', `--db=${db}`, ...FILES_ONLY]);
      expect(filesOf(join(cwd, 'blog'))).toEqual(filesOf(join(there, 'blog')));
    });
  }

  it('asks for the database itself', async () => {
    const asked = onTerminal(program, [NEW, 'blog', ...FILES_ONLY], cwd);
    await asked.shows('Include a SQLite Database?');
    asked.type('n\r');
    expect(await asked.ended).toBe(0);
    expect(existsSync(join(cwd, 'blog/run.py'))).toBeTrue();
    expect(existsSync(join(cwd, 'blog/app/models'))).toBeFalse();
  });

  it('makes run.sh executable and a repository', async () => {
    await succeeds([NEW, 'blog', '--db=false', '--skip-install']);
    expect(treeOf(cwd)['blog/run.sh']).toMatch(/^755 /);
    expect(existsSync(join(cwd, 'blog/.git'))).toBeTrue();
  });

  it('writes nothing and starts no set-up with --dry-run', async () => {
    const output = await succeeds([NEW, 'blog', '--db=false', '--dry-run']);
    expect(output).toContain('blog/run.sh');
    expect(output).not.toContain('Python');
    expect(treeOf(cwd)).toEqual({});
  });

  it('refuses a name as scaffold new does', async () => {
    const { code, stderr } = await run(program, [NEW, 'con', '--db=false'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain('"con" cannot name an application: Windows reserves it.');
    expect(treeOf(cwd)).toEqual({});
  });

  for (const [command, options] of VIEWS) {
    it(`leaves what scaffold make:view ${command} leaves, byte for byte`, async () => {
      const expected = await bareCopy();
      const made = await scaffold(['make:view', ...command.split(' ')], { cwd: expected });
      expect([made.code, made.stderr]).toEqual([0, '']);
      const project = await blog();
      await succeeds([MAKE_VIEW, ...options.split(' '), '--project-path=blog']);
      expect(filesOf(project)).toEqual(filesOf(expected));
    });
  }

  it('leaves what scaffold make:resource leaves, byte for byte', async () => {
    const expected = await bareCopy();
    const words = ['posts', 'title:string:120', 'author:references:users'];
    await scaffold(['make:resource', ...words, '--only=index,show'], { cwd: expected });
    const project = await blog();
    const fields = words.slice(1).map((field) => `--fields=${field}`);
    const options = [...fields, '--only=index', '--only=show', '--project-path=blog'];
    await succeeds([MAKE_RESOURCE, 'posts', ...options]);
    expect(filesOf(project)).toEqual(filesOf(expected));
  });

  it('leaves what scaffold make:model and add:field leave, byte for byte', async () => {
    const expected = await bareCopy();
    const fields = ['due:date:optional', 'status:enum:open:done:default=open'];
    await scaffold(['make:model', 'Task', 'title', 'owner:references:users'], { cwd: expected });
    await scaffold(['add:field', 'tasks', ...fields], { cwd: expected });
    const project = await blog();
    const options = (names: readonly string[]): string[] => [
      ...names.map((field) => `--fields=${field}`),
      '--project-path=blog',
    ];
    const made = options(['title', 'owner:references:users']);
    await succeeds(['scaffold-flask:make-model', 'Task', ...made]);
    const output = await succeeds(['scaffold-flask:add-field', 'tasks', ...options(fields)]);
    expect(output).toContain(`scaffold add:field tasks ${fields.join(' ')} --migrate`);
    expect(filesOf(project)).toEqual(filesOf(expected));
  });

  it('leaves what scaffold make:auth leaves, byte for byte', async () => {
    const expected = await bareCopy();
    const made = await scaffold(['make:auth', '--no-registration'], { cwd: expected });
    expect([made.code, made.stderr]).toEqual([0, '']);
    const project = await blog();
    await succeeds(['scaffold-flask:make-auth', '--registration=false', '--project-path=blog']);
    expect(filesOf(project)).toEqual(filesOf(expected));
  });

  it('leaves what --guard leaves, byte for byte', async () => {
    const expected = await bareCopy();
    await scaffold(['make:auth'], { cwd: expected });
    await scaffold(['make:resource', 'posts', 'title', '--guard=users-write'], { cwd: expected });
    const project = await blog();
    await succeeds(['scaffold-flask:make-auth', '--project-path=blog']);
    await succeeds([
      MAKE_RESOURCE,
      'posts',
      '--fields=title',
      '--guard=users-write',
      '--project-path=blog',
    ]);
    expect(filesOf(project)).toEqual(filesOf(expected));
  });

  it('takes the folder that it is run in for the project', async () => {
    const project = await blog();
    await succeeds([MAKE_VIEW, 'about', '--generate-route'], project);
    expect(existsSync(join(project, 'app/templates/about.html'))).toBeTrue();
  });

  it('replaces a template where scaffold make:view --force does', async () => {
    const project = await blog();
    writeFileSync(join(project, 'app/templates/about.html'), 'mine');
    await succeeds([MAKE_VIEW, 'about', '--replace-template', '--project-path=blog']);
    const root = await bareCopy();
    await scaffold(['make:view', 'about'], { cwd: root });
    expect(filesOf(project)).toEqual(filesOf(root));
  });

  it('refuses what scaffold make:view refuses, in the same words', async () => {
    const project = await blog();
    const before = treeOf(project);
    for (const name of ['class.index', 'posts.store']) {
      const refused = await scaffold(['make:view', name], { cwd: project });
      const { code, stderr } = await run(program, [MAKE_VIEW, name, '--project-path=blog'], {
        cwd,
      });
      expect(code).toBe(1);
      expect(stderr).toContain(refused.stderr.replace('error: ', '').trim());
    }
    expect(treeOf(project)).toEqual(before);
  });
});

describe('schematics, in the root of this repository,', () => {
  /** A folder that `schematics ./:new` takes for this repo's root, with a project in it. */
  async function root(): Promise<string> {
    const folder = temporaryFolder();
    for (const name of ['package.json', 'dist', 'node_modules']) {
      symlinkSync(join(REPO, name), join(folder, name));
    }
    cpSync(await bareCopy(), join(folder, 'blog'), { recursive: true });
    return folder;
  }

  function schematics(words: readonly string[], cwd: string): Promise<Ended> {
    return run(schematicsIn(REPO), words, { cwd });
  }

  for (const [words, path] of [
    ['./:new shop --db=false --skip-install --skip-git', 'shop/run.sh'],
    ['./:make-view about --project-path=blog', 'blog/app/templates/about.html'],
  ] as const) {
    it(`writes with --no-dry-run alone: ${words}`, async () => {
      const cwd = await root();
      const before = treeOf(cwd);
      const dry = await schematics(words.split(' '), cwd);
      expect(dry.code).toBe(0);
      expect(dry.stdout).toContain(path);
      expect(treeOf(cwd)).toEqual(before);
      expect((await schematics([...words.split(' '), '--no-dry-run'], cwd)).code).toBe(0);
      expect(existsSync(join(cwd, path))).toBeTrue();
    });
  }
});
