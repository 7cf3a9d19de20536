import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bareCopy } from '../support/bare-application';
import { type Ended, run, scaffold } from '../support/run';
import { temporaryFolder } from '../support/temporary-folder';
import { treeOf } from '../support/tree-of';

const REPO = join(__dirname, '../..');
const SCHEMATICS = join(REPO, 'node_modules/@angular-devkit/schematics-cli/bin/schematics.js');

/** The collection, as it is named outside of this repo. */
const COLLECTION = join(REPO, 'dist/src/collection.json');

/** The same view for the command, and in the long options of `schematics`. */
const VIEWS: readonly (readonly [command: string, options: string])[] = [
  ['about -rc', 'about --generate-route --generate-controller'],
  ['posts.index -rcm', 'posts.index --generate-route --generate-controller --generate-model'],
  [
    'recipes.comments.index -rcm',
    'recipes.comments.index --generate-route --generate-controller --generate-model',
  ],
  [
    'admin.pages.index -rcm --namespace',
    'admin.pages.index --generate-route --generate-controller --generate-model --namespace',
  ],
  ['posts.index', 'posts.index'],
  [
    'posts.show --route /articles/<int:article_id> --controller ArticleController --model Article',
    'posts.show --route=/articles/<int:article_id> --controller=ArticleController --model=Article',
  ],
];

/** A folder that `schematics ./:make-view` takes for this repo's root, with a project in it. */
async function workspace(): Promise<{ folder: string; project: string }> {
  const folder = temporaryFolder();
  for (const name of ['package.json', 'dist', 'node_modules']) {
    symlinkSync(join(REPO, name), join(folder, name));
  }
  const project = join(folder, 'apps/blog');
  mkdirSync(join(folder, 'apps'));
  cpSync(await bareCopy(), project, { recursive: true });
  return { folder, project };
}

function schematics(words: readonly string[], cwd: string): Promise<Ended> {
  return run(process.execPath, [SCHEMATICS, ...words], { cwd });
}

describe('schematics ./:make-view', () => {
  for (const [command, options] of VIEWS) {
    it(`leaves what scaffold make:view ${command} leaves, byte for byte`, async () => {
      const expected = await bareCopy();
      const made = await scaffold(['make:view', ...command.split(' ')], { cwd: expected });
      expect([made.code, made.stderr]).toEqual([0, '']);
      const tree = { ...treeOf(expected), '.env': '' };

      const words = [...options.split(' '), '--no-dry-run'];
      const { folder, project } = await workspace();
      const above = ['./:make-view', ...words, '--project-path=apps/blog'];
      expect((await schematics(above, folder)).code).toBe(0);
      expect({ ...treeOf(project), '.env': '' })
        .withContext('above')
        .toEqual(tree);

      const root = await bareCopy();
      expect((await schematics([`${COLLECTION}:make-view`, ...words], root)).code).toBe(0);
      expect({ ...treeOf(root), '.env': '' })
        .withContext('in the project')
        .toEqual(tree);
    });
  }

  it('replaces a template where scaffold make:view --force does', async () => {
    const { folder, project } = await workspace();
    writeFileSync(join(project, 'app/templates/about.html'), 'mine');
    const words = ['about', '--replace-template', '--project-path=apps/blog', '--no-dry-run'];
    expect((await schematics(['./:make-view', ...words], folder)).code).toBe(0);
    const root = await bareCopy();
    await scaffold(['make:view', 'about'], { cwd: root });
    expect({ ...treeOf(project), '.env': '' }).toEqual({ ...treeOf(root), '.env': '' });
  });

  it('writes nothing in a dry run, its default', async () => {
    const { folder, project } = await workspace();
    const before = treeOf(project);
    const words = ['./:make-view', 'posts.index', '--generate-route', '--project-path=apps/blog'];
    const { code, stdout } = await schematics(words, folder);
    expect(code).toBe(0);
    expect(stdout).toContain('apps/blog/app/routes/posts/routes.py');
    expect(treeOf(project)).toEqual(before);
  });

  it('refuses what scaffold make:view refuses, in the same words', async () => {
    const { folder, project } = await workspace();
    const before = treeOf(project);
    for (const name of ['class.index', 'posts.store']) {
      const refused = await scaffold(['make:view', name], { cwd: project });
      const words = ['./:make-view', name, '--project-path=apps/blog', '--no-dry-run'];
      const { code, stderr } = await schematics(words, folder);
      expect(code).toBe(1);
      expect(stderr).toContain(refused.stderr.replace('error: ', '').trim());
    }
    expect(treeOf(project)).toEqual(before);
  });
});
