// Specs: spec/rules/owner.spec.ts
import { type ModelNames, modelOfFolder } from '../naming/class-names';
import { resourceOf, type ViewNames } from '../naming/view-names';
import { type ClassPlace, moduleOf } from '../project/class-place';
import { controllerOf, methodOf } from '../project/controllers';
import type { Project } from '../project/project';
import { usesName } from '../python/generated';
import type { Node } from '../python/node';
import { callsOf } from '../python/queries';
import type { ClassValues } from '../templates/code-values';
import { allResources, resourcesOf, type RoutedResource } from './resources-of';

/** What a controller says of the owners of records. */
export interface OwnerScope {
  readonly names: ModelNames;
  /** What selects the records that the user owns, who alone sees them: `RecipeController().recipes()`. */
  readonly query: string | undefined;
  /** What tells whether the user, who alone changes it, owns a record: `RecipeController().may_change(recipe)`. */
  readonly mayChange: string | undefined;
  readonly controller: ClassValues;
}

/** That of a parent, with the column of its owner; undefined if the manifest has none. */
export interface ParentScope extends OwnerScope {
  readonly owner: string | undefined;
}

export const CURRENT_USER = 'current_user';

/** The method that tells whether a user may change a record. */
export const MAY_CHANGE = 'may_change';

/**
 * What controllers say of the owners of a view's parents: those of the resources in its URL, or else of any other that
 * selects the records of the user.
 */
export async function parentScopes(
  project: Project,
  { parents, view }: ViewNames,
): Promise<ParentScope[]> {
  const scopes: ParentScope[] = [];
  const folders = view.split('.').slice(0, -1);
  const classes = folders.map((folder) => modelOfFolder(folder, project.layout).className);
  for (const names of project.has(project.layout.auth) ? parents : []) {
    const at = classes.indexOf(names.className) + 1;
    const isParent = (_: string, index: number): boolean =>
      parents.some(({ className }) => className === classes[index]);
    const above = [folders.slice(0, at), folders.slice(0, at).filter(isParent)];
    const all = await resourcesOf(project, names);
    const [own] = above.flatMap((each) => all.find(({ name }) => name === each.join('.')) ?? []);
    for (const resource of own ? [own] : all) {
      const scope = await scopeOf(project, names, resource);
      if (scope && (own ?? scope.query) !== undefined) {
        scopes.push(scope);
        break;
      }
    }
  }
  return scopes;
}

async function scopeOf(
  project: Project,
  model: ModelNames,
  { controller, name: resource }: RoutedResource,
): Promise<ParentScope | undefined> {
  const place = await controllerOf(project, controller);
  const scope = place && scopeIn(place, model);
  return scope && { ...scope, owner: ownerIn(project, resource) };
}

/** The column with the owner of the records that a controller finds; undefined if the manifests of its resources have none. */
export async function ownerColumn(
  project: Project,
  model: ModelNames,
  { controller: { className }, view }: Pick<ViewNames, 'controller' | 'view'>,
): Promise<string | undefined> {
  const all = await resourcesOf(project, model);
  const same = all.flatMap(({ controller, name }) => (controller === className ? name : []));
  const owners = [resourceOf({ view }), ...same].map((resource) => ownerIn(project, resource));
  return owners.find((column) => column !== undefined);
}

/** The columns with the owners that controllers of a model tell apart now. */
export async function ownersOf(project: Project, model: ModelNames): Promise<string[]> {
  const owners: string[] = [];
  for (const resource of await allResources(project, model)) {
    const scope = await scopeOf(project, model, resource);
    owners.push(...(scope?.owner === undefined ? [] : [scope.owner]));
  }
  return owners;
}

function ownerIn(project: Project, resource: string): string | undefined {
  return project.changes.request({ resource }).owner;
}

/** What a controller says of the owners of the records of a model. */
export function scopeIn(place: ClassPlace, names: ModelNames): OwnerScope | undefined {
  const { name: className } = place.definition;
  const controller = { className, module: moduleOf(place.source) };
  const selects = methodOf(place, names.records)?.body;
  if (selects && usesName(selects, CURRENT_USER)) {
    const query = `${className}().${names.records}()`;
    return { names, query, mayChange: undefined, controller };
  }
  const mayChange = `${className}().${MAY_CHANGE}(${names.record})`;
  return methodOf(place, MAY_CHANGE) && { names, query: undefined, mayChange, controller };
}

/** Whether code asks another controller for what the user owns. */
export function callsScope(code: Node, scope: OwnerScope): boolean {
  return calls(code, scope, scope.query === undefined ? MAY_CHANGE : scope.names.records);
}

/** Whether code asks another controller for the owner of records, even in a way that this no longer has. */
export function asksForOwner(code: Node, scope: OwnerScope): boolean {
  return [MAY_CHANGE, scope.names.records].some((method) => calls(code, scope, method));
}

function calls(code: Node, { controller }: OwnerScope, method: string): boolean {
  return callsOf(code, method).some(({ receiver }) => receiver === `${controller.className}()`);
}
