import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chain, mergeWith, type Rule, source, Tree } from '@angular-devkit/schematics';
import { RunSchematicTask } from '@angular-devkit/schematics/tasks';
import { stageManifest } from '../edit';
import { Changes } from '../manifest/changes';
import { NO_FILES } from '../manifest/format';
import { appName } from '../naming/app-name';
import { findPackageManager } from '../project/package-manager';
import { findPython } from '../project/python';
import type { SetUpAppOptions } from '../setup/options';
import { SET_UP_SCHEMATIC } from '../package';
import { ourDigest } from '../templates/our-templates';
import { applicationFiles, newSecrets } from './application-files';
import type { NewOptions } from './options';

/**
 * Creates a Flask application in a folder of its own, and has it set up once its files are written.
 *
 * @throws UsageError if the name cannot be used, SchematicsException if Python is missing.
 */
export function newApp(options: NewOptions): Rule {
  const { ci = !isInRepository(process.cwd()), db = true, python, skipGit } = options;
  const { skipInstall = false } = options;
  return (tree, { logger }) => {
    const names = appName(options.name);
    const { name } = names;
    const packageManager = findPackageManager();
    const setUp = { python: skipInstall ? undefined : findPython(python), skipInstall, skipGit };
    const changes = new Changes(NO_FILES, logger);
    changes.ask('application', {
      names: { application: name },
      options: { ci, db, packageManager: packageManager ?? 'none' },
    });
    const agents = !tree.exists(`${name}/AGENTS.md`);
    const secrets = newSecrets();
    const made = Tree.empty();
    for (const { content, path } of applicationFiles(
      { ...names, agents, ci, db, packageManager },
      secrets,
    )) {
      made.create(`${name}/${path}`, content);
      changes.created(path, content.toString());
    }
    return chain([
      mergeWith(source(made)),
      stageManifest(changes, name, () => ourDigest('application')),
      setUpApp({ directory: name, secretKey: secrets.secretKey, ...setUp }),
    ]);
  };
}

/** Whether a folder is in a git repository, where GitHub reads workflows of the root alone. */
function isInRepository(folder: string): boolean {
  const parent = dirname(folder);
  return existsSync(join(folder, '.git')) || (parent !== folder && isInRepository(parent));
}

function setUpApp(options: SetUpAppOptions): Rule {
  return (_tree, context) => {
    context.addTask(new RunSchematicTask<SetUpAppOptions>(SET_UP_SCHEMATIC, options));
  };
}
