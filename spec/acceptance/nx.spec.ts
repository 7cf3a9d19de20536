import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bareCopy } from '../support/bare-application';
import { filesOf } from '../support/files-of';
import { generate } from '../support/hosts';
import { folderIn, installInto, workspace } from '../support/packed-package';
import { scaffold } from '../support/run';
import { temporaryFolder } from '../support/temporary-folder';
import { treeOf } from '../support/tree-of';

const FILES_ONLY = ['--skip-install', '--skip-git'];
const NEW = 'scaffold-flask:new';
const MAKE_RESOURCE = 'scaffold-flask:make-resource';
const MAKE_VIEW = 'scaffold-flask:make-view';

describe('nx generate', () => {
  /** The workspace's root: nx.json, and the package beside nx. */
  let root: string;

  beforeAll(async () => {
    root = await workspace();
  });

  async function succeeds(words: string, cwd = root): Promise<string> {
    const { code, stdout, stderr } = await generate(root, words.split(' '), cwd);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  }

  /** An application in a folder of its own: its path in the workspace. */
  async function application(): Promise<string> {
    const path = join(basename(folderIn(root)), 'blog');
    cpSync(await bareCopy(), join(root, path), { recursive: true });
    return path;
  }

  async function madeByCommand(...views: readonly string[]): Promise<Record<string, string>> {
    const expected = await bareCopy();
    for (const view of views) {
      await scaffold(['make:view', ...view.split(' ')], { cwd: expected });
    }
    return filesOf(expected);
  }

  it('leaves what scaffold new leaves, mode for mode, from whichever folder', async () => {
    const there = temporaryFolder();
    for (const [name, db, cwd] of [
      ['nx-with', '--db', root],
      ['nx-without', '--no-db', folderIn(root)],
    ] as const) {
      await scaffold(['new', name, db, ...FILES_ONLY], { cwd: there });
      await succeeds([NEW, name, db, ...FILES_ONLY].join(' '), cwd);
      expect(filesOf(join(root, name))).toEqual(filesOf(join(there, name)));
    }
  });

  it('leaves what scaffold make:view leaves: from the root, from a folder below, and from the application', async () => {
    const path = await application();
    await succeeds(`${MAKE_VIEW} posts.index -rcm --project-path=${path}`);
    await succeeds(`${MAKE_VIEW} about -rc --project-path=${path}`, join(root, path, 'app'));
    await succeeds(`${MAKE_VIEW} --name=posts.create -rc`, join(root, path));
    const views = ['posts.index -rcm', 'about -rc', 'posts.create -rc'];
    expect(filesOf(join(root, path))).toEqual(await madeByCommand(...views));
  });

  it('leaves what scaffold make:resource leaves', async () => {
    const path = await application();
    const fields = '--fields=title:string:120 --fields=author:references:users';
    await succeeds(`${MAKE_RESOURCE} posts ${fields} --only=index,show --project-path=${path}`);
    const expected = await bareCopy();
    const words = ['posts', 'title:string:120', 'author:references:users', '--only=index,show'];
    await scaffold(['make:resource', ...words], { cwd: expected });
    expect(filesOf(join(root, path))).toEqual(filesOf(expected));
  });

  it('leaves what scaffold make:model and add:field leave', async () => {
    const path = await application();
    const model = '--fields=title --fields=owner:references:users';
    await succeeds(`scaffold-flask:make-model Task ${model} --project-path=${path}`);
    const fields = '--fields=due:date:optional --fields=price:decimal:10:2:default=0';
    await succeeds(`scaffold-flask:add-field tasks ${fields} --project-path=${path}`);
    const expected = await bareCopy();
    for (const words of [
      ['make:model', 'Task', 'title', 'owner:references:users'],
      ['add:field', 'tasks', 'due:date:optional', 'price:decimal:10:2:default=0'],
    ]) {
      await scaffold(words, { cwd: expected });
    }
    expect(filesOf(join(root, path))).toEqual(filesOf(expected));
  });

  it('writes nothing with --dry-run', async () => {
    const path = await application();
    const before = treeOf(join(root, path));
    const words = [MAKE_VIEW, 'posts.index', '-rcm', `--project-path=${path}`, '--dry-run'];
    const { code, stdout } = await generate(root, words);
    expect(code).toBe(0);
    expect(stdout).toContain(`CREATE ${path}/app/models/post.py`);
    expect(treeOf(join(root, path))).toEqual(before);
  });
});

describe('nx generate of the major before', () => {
  it('leaves what scaffold make:view leaves', async () => {
    const root = temporaryFolder();
    writeFileSync(join(root, 'nx.json'), '{}\n');
    await installInto(root, 'nx@23');
    mkdirSync(join(root, 'apps'));
    cpSync(await bareCopy(), join(root, 'apps/blog'), { recursive: true });
    const words = [MAKE_VIEW, 'posts.index', '-rcm', '--project-path=apps/blog'];
    const { code, stderr } = await generate(root, words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const expected = await bareCopy();
    await scaffold(['make:view', 'posts.index', '-rcm'], { cwd: expected });
    expect(filesOf(join(root, 'apps/blog'))).toEqual(filesOf(expected));
  });
});
