// Specs: spec/layout/settings.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { Files } from '../project/files';
import { type FoundApplication, moduleIn } from './application';
import { readLayout, type ReadLayout } from './read-layout';
import { readSettings, type Settings } from './settings';

/**
 * The layout of the application in a project: as a person set it, and as it was found.
 *
 * @param where The folder in messages.
 * @throws SchematicsException if no application was found, several were, or a setting is wrong.
 */
export async function layoutOfProject(files: Files, where = 'this folder'): Promise<ReadLayout> {
  const settings = await readSettings(files);
  const { factory, package: package_ } = settings;
  const read = await readLayout(files, (application) => isMeant(application, settings));
  const chosen = factory ?? package_;
  if (read === undefined && chosen && (await readLayout(files))) {
    throw new SchematicsException(
      `${chosen.from}: no application was found in ${String(chosen.value)}. ` +
        'Without this setting, `scaffold inspect` shows the one that it finds.',
    );
  }
  if (read === undefined) {
    throw new SchematicsException(
      `No Flask application was found: no Python file in ${where} or below has app = Flask(…).`,
    );
  }
  const rivals = read.others.filter(({ weight }) => weight === read.application.weight);
  if (rivals.length > 0 && chosen === undefined) {
    const places = [read.application, ...rivals].map(
      ({ folder, place }) => `${folder} (${place()})`,
    );
    throw new SchematicsException(
      `There are several applications: ${places.join(', ')}. Change to the folder of one of them, ` +
        'or set package in [tool.scaffold] of pyproject.toml.',
    );
  }
  const { folder } = read.application;
  return {
    ...read,
    layout: {
      ...read.layout,
      ...settings,
      // A person may write the package as it is imported; others need its folder.
      package: { ...read.layout.package, ...package_, value: folder },
    },
  };
}

/** Whether an application is that of the settings: `hello` or `src/hello`, `hello.app`. */
function isMeant(application: FoundApplication, settings: Settings): boolean {
  const { folder, root, source } = application;
  const { factory, package: package_ } = settings;
  const within = root === '.' ? folder : folder.slice(root.length + 1);
  const typed = String(package_?.value).replaceAll('.', '/') || '.';
  return (
    (package_ === undefined || [folder, within].includes(package_.value === '.' ? '.' : typed)) &&
    (factory === undefined || factory.value === moduleIn(application, source.path))
  );
}
