// Specs: spec/manifest/commands.spec.ts
import { resourceOf } from '../naming/view-names';
import type { Project } from '../project/project';
import { namedRequest, ownedBy } from '../rules/request';
import type { MadePage } from './make-page';

/** Has the manifest of its resource keep what a page is. */
export function rememberPage(project: Project, { names, path, records }: MadePage): void {
  const { action, model, route, view } = names;
  project.changes.ask(
    { resource: resourceOf(names) },
    {
      ...namedRequest({ view, model: records && model }, {}),
      ...(records && { fields: records.columns.map(({ name }) => name) }),
      ...(path !== undefined && {
        actions: { [action ?? route.endpoint]: { route: path, guard: 'none' } },
      }),
    },
    ownedBy(records?.names),
  );
}
