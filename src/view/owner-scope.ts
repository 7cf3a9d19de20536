// Specs: spec/rules/owner.spec.ts
import { controllerNames, type ModelNames } from '../naming/class-names';
import type { ViewNames } from '../naming/view-names';
import { singularOf } from '../naming/words';
import { type ClassPlace, moduleOf } from '../project/class-place';
import { findController, methodOf } from '../project/controllers';
import type { Project } from '../project/project';
import { callsOf, classesOf, functionIn } from '../python/queries';
import type { ClassValues } from '../templates/code-values';
import type { Node } from '../python/node';

/** What a controller says of the owners of records. */
export interface OwnerScope {
  readonly names: ModelNames;
  /** What selects the records that the user owns, who alone sees them: `RecipeController().recipes()`. */
  readonly query: string | undefined;
  /** What tells whether the user, who alone changes it, owns a record: `RecipeController().may_change(recipe)`. */
  readonly mayChange: string | undefined;
  readonly controller: ClassValues;
  /** The column with the key of the owner, and the column of the user that it refers to; undefined if a person rewrote that. */
  readonly owner: { readonly column: string; readonly key: string } | undefined;
}

/** The user who is signed in. */
export const CURRENT_USER = 'current_user';

/** The method that tells whether a user may change a record. */
export const MAY_CHANGE = 'may_change';

/** What controllers say of the owners of a view's parents. */
export async function parentScopes(
  project: Project,
  { parents, view }: ViewNames,
): Promise<OwnerScope[]> {
  const scopes: OwnerScope[] = [];
  const folders = view.split('.').map(singularOf);
  for (const [index, names] of parents.entries()) {
    const chain = parents.slice(0, index + 1).map(({ name }) => name);
    const within = folders.slice(0, folders.indexOf(names.name) + 1);
    const scope = await ownerScope(project, names, within.join('_'), chain.join('_'));
    scopes.push(...(scope ? [scope] : []));
  }
  return scopes;
}

/**
 * What a controller says of the owners of records.
 *
 * @param names Of the model.
 * @param controllers The first of these that exists tells, such as `recipe_comment`; if none does, any other that selects
 *   the records of the user.
 * @returns undefined if owners make no difference.
 */
async function ownerScope(
  project: Project,
  names: ModelNames,
  ...controllers: readonly string[]
): Promise<OwnerScope | undefined> {
  if (!project.has(project.layout.auth)) {
    return undefined;
  }
  for (const name of controllers) {
    const place = await findController(project, controllerNames(undefined, name, project.layout));
    if (place) {
      return scopeIn(place, names);
    }
  }
  for await (const place of controllersOf(project, names)) {
    const scope = scopeIn(place, names);
    if (scope?.query !== undefined) {
      return scope;
    }
  }
  return undefined;
}

/** The controllers that have a method of this name, whatever they are called. */
async function* controllersOf(
  project: Project,
  { className, records }: ModelNames,
): AsyncGenerator<ClassPlace, void> {
  const paths = project.pythonFilesIn(project.layout.controllers);
  for (const path of paths.filter((each) => project.text(each).includes(records))) {
    const source = await project.source(path);
    const owners = source ? classesOf(source) : [];
    for (const definition of owners) {
      const method = functionIn(definition.node, records);
      if (source && method && usesName(method.node, className)) {
        yield { source, definition };
      }
    }
  }
}

/** What a controller says of the owners of the records of a model. */
export function scopeIn(place: ClassPlace, names: ModelNames): OwnerScope | undefined {
  const { name: className } = place.definition;
  const controller = { className, module: moduleOf(place.source) };
  const selects = methodOf(place, names.records)?.body;
  if (selects && usesName(selects, CURRENT_USER)) {
    const query = `${className}().${names.records}()`;
    return { names, query, mayChange: undefined, controller, owner: ownerIn(selects) };
  }
  const changes = methodOf(place, MAY_CHANGE)?.body;
  const mayChange = `${className}().${MAY_CHANGE}(${names.record})`;
  return changes && { names, query: undefined, mayChange, controller, owner: ownerIn(changes) };
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

/** Whether code uses a name. Comments and strings do not. */
export function usesName(code: Node, name: string): boolean {
  return (
    code.text.includes(name) && code.descendants('identifier').some(({ text }) => text === name)
  );
}

/** The column that code compares with the user who is signed in. */
function ownerIn(code: Node): OwnerScope['owner'] {
  const pairs = [
    ...code
      .descendants('keyword_argument')
      .map((node) => [node.child('name')?.text, node.child('value')] as const),
    ...code.descendants('comparison_operator').map(({ namedChildren: [left, right] }) => {
      return [left?.child('attribute')?.text, right] as const;
    }),
  ];
  for (const [column, value] of pairs) {
    const key = value?.child('object')?.text === CURRENT_USER && value.child('attribute')?.text;
    if (column !== undefined && key) {
      return { column, key };
    }
  }
  return undefined;
}
