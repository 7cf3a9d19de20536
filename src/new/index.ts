import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Url } from 'node:url';
import { normalize } from '@angular-devkit/core';
import {
  apply,
  chain,
  type FileEntry,
  forEach,
  mergeWith,
  move,
  noop,
  type Rule,
  type Source,
} from '@angular-devkit/schematics';
import { RunSchematicTask } from '@angular-devkit/schematics/tasks';
import { stageManifest } from '../edit';
import { Changes, NO_FILES } from '../manifest/changes';
import { type AppName, appName } from '../naming/app-name';
import { findPackageManager, type PackageManager } from '../project/package-manager';
import { findPython } from '../project/python';
import { secret } from '../setup/env-file';
import type { SetUpAppOptions } from '../setup/options';
import { SET_UP_SCHEMATIC } from '../package';
import { compile } from '../templates/compiled-template';
import { ENDING, ourDigest } from '../templates/our-templates';
import type { NewOptions } from './options';

/** What the templates of a new application read. */
interface NewApp extends AppName {
  readonly db: boolean;
  /** Whether it gets a workflow for GitHub Actions. */
  readonly ci: boolean;
  /** The stylesheet is built with it; without one, the application keeps the stylesheet that comes with it. */
  readonly packageManager: PackageManager | undefined;
  readonly secretKey: string;
  /** Of PostgreSQL in containers: the superuser's, and the application's. */
  readonly postgresPassword: string;
  readonly databasePassword: string;
  /** How the application is set up once its files are written. */
  readonly setUp: Omit<SetUpAppOptions, 'directory' | 'secretKey'>;
}

/**
 * Creates a Flask application in a folder of its own, and has it set up once its files are written.
 *
 * @throws UsageError if the name cannot be used, SchematicsException if Python is missing.
 */
export function newApp(options: NewOptions): Rule {
  return (tree, { logger }) => {
    const app = describe(options);
    const { ci, db, name, packageManager } = app;
    const changes = new Changes(NO_FILES, logger);
    changes.ask('application', {
      names: { application: name },
      options: { ci, db, packageManager: packageManager ?? 'none' },
    });
    const add = (folder: string): Rule => render(folder, name, app, changes);
    return chain([
      add('./files/project'),
      db ? add('./files/database') : noop(),
      ci ? add('./files/ci') : noop(),
      tree.exists(`${name}/AGENTS.md`) ? noop() : add('./files/agents'),
      ...stylesheetFolders(app).map(add),
      stageManifest(changes, name, () => ourDigest('application')),
      setUp(app),
    ]);
  };
}

function describe(options: NewOptions): NewApp {
  const { name, db = true, ci, python, skipInstall = false, skipGit } = options;
  return {
    ...appName(name),
    db,
    ci: ci ?? !isInRepository(process.cwd()),
    packageManager: findPackageManager(),
    secretKey: secret(),
    postgresPassword: secret(),
    databasePassword: secret(),
    setUp: { python: skipInstall ? undefined : findPython(python), skipInstall, skipGit },
  };
}

/** Whether a folder is in a git repository, where GitHub reads workflows of the root alone. */
function isInRepository(folder: string): boolean {
  const parent = dirname(folder);
  return existsSync(join(folder, '.git')) || (parent !== folder && isInRepository(parent));
}

/** Some package managers need a settings file of their own. */
function stylesheetFolders({ packageManager }: NewApp): string[] {
  switch (packageManager) {
    case undefined:
      return [];
    case 'pnpm':
    case 'yarn':
      return ['./files/stylesheet', `./files/${packageManager}`];
    default:
      return ['./files/stylesheet'];
  }
}

function setUp({ name, secretKey, setUp }: NewApp): Rule {
  return (_tree, context) => {
    context.addTask(
      new RunSchematicTask<SetUpAppOptions>(SET_UP_SCHEMATIC, {
        directory: name,
        secretKey,
        ...setUp,
      }),
    );
  };
}

/**
 * Adds a folder of the running schematic to the Tree. Files that end in `.template` are rendered with the values and
 * lose the ending; the others are copied. Paths are never templates, because `__init__.py` would be one.
 *
 * @param source A folder relative to the schematic, such as `./files/project`.
 * @param target A folder of the Tree, such as `blog`.
 * @param changes Gets to know the files.
 */
export function render(source: string, target: string, values: object, changes: Changes): Rule {
  const rendered = (entry: FileEntry): FileEntry => {
    const { content, path } = entry;
    return path.endsWith(ENDING)
      ? {
          path: normalize(path.slice(0, -ENDING.length)),
          content: Buffer.from(compile({ path, text: content.toString() })(values)),
        }
      : entry;
  };
  const added = (entry: FileEntry): FileEntry => {
    const file = rendered(entry);
    changes.created(file.path.slice(1), file.content.toString());
    return file;
  };
  return mergeWith(apply(url(source), [forEach(added), move(target)]));
}

/**
 * A folder of the running schematic. The devkit's `url()` calls `url.parse()`. Node 24 warns about that on every run of
 * a bundle outside of `node_modules`, such as a linked command.
 *
 * @param path A path relative to the schematic, such as `./files`.
 */
function url(path: string): Source {
  const parsed = { protocol: null, path } as Url;
  return (context) => context.engine.createSourceFromUrl(parsed, context)(context);
}
