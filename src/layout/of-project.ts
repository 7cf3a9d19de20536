// Specs: spec/layout/settings.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { Files } from '../project/files';
import { type ReadLayout, readLayout } from './read-layout';
import { readSettings, withSettings } from './settings';

/**
 * The layout of the application in a project: as a person set it, and as it was found.
 *
 * @param where The folder in messages.
 * @throws SchematicsException if no application was found, several were, or a setting is wrong.
 */
export async function layoutOfProject(files: Files, where = 'this folder'): Promise<ReadLayout> {
  const settings = await readSettings(files);
  const read = readLayout(files, settings.package?.value as string | undefined);
  if (read === undefined) {
    throw new SchematicsException(
      `No Flask application was found: no Python file in ${where} or below has app = Flask(…).`,
    );
  }
  const rivals = read.others.filter(({ weight }) => weight === read.application.weight);
  if (rivals.length > 0 && settings.package === undefined) {
    const places = [read.application, ...rivals].map(
      ({ folder, place }) => `${folder} (${place()})`,
    );
    throw new SchematicsException(
      `There are several applications: ${places.join(', ')}. Change to the folder of one of them, ` +
        'or set package in [tool.scaffold] of pyproject.toml.',
    );
  }
  return { ...read, layout: withSettings(read.layout, settings) };
}
