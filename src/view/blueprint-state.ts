// Specs: spec/rules/blueprints.spec.ts
import { dirname } from 'node:path';
import type { App, OtherApp } from '../app/app';
import { neighboursOf } from '../app/style';
import { initOf, moduleOfPath } from '../layout';
import type { BlueprintNames } from '../naming/route-names';
import {
  type Blueprint,
  blueprintsIn,
  findBlueprint,
  type FoundBlueprint,
  sourcesIn,
} from '../project/blueprints';
import { moduleOf } from '../project/class-place';
import { text } from '../python/literals';
import { isNamed } from '../python/queries';
import type { PythonSource } from '../python/source';
import { quotedAs } from '../python/style';
import type { PlainBlueprint } from '../templates/plain-values';
import type { ViewBasis } from './basis';
import type { BlueprintPlace } from './blueprint-place';

/** A blueprint that serves a view, or one above that: as the project has it, or as this run makes it. */
export interface BlueprintState {
  readonly names: BlueprintNames;
  /** Undefined if it neither exists nor is made. */
  readonly found: FoundBlueprint | undefined;
  /** Whether this run makes it. */
  readonly isNew: boolean;
  /** The Python files of its package that exist, those first in which a reader would look. */
  readonly sources: readonly PythonSource[];
  /** The file that its routes go to. */
  readonly file: string;
  /** Undefined in an application with known places. */
  readonly place: BlueprintPlace | undefined;
}

/** The blueprints of a view: each is registered on the one before it, the first on the application. */
export type Blueprints = readonly [BlueprintState, ...BlueprintState[]];

/** The blueprint of a view in an application without known places. */
function placedBlueprint(app: OtherApp, place: BlueprintPlace, isWanted: boolean): BlueprintState {
  const { file, home, name, variable } = place;
  const isNew = place.found === undefined && isWanted && home !== '';
  const values = { blueprint: blueprintValues(app, place) };
  const spelled = quotedAs(neighboursOf(app));
  return {
    names: { name, alias: variable, package: moduleOfPath(home), folder: dirname(file) },
    found: isNew
      ? madeIn(app.templates.module('plain/blueprint.py', home, values, spelled))
      : place.found,
    isNew,
    sources: [],
    file,
    place,
  };
}

/** What the templates of views call a blueprint, and what makes it. */
export function blueprintValues(
  { layout }: OtherApp,
  { name, variable }: Pick<BlueprintPlace, 'name' | 'variable'>,
): PlainBlueprint {
  const hasOwnTemplates = String(layout.templates.value).includes('{name}');
  const folder = hasOwnTemplates ? `, template_folder=${text('templates')}` : '';
  return { variable, name: text(name), folder };
}

/** The blueprints of a view. */
export async function blueprintStates(
  app: App,
  { names: { blueprints }, wants }: Pick<ViewBasis, 'names' | 'wants'>,
  place: BlueprintPlace | undefined,
): Promise<Blueprints> {
  if (!app.isOurs && place) {
    return [placedBlueprint(app, place, wants.route)];
  }
  const [first, ...others] = blueprints;
  const stateOf = (names: BlueprintNames): Promise<BlueprintState> =>
    blueprintState(app, names, wants.route);
  return [await stateOf(first), ...(await Promise.all(others.map(stateOf)))];
}

/** A blueprint of the project, or the one that this run makes if none exists and it `isWanted`. */
async function blueprintState(
  { project, templates }: App,
  names: BlueprintNames,
  isWanted: boolean,
): Promise<BlueprintState> {
  const existing = await findBlueprint(project, names);
  const isNew = existing === undefined && isWanted;
  const usual = `${names.folder}/routes.py`;
  const values = { blueprint: { name: names.name, variable: 'bp' }, route: undefined };
  return {
    names,
    found: isNew ? madeIn(templates.module('routes/routes.py', usual, values)) : existing,
    isNew,
    sources: await sourcesIn(project, names.folder),
    file: project.has(usual) ? usual : (existing?.source.path ?? usual),
    place: undefined,
  };
}

/** The blueprint that a rendered module makes. */
function madeIn(source: PythonSource): FoundBlueprint | undefined {
  const [made] = blueprintsIn(source);
  const own = moduleOf(source);
  const modules = [own, own.replace(/\.routes$/, '')];
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
export function ownBlueprint<Each>({
  blueprints,
}: {
  readonly blueprints: readonly [Each, ...Each[]];
}): Each {
  return blueprints.at(-1) ?? blueprints[0];
}
