// Specs: spec/rules/blueprints.spec.ts
import { initOf } from '../layout';
import type { BlueprintNames } from '../naming/route-names';
import {
  type Blueprint,
  blueprintsIn,
  findBlueprint,
  type FoundBlueprint,
  sourcesIn,
} from '../project/blueprints';
import { moduleOf } from '../project/class-place';
import type { Project } from '../project/project';
import { isNamed } from '../python/queries';
import type { PythonSource } from '../python/source';
import type { Templates } from '../templates/templates';
import type { ViewBasis } from './basis';

/** A blueprint that serves a view, or one above that: as the project has it, or as this run makes it. */
export interface BlueprintState {
  readonly names: BlueprintNames;
  /** Undefined if it neither exists nor is made. */
  readonly found: FoundBlueprint | undefined;
  /** Whether this run makes it. */
  readonly isNew: boolean;
  /** The Python files of its package that exist, those first in which a reader would look. */
  readonly sources: readonly PythonSource[];
}

/** The blueprints of a view: each is registered on the one before it, the first on the application. */
export type Blueprints = readonly [BlueprintState, ...BlueprintState[]];

/** The blueprints of a view. */
export async function blueprintStates(
  project: Project,
  { names: { blueprints }, templates, wants }: Pick<ViewBasis, 'names' | 'templates' | 'wants'>,
): Promise<Blueprints> {
  const [first, ...others] = blueprints;
  const stateOf = (names: BlueprintNames): Promise<BlueprintState> =>
    blueprintState(project, names, wants.route, templates);
  return [await stateOf(first), ...(await Promise.all(others.map(stateOf)))];
}

/** A blueprint of the project, or the one that this run makes if none exists and it `isWanted`. */
async function blueprintState(
  project: Project,
  names: BlueprintNames,
  isWanted: boolean,
  templates: Templates,
): Promise<BlueprintState> {
  const existing = await findBlueprint(project, names);
  const isNew = existing === undefined && isWanted;
  return {
    names,
    found: isNew ? newBlueprint(names, templates) : existing,
    isNew,
    sources: await sourcesIn(project, names.folder),
  };
}

/** The file that the routes of a blueprint are in. */
export function routesFileOf({ folder }: BlueprintNames): string {
  return `${folder}/routes.py`;
}

function newBlueprint(names: BlueprintNames, templates: Templates): FoundBlueprint | undefined {
  const values = { blueprint: { name: names.name, variable: 'bp' }, route: undefined };
  const source = templates.module('routes/routes.py', routesFileOf(names), values);
  const [made] = blueprintsIn(source);
  const modules = [moduleOf(source), names.package];
  return made && { ...made, aliases: modules.map((module) => ({ module, name: made.variable })) };
}

/** How others import a blueprint: from its package, if that has it. */
export function importOf(
  { isNew, names, sources }: BlueprintState,
  { aliases, source, variable }: FoundBlueprint,
): Blueprint {
  const { alias, folder, package: own } = names;
  const init = sources.find(({ path }) => path === initOf(folder));
  if (isNew || (init && isNamed(init, init.root, variable))) {
    return { package: own, variable, alias, aliases };
  }
  const exported = aliases.find(({ module }) => module === own);
  return exported
    ? { package: own, variable: exported.name, alias, aliases }
    : { package: moduleOf(source), variable, alias, aliases };
}

/** The blueprint that has the view's route. */
export function ownBlueprint({ blueprints }: { readonly blueprints: Blueprints }): BlueprintState {
  return blueprints.at(-1) ?? blueprints[0];
}
