import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bareCopy } from '../support/bare-application';
import { filesOf } from '../support/files-of';
import { generate, schematicsIn } from '../support/hosts';
import { folderIn, workspace } from '../support/packed-package';
import { scaffold, succeed } from '../support/run';
import { temporaryFolder } from '../support/temporary-folder';

const REPO = join(__dirname, '../..');
const FILES_ONLY = ['--skip-install', '--skip-git'];

/** Compiles only where the wrappers know the names and types of their options, and which of them are required. */
const MISUSES = `import { addField, makeModel, makeResource, makeView, newApp } from 'scaffold-flask';

export const misuses = [
  // @ts-expect-error: it has no such option
  makeView({ name: 'posts.index', generateRoutes: true }),
  // @ts-expect-error: a name is required
  makeView({ generateRoute: true }),
  // @ts-expect-error: a list, or one word
  makeResource({ name: 'posts', only: 1 }),
  // @ts-expect-error: it has no such option
  makeModel({ name: 'Post', field: 'title' }),
  // @ts-expect-error: a name is required
  addField({ fields: ['due:date:optional'] }),
  addField({ name: 'posts', fields: ['due:date:optional'] }),
  // @ts-expect-error: it is a boolean
  newApp({ name: 'blog', db: 'yes' }),
];
`;

/** A schematic that makes a model and gives it a field. */
const GROWING = `const { chain } = require('@angular-devkit/schematics');
const { addField, makeModel } = require('scaffold-flask');

exports.grow = () =>
  chain([
    makeModel({ name: 'Task', fields: ['title', 'owner:references:users'] }),
    addField({ name: 'tasks', fields: 'due:date:optional price:decimal:default=0' }),
  ]);
`;

describe('The collection in examples/platform', () => {
  let root: string;

  /** Compiled against the types that the package is published with. */
  beforeAll(async () => {
    root = await workspace();
    const platform = join(root, 'platform');
    writeFileSync(join(platform, 'misuses.ts'), MISUSES);
    const compiler = join(REPO, 'node_modules/typescript/bin/tsc');
    const types = ['--typeRoots', join(REPO, 'node_modules/@types')];
    await succeed(process.execPath, [compiler, '-p', platform, ...types]);
  });

  /** An application that the command has made, with these views. */
  async function madeByCommand(
    application: string,
    ...views: readonly (readonly string[])[]
  ): Promise<Record<string, string>> {
    for (const view of views) {
      const { code } = await scaffold(['make:view', ...view], { cwd: application });
      expect(code).withContext(view.join(' ')).toBe(0);
    }
    return filesOf(application);
  }

  it('makes an application and its pages in one Tree, with the wrappers', async () => {
    const cwd = folderIn(root);
    await succeed(schematicsIn(root), ['platform:service', 'shop', ...FILES_ONLY], { cwd });
    const there = temporaryFolder();
    await scaffold(['new', 'shop', '--db', ...FILES_ONLY], { cwd: there });
    const expected = await madeByCommand(
      join(there, 'shop'),
      ['status', '-rc'],
      ['teams.index', '-rcm'],
      ['teams.members.index', '-rcm'],
    );
    const { CODEOWNERS, ...files } = filesOf(join(cwd, 'shop'));
    expect(CODEOWNERS).toBe('644 * @platform\n');
    expect(files).toEqual(expected);
  });

  it('makes a resource with the wrapper, in schematics and in Nx', async () => {
    const application = await bareCopy();
    const fields = ['title:string:120', 'body:text:optional'];
    await scaffold(['make:resource', 'posts', ...fields], { cwd: application });
    const expected = { ...filesOf(application), 'docs/': '755', 'docs/posts.md': '644 # posts\n' };
    const folders = [folderIn(root), folderIn(root)].map((folder) => join(folder, 'blog'));
    for (const folder of folders) {
      cpSync(await bareCopy(), folder, { recursive: true });
    }
    const [schematics = '', nx = ''] = folders;
    await succeed(schematicsIn(root), ['platform:resource', 'posts'], { cwd: schematics });
    expect(filesOf(schematics)).toEqual(expected);
    expect((await generate(root, ['platform:resource', 'posts'], nx)).code).toBe(0);
    expect(filesOf(nx)).toEqual(expected);
  });

  it('makes a model with the wrapper, and adds fields to it in the same Tree', async () => {
    const application = await bareCopy();
    for (const words of [
      ['make:model', 'Task', 'title', 'owner:references:users'],
      ['add:field', 'tasks', 'due:date:optional', 'price:decimal:default=0'],
    ]) {
      await scaffold(words, { cwd: application });
    }
    const cwd = join(folderIn(root), 'blog');
    cpSync(await bareCopy(), cwd, { recursive: true });
    const collection = join(root, 'growing');
    mkdirSync(collection, { recursive: true });
    writeFileSync(join(collection, 'index.js'), GROWING);
    const schematics = { grow: { description: 'Grow', factory: './index#grow' } };
    writeFileSync(join(collection, 'collection.json'), JSON.stringify({ schematics }));
    const words = [`${collection}/collection.json:grow`, '--dry-run=false', '--no-dry-run'];
    await succeed(schematicsIn(root), words, { cwd });
    expect(filesOf(cwd)).toEqual(filesOf(application));
  });

  it('is what docs/composing.md shows', () => {
    const docs = readFileSync(join(REPO, 'docs/composing.md'), 'utf8');
    for (const file of ['collection.json', 'service/index.ts', 'resource/index.ts']) {
      const code = readFileSync(join(REPO, 'examples/platform', file), 'utf8');
      expect(docs).withContext(file).toContain(`\n${code}\`\`\`\n`);
    }
  });
});
