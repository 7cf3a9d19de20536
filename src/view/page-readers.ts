// Specs: spec/rules/readers.spec.ts
import { type Action, ACTION_NAMES, actionOf, ACTIONS } from '../naming/actions';
import { type ModelNames, modelOfClass } from '../naming/class-names';
import { type Decorator, USER } from '../naming/guards';
import { segmentsOf } from '../naming/segments';
import { type ViewNames, viewNames } from '../naming/view-names';
import type { ClassPlace } from '../project/class-place';
import { findController } from '../project/controllers';
import { findModel, parentModels } from '../project/models';
import type { Project } from '../project/project';
import { guardOf } from '../project/route-guards';
import { callsScope, ownerColumn, parentScopes, scopeIn } from './owner-scope';
import {
  ADMINS,
  EVERYBODY,
  isRelated,
  mostOpen,
  ownerBy,
  ownerPathOf,
  ownerReader,
  type Readers,
  readersOf,
  USERS,
} from './readers';
import { resourcesOf, type RoutedResource } from './resources-of';
import { routesOf } from '../project/served';

/** The actions whose pages show a record. */
const READING: readonly (Action | undefined)[] = ACTION_NAMES.filter(
  (action) => ACTIONS[action].hasTemplate && !ACTIONS[action].makesRecord,
);

/**
 * Who may read the records of a model: as the table says, or else as the decorators on the pages of its resources do. The names
 * of users are for everybody, such as those of authors, until a person says otherwise.
 */
export async function readersOfModel(project: Project, className: string): Promise<Readers> {
  const known = (await readersOf(project)).get(className);
  const { auth, readers } = project.layout;
  if (known || className === USER || !project.has(auth) || !project.has(readers)) {
    return known ?? [EVERYBODY];
  }
  const model = modelOfClass(className, project.layout);
  const shown = await readersByPages(project, model, await resourcesOf(project, model));
  return shown.length > 0 ? mostOpen(shown) : [EVERYBODY];
}

/** Who may read by the pages that resources of a model have. */
export async function readersByPages(
  project: Project,
  model: ModelNames,
  resources: readonly Pick<RoutedResource, 'folder' | 'look'>[],
): Promise<Readers> {
  const readers: string[] = [];
  for (const { folder, look } of resources) {
    const routes = (await routesOf(project, folder)).filter(({ endpoint }) =>
      READING.includes(actionOf(endpoint)),
    );
    const decorators = routes.map(guardOf);
    const segments = segmentsOf(look.name);
    const parents = await parentModels(project, segments);
    const owner = decorators.some((decorator) => decorator !== undefined)
      ? await ownerReading(project, model, viewNames(look, segments, parents, project.layout))
      : undefined;
    const readerBy = (decorator: Decorator): string =>
      owner ?? (decorator === 'admin_required' ? ADMINS : USERS);
    readers.push(...decorators.map((decorator) => (decorator ? readerBy(decorator) : EVERYBODY)));
  }
  return readers;
}

/** The owner who alone reads by the controller of a resource; undefined if owners make no difference. */
async function ownerReading(
  project: Project,
  model: ModelNames,
  names: ViewNames,
): Promise<string | undefined> {
  const [controller, place] = [
    await findController(project, names.controller),
    await findModel(project, model),
  ];
  if (!controller || !place) {
    return undefined;
  }
  if (scopeIn(controller, model)?.query !== undefined) {
    const column = await ownerColumn(project, model, names);
    return column === undefined ? ADMINS : ownerBy(place, column);
  }
  const scopes = await parentScopes(project, names);
  return scopes.some((scope) => callsScope(controller.definition.node, scope))
    ? ownerAbove(project, names.parents.at(-1), place)
    : undefined;
}

/** The owner of what a record belongs to. Without a relationship to that, only admins read. */
async function ownerAbove(
  project: Project,
  parent: ModelNames | undefined,
  { definition }: ClassPlace,
): Promise<string> {
  const readers = (parent && (await readersOf(project)).get(parent.className)) ?? [];
  const [above] = readers.flatMap((reader) => ownerPathOf(reader) ?? []);
  return parent && above !== undefined && isRelated(definition.node, parent.record)
    ? ownerReader(`${parent.record}.${above}`)
    : ADMINS;
}
