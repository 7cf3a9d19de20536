// Specs: spec/make-view/index.spec.ts
import { moduleOfPath } from '../layout';
import type { ViewNames } from '../naming/view-names';
import { findController } from '../project/controllers';
import type { Project } from '../project/project';
import { searchedImports } from '../python/imports';
import { asksForOwner, type OwnerScope } from './owner-scope';
import type { RouteState } from './route-state';
import type { View } from './view';

/** The page of a record of the folder above that of the view's templates. */
export function parentPageIn(project: Project, { templateFolder }: ViewNames): View['parentPage'] {
  const [folder] = /^.*\/(?=[^/]*$)/.exec(templateFolder) ?? [''];
  const path = `${project.layout.templates}/${folder}show.html`;
  const text = project.read(path)?.toString();
  return text === undefined ? undefined : { path, text };
}

/** The module of lists, if it uses this database, and the project has the macros that show them, too. */
export function listsIn(project: Project, database: string): string | undefined {
  const { listMacros, lists } = project.layout;
  const isUsable =
    project.has(listMacros) &&
    searchedImports(project.text(lists)).some(
      ({ module, names }) => module === database && names.includes('db'),
    );
  return isUsable ? moduleOfPath(lists) : undefined;
}

/** Whether the owner of what records belong to changes them, unless another guard was asked for before. */
export async function isChangedByOwner(
  project: Project,
  { controller }: ViewNames,
  { own }: Pick<RouteState, 'own'>,
  scopes: readonly OwnerScope[],
): Promise<boolean> {
  const place = own.length > 0 ? await findController(project, controller) : undefined;
  return scopes.some(
    (scope) => own.length === 0 || (place && asksForOwner(place.definition.node, scope)),
  );
}
