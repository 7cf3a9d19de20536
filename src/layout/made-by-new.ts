// Specs: spec/existing/make-page.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { DEFAULT_LAYOUT } from '../layout';
import type { Files } from '../project/files';

/** Whether a project is laid out as `new` makes it. That takes a look at four files. */
export function isMadeByNew(files: Files): boolean {
  const { application, controllers, routes, templates } = DEFAULT_LAYOUT;
  const hasFiles = (folder: string): boolean => files.filesIn(folder).length > 0;
  return (
    files.has(application) &&
    (hasFiles(controllers) ||
      (files.has(`${templates}/layouts/base.html`) &&
        (hasFiles(routes) || files.foldersIn(routes).length > 0)))
  );
}

/**
 * Refuses what only works in a project made by `new`.
 *
 * @throws SchematicsException if the project is another one.
 */
export function refuseOthers(files: Files, command: string): void {
  if (!isMadeByNew(files)) {
    throw new SchematicsException(
      `${command} needs a project that \`scaffold new\` made. In this application, make:view makes pages: ` +
        '`scaffold make:view reports.index -r`.',
    );
  }
}
