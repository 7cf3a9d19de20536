import { posix } from 'node:path';
import { logging } from '@angular-devkit/core';
import { EmptyTree } from '@angular-devkit/schematics';
import { type ExistingProject, findApplication, served } from '../../existing/application';
import { Changes } from '../../manifest/changes';
import type { Files } from '../../project/files';
import { type Gone, templatesOf, without } from './gone';
import type { Restored } from './take-back';

/**
 * The endpoints and templates that an undo removes from an application that `new` did not make.
 *
 * @throws SchematicsException or SourceError if the application cannot be read.
 */
export async function goneViewsOfOther(
  changes: readonly Restored[],
  files: Files,
): Promise<Pick<Gone, 'endpoints' | 'templates'>> {
  const existing = await findApplication({
    tree: new EmptyTree(),
    projectPath: '.',
    files,
    changes: new Changes(files, new logging.NullLogger()),
  });
  const { project } = existing;
  const now = await endpointsOf(existing);
  changes.forEach(({ path, content }) => {
    project.stage(posix.relative(project.root, path), content?.toString());
  });
  const own = posix.join(project.root, project.layout.templates);
  const folder = own.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace('{name}', '[^/]+');
  return {
    endpoints: new Set(without(now, await endpointsOf(existing))),
    templates: templatesOf(changes, new RegExp(`^(${folder}|(.*?/)?templates)/`)),
  };
}

async function endpointsOf(existing: ExistingProject): Promise<string[]> {
  const { routes } = await served(existing);
  return routes.flatMap(({ blueprint, endpoint }) =>
    blueprint ? `${blueprint.endpoints}.${endpoint}` : [],
  );
}
