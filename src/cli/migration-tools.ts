// Specs: spec/cli/migration-tools.spec.ts
import { join, posix } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { VENV_PYTHON, VERSIONS } from '../layout';
import { isMadeByNew } from '../layout/made-by-new';
import { ownPython } from '../project/environment';
import { DiskFiles } from './engine/disk-files';
import { ProjectFiles } from './engine/project-files';

/** What migrates the database of a project. */
export interface MigrationTools {
  /** The folder of its migrations, relative to the root. */
  readonly versions: string;
  /** Its Python: relative to the root if it is below. */
  readonly python: string;
  /** The command that makes the database. */
  readonly creation: string;
}

/**
 * Finds what migrates the database of a project.
 *
 * @throws SchematicsException if it does not use Flask-Migrate, or has no environment.
 */
export async function migrationTools(root: string): Promise<MigrationTools> {
  return toolsFor(root, await versionsOf(root));
}

/**
 * What migrates the database of a project with this folder of migrations: see `versionsOf`.
 *
 * @throws SchematicsException if it does not use Flask-Migrate, or has no environment.
 */
export function toolsFor(root: string, versions: string | undefined): MigrationTools {
  const files = new DiskFiles(root);
  const isOurs = isMadeByNew(files);
  const active = process.env.VIRTUAL_ENV;
  const python =
    ownPython(files) ??
    (active === undefined ? undefined : join(active, 'bin/python')) ??
    (isOurs ? VENV_PYTHON : undefined);
  if (versions === undefined) {
    throw new SchematicsException(
      '--migrate needs Flask-Migrate, which this application does not use. Run this command without it: it then tells ' +
        'you how to change the database.',
    );
  }
  if (python === undefined) {
    throw new SchematicsException(
      '--migrate needs the Python environment of the application: make it in venv/ or .venv/, or activate it, and run ' +
        'this command again.',
    );
  }
  const creation = isOurs ? 'scaffold setup' : `${python} -m flask db upgrade`;
  return { versions, python, creation };
}

/** The folder of the migrations of a project; undefined if it does not use Flask-Migrate. */
export async function versionsOf(root: string): Promise<string | undefined> {
  if (isMadeByNew(new DiskFiles(root))) {
    return VERSIONS;
  }
  const { layoutOfProject } = await import('../layout/of-project');
  const { migrations } = (await layoutOfProject(new ProjectFiles(root))).layout;
  const [tool, folder = 'migrations'] = String(migrations.value).split(':');
  return tool === 'flask-migrate' ? posix.join(folder, 'versions') : undefined;
}
