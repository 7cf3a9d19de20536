import { createHash } from 'node:crypto';
import { Tree } from '@angular-devkit/schematics';
import { UnitTestTree } from '@angular-devkit/schematics/testing';
import type { AddFieldOptions } from '../../src/add-field/options';
import { type Manifest, manifestPath } from '../../src/manifest/format';
import type { ChangeFieldOptions } from '../../src/change-field/options';
import type { MakeApiOptions } from '../../src/make-api/options';
import type { MakeAuthOptions } from '../../src/make-auth/options';
import type { MakeModelOptions } from '../../src/make-model/options';
import type { MakeResourceOptions } from '../../src/make-resource/options';
import type { MakeViewOptions } from '../../src/make-view/options';
import type { RemoveFieldOptions } from '../../src/remove-field/options';
import type { RemoveResourceOptions } from '../../src/remove-resource/options';
import type { RenameFieldOptions } from '../../src/rename-field/options';
import type { UpgradeOptions } from '../../src/upgrade/options';
import { runInMemory } from './run-in-memory';

/** Path → content, as text or as bytes; null for no file. */
export type PersonsFiles = Readonly<Record<string, string | Uint8Array | null>>;

const made = new Map<boolean, Promise<UnitTestTree>>();

/** What a run leaves and logs. */
interface Outcome {
  readonly tree: UnitTestTree;
  readonly messages: readonly string[];
}

/**
 * The newest outcomes by all that led to them: many specs begin alike, and half of the time is saved. Nothing changes a tree
 * that a run leaves.
 */
const outcomes = new Map<string, Outcome>();

/** The most outcomes to keep. */
const KEPT = 100;

/** A project in memory, as `new` makes it, that views are added to. */
export class ViewProject {
  /** The log: `warn …`, `info …`. */
  readonly messages: string[] = [];
  #tree: UnitTestTree;

  /** What led to the tree. */
  #history: string;

  private constructor(
    tree: UnitTestTree,
    start: string,
    private readonly original: ReadonlyMap<string, string>,
  ) {
    this.#tree = tree;
    this.#history = start;
  }

  /** @param files A person's files, which replace those of `new`: path → content; null removes a file. */
  static async with(files: PersonsFiles = {}, db = true): Promise<ViewProject> {
    const base = made.get(db) ?? makeProject(db);
    made.set(db, base);
    const tree = new UnitTestTree(Tree.empty());
    for (const path of (await base).files.filter((each) => !(each.slice(1) in files))) {
      tree.create(path, (await base).readText(path));
    }
    for (const [path, content] of Object.entries(files)) {
      if (content !== null) {
        tree.create(path, Buffer.from(content));
      }
    }
    return new ViewProject(tree, digestOf([db, files]), contentsOf(tree));
  }

  /** Runs make-view. The short flags are written as on the command line: `-rcm`. */
  async make(name: string, flags = '', options: Partial<MakeViewOptions> = {}): Promise<this> {
    const short = {
      generateRoute: flags.includes('r'),
      generateController: flags.includes('c'),
      generateModel: flags.includes('m'),
    };
    return this.run('make-view', { name, ...short, ...options });
  }

  /** Runs make-model. The fields are written as on the command line: `title:string body:text`. */
  async makeModel(
    name: string,
    fields: readonly string[] | string = [],
    options: Partial<MakeModelOptions> = {},
  ): Promise<this> {
    return this.run('make-model', { name, fields, ...options });
  }

  /** Runs make-resource. */
  async makeResource(name: string, options: Partial<MakeResourceOptions> = {}): Promise<this> {
    return this.run('make-resource', { name, ...options });
  }

  /** Runs add-field. The fields are written as on the command line. */
  async addField(
    name: string,
    fields: readonly string[] | string,
    options: Partial<AddFieldOptions> = {},
  ): Promise<this> {
    return this.run('add-field', { name, fields, ...options });
  }

  /** Runs rename-field. The field is written as on the command line: `title:headline`. */
  async renameField(
    name: string,
    field: string,
    options: Partial<RenameFieldOptions> = {},
  ): Promise<this> {
    return this.run('rename-field', { name, field, ...options });
  }

  /** Runs change-field. The fields are written as on the command line: `title:string:200 slug:unique`. */
  async changeField(
    name: string,
    fields: readonly string[] | string,
    options: Partial<ChangeFieldOptions> = {},
  ): Promise<this> {
    return this.run('change-field', { name, fields, ...options });
  }

  /** Runs remove-field. The fields are written as on the command line: `title body`. */
  async removeField(
    name: string,
    fields: readonly string[] | string,
    options: Partial<RemoveFieldOptions> = {},
  ): Promise<this> {
    return this.run('remove-field', { name, fields, ...options });
  }

  /** Runs make-api. */
  async makeApi(name: string, options: Partial<MakeApiOptions> = {}): Promise<this> {
    return this.run('make-api', { name, ...options });
  }

  /** Runs remove-resource. */
  async removeResource(name: string, options: Partial<RemoveResourceOptions> = {}): Promise<this> {
    return this.run('remove-resource', { name, ...options });
  }

  /** Runs make-auth. */
  async makeAuth(options: MakeAuthOptions = {}): Promise<this> {
    return this.run('make-auth', options);
  }

  /** Runs upgrade. */
  async upgrade(options: UpgradeOptions = {}): Promise<this> {
    return this.run('upgrade', options);
  }

  private async run(schematic: string, options: object): Promise<this> {
    const history = digestOf([this.#history, schematic, options]);
    const { messages, tree } = outcomes.get(history) ?? (await this.outcome(schematic, options));
    outcomes.delete(history);
    outcomes.set(history, { messages, tree });
    const [oldest] = outcomes.keys();
    if (outcomes.size > KEPT && oldest !== undefined) {
      outcomes.delete(oldest);
    }
    this.messages.push(...messages);
    [this.#history, this.#tree] = [history, tree];
    return this;
  }

  private async outcome(schematic: string, options: object): Promise<Outcome> {
    const messages: string[] = [];
    try {
      return { tree: await runInMemory(schematic, options, this.#tree, messages), messages };
    } catch (error) {
      this.messages.push(...messages);
      throw error;
    }
  }

  read(path: string): string {
    return this.#tree.readContent(path);
  }

  /** All files but the manifest: path → content. */
  get files(): Record<string, string> {
    return Object.fromEntries([...contentsOf(this.#tree)].filter(([path]) => !isOfScaffold(path)));
  }

  /** The files that views created or changed, but for the manifest: path → content. */
  get changes(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.files).filter(([path, content]) => this.original.get(path) !== content),
    );
  }

  /** The files of the manifest: path → content. */
  get remembered(): Record<string, string> {
    return Object.fromEntries([...contentsOf(this.#tree)].filter(([path]) => isOfScaffold(path)));
  }

  /** The manifest of a resource; of the application by default. */
  manifest(resource?: string): Manifest {
    const path = manifestPath(resource === undefined ? 'application' : { resource });
    return JSON.parse(this.read(path)) as Manifest;
  }

  get warnings(): string[] {
    return this.messages.filter((message) => message.startsWith('warn '));
  }
}

function digestOf(values: readonly unknown[]): string {
  const text = JSON.stringify(values, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : (value ?? null),
  );
  return createHash('sha256').update(text).digest('base64');
}

function isOfScaffold(path: string): boolean {
  return path.startsWith('.scaffold/');
}

/** Paths without a leading slash → contents with byte order marks. */
function contentsOf(tree: UnitTestTree): Map<string, string> {
  return new Map(tree.files.map((path) => [path.slice(1), tree.readContent(path)]));
}

async function makeProject(db: boolean): Promise<UnitTestTree> {
  const made = await runInMemory('new', { name: 'blog', db, skipInstall: true }, Tree.empty());
  const tree = new UnitTestTree(Tree.empty());
  for (const path of made.files) {
    tree.create(path.replace('/blog/', '/'), made.readText(path));
  }
  return tree;
}
