import { join } from 'node:path';
import { Tree } from '@angular-devkit/schematics';
import { SchematicTestRunner, UnitTestTree } from '@angular-devkit/schematics/testing';
import type { MakeViewOptions } from '../../src/make-view/options';

const COLLECTION = join(__dirname, '../../src/collection.json');

const made = new Map<boolean, Promise<UnitTestTree>>();

/** A project in memory, as `new` makes it, that views are added to. */
export class ViewProject {
  /** What was said: `warn …`, `info …`. */
  readonly messages: string[] = [];
  #tree: UnitTestTree;

  private constructor(
    tree: UnitTestTree,
    private readonly original: ReadonlyMap<string, string>,
  ) {
    this.#tree = tree;
  }

  /** @param files Of a person, instead of what `new` made: path → content. */
  static async with(files: Readonly<Record<string, string>> = {}, db = true): Promise<ViewProject> {
    const base = made.get(db) ?? makeProject(db);
    made.set(db, base);
    const contents = new Map((await base).files.map((path) => [path, '']));
    for (const path of contents.keys()) {
      contents.set(path, (await base).readText(path));
    }
    for (const [path, content] of Object.entries(files)) {
      contents.set(`/${path}`, content);
    }
    const tree = new UnitTestTree(Tree.empty());
    contents.forEach((content, path) => {
      tree.create(path, content);
    });
    return new ViewProject(tree, contents);
  }

  /** Runs make-view. The short flags are written as on the command line: `-rcm`. */
  async make(name: string, flags = '', options: Partial<MakeViewOptions> = {}): Promise<this> {
    const runner = new SchematicTestRunner('scaffold-flask', COLLECTION);
    runner.logger.subscribe(({ level, message }) => this.messages.push(`${level} ${message}`));
    const short = {
      generateRoute: flags.includes('r'),
      generateController: flags.includes('c'),
      generateModel: flags.includes('m'),
    };
    this.#tree = await runner.runSchematic('make-view', { name, ...short, ...options }, this.#tree);
    return this;
  }

  read(path: string): string {
    return this.#tree.readText(path);
  }

  /** The files that are not as they were: path → content. */
  get changes(): Record<string, string> {
    const changed = this.#tree.files.filter(
      (path) => this.original.get(path) !== this.#tree.readText(path),
    );
    return Object.fromEntries(changed.map((path) => [path.slice(1), this.#tree.readText(path)]));
  }

  get warnings(): string[] {
    return this.messages.filter((message) => message.startsWith('warn '));
  }
}

async function makeProject(db: boolean): Promise<UnitTestTree> {
  const runner = new SchematicTestRunner('scaffold-flask', COLLECTION);
  const made = await runner.runSchematic('new', { name: 'blog', db, skipInstall: true });
  const tree = new UnitTestTree(Tree.empty());
  for (const path of made.files) {
    tree.create(path.replace('/blog/', '/'), made.readText(path));
  }
  return tree;
}
