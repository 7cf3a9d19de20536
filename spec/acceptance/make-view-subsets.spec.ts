import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ACTION_NAMES } from '../../src/naming/actions';
import { madeApplication, pythonOf } from '../support/application';
import { bareCopy } from '../support/bare-application';
import { succeed } from '../support/run';
import { shuffled } from '../support/shuffled';
import { temporaryFolder } from '../support/temporary-folder';
import { ViewProject } from '../support/view-project';
import { crawl } from './subsets/crawl';

/** What a person adds to the models. */
const COLUMNS = {
  'app/models/post.py': 'title: Mapped[str] = mapped_column(db.String(200))',
  'app/models/comment.py': 'text: Mapped[str] = mapped_column(db.String(200))',
};

describe('Views of posts and recipes.comments', () => {
  let python: string;
  let base: string;
  let models: Record<string, string>;

  beforeAll(async () => {
    python = pythonOf(await madeApplication(true));
    base = await bareCopy();
    await succeed(python, ['-m', 'compileall', '-q', 'app', 'config'], { cwd: base });
    models = await modelsOf('posts', 'recipes.comments');
  });

  /** An application with these views; what is behind a name is its own URL. */
  async function made(views: readonly string[]): Promise<string> {
    const project = await ViewProject.with(models);
    for (const view of views) {
      const [name = '', route] = view.split(' ');
      await project.make(name, 'rc', { route });
    }
    const root = temporaryFolder();
    for (const name of ['app', 'config']) {
      // What is compiled counts with the time of its source.
      cpSync(join(base, name), join(root, name), { recursive: true, preserveTimestamps: true });
    }
    write(root, { ...models, ...project.changes });
    return root;
  }

  /** What applications with these views answer that they should not. */
  async function wrongWith(choices: readonly (readonly string[])[]): Promise<string[]> {
    const roots: string[] = [];
    for (const views of choices) {
      roots.push(await made(views));
    }
    const answers = await crawl(python, roots);
    return answers.flatMap((each, index) => {
      return each.map((answer) => `${choices[index]?.join(', ')}: ${answer}`);
    });
  }

  const subsets = subsetsOf(ACTION_NAMES).map((actions, index) => {
    const names = ['posts', 'recipes.comments'].flatMap((folder) => {
      return actions.map((action) => `${folder}.${action}`);
    });
    return shuffled(names, index + 1);
  });

  for (const part of [1, 2, 3, 4]) {
    it(`lead somewhere, whichever actions there are, made in any order (${part} of 4)`, async () => {
      expect(subsets).toHaveSize(2 ** ACTION_NAMES.length - 1);
      const some = subsets.filter((_, index) => index % 4 === part - 1);
      expect(await wrongWith(some)).toEqual([]);
    });
  }

  it('lead somewhere where they have URLs of their own', async () => {
    const routes = [
      'posts.store /posts',
      'posts.update /posts/<int:post_id>',
      'posts.destroy /post/<int:post_id>/delete',
      'posts.show /post/<int:post_id>',
    ];
    const others = ['posts.index', 'posts.create', 'posts.edit'];
    const orders = [1, 2, 3, 4].map((seed) => shuffled([...routes, ...others], seed));
    expect(await wrongWith(orders)).toEqual([]);
  });
});

/** The models of resources, with columns that a person has added: path → content. */
async function modelsOf(...folders: readonly string[]): Promise<Record<string, string>> {
  const project = await ViewProject.with();
  for (const folder of folders) {
    await project.make(`${folder}.index`, 'rcm');
  }
  const models = Object.entries(project.changes).filter(([path]) => path.includes('/models/'));
  return Object.fromEntries(
    models.map(([path, content]) => {
      const column = Object.entries(COLUMNS).find(([model]) => model === path)?.[1];
      const place = '    created_at:';
      return [path, column ? content.replace(place, `    ${column}\n${place}`) : content];
    }),
  );
}

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

/** Every choice of some of these, but none. */
function subsetsOf<T>(items: readonly T[]): T[][] {
  return items
    .reduce<T[][]>((subsets, item) => [...subsets, ...subsets.map((each) => [...each, item])], [[]])
    .slice(1);
}
