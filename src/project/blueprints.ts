import type { BlueprintNames } from '../naming/blueprint-names';
import { assignmentsIn } from '../python/assignments';
import { callOf, callsOf } from '../python/calls';
import { importsAt, localNames } from '../python/imports';
import type { PythonSource } from '../python/source';
import { stringValue } from '../python/string-value';
import type { Project } from './project';

/** A blueprint that the project has. */
export interface FoundBlueprint {
  /** As endpoints have it: `posts`. */
  readonly name: string;
  /** What it is called in its file: `bp`. */
  readonly variable: string;
  /** What it says to stand before all of its URLs: `/blog`, or ''. */
  readonly prefix: string;
  /** Where it is made. */
  readonly source: PythonSource;
}

/** The blueprint of a package of routes, in whichever of its files it is made. */
export async function findBlueprint(
  project: Project,
  { folder, name }: BlueprintNames,
): Promise<FoundBlueprint | undefined> {
  const found = (await sourcesIn(project, folder)).flatMap(blueprintsIn);
  return found.find((each) => each.name === name) ?? found[0];
}

/** The blueprints that a file makes. */
export function blueprintsIn(source: PythonSource): FoundBlueprint[] {
  return assignmentsIn(source.root).flatMap(({ target, value }) => {
    const call = value && callOf(value);
    if (call?.name !== 'Blueprint') {
      return [];
    }
    const text = (keyword: string, position: number): string => {
      const node = call.keywords.get(keyword) ?? call.positional[position];
      return (node && stringValue(node)) ?? '';
    };
    return {
      name: text('name', 0) || target,
      variable: target,
      prefix: text('url_prefix', Infinity),
      source,
    };
  });
}

/** The Python files of a package, those first in which a reader would look; or the module of its name. */
export async function sourcesIn(project: Project, folder: string): Promise<PythonSource[]> {
  const files = project.filesIn(folder).filter((name) => name.endsWith('.py'));
  const paths = [
    ...new Set(['__init__.py', 'routes.py', ...files].filter((name) => files.includes(name))),
  ].map((name) => `${folder}/${name}`);
  const sources = [...paths, `${folder}.py`].map((path) => project.source(path));
  return (await Promise.all(sources)).filter((source) => source !== undefined);
}

/** What stands before the URLs of the last of these blueprints, as each says itself, or is registered. */
export async function urlPrefix(
  project: Project,
  blueprints: readonly BlueprintNames[],
): Promise<string> {
  const prefixes = blueprints.map(async (names, index) => {
    const above = blueprints[index - 1];
    const app = await project.source('app/__init__.py');
    const holders = above ? await sourcesIn(project, above.folder) : app ? [app] : [];
    const found = await findBlueprint(project, names);
    return found ? (registeredPrefix(holders, names, found) ?? found.prefix) : '';
  });
  return (await Promise.all(prefixes)).join('');
}

/** `/blog` of `app.register_blueprint(posts_bp, url_prefix="/blog")`. */
function registeredPrefix(
  holders: readonly PythonSource[],
  names: BlueprintNames,
  { variable }: FoundBlueprint,
): string | undefined {
  const prefixes = holders.flatMap((source) =>
    callsOf(source.root, 'register_blueprint').flatMap(({ keywords, node, positional }) => {
      const prefix = keywords.get('url_prefix');
      const imports = prefix ? importsAt(source, node) : [];
      const isIt = [names.package, `${names.package}.routes`]
        .flatMap((module) => localNames(imports, module, variable))
        .includes(positional[0]?.text ?? '');
      return (isIt && prefix && stringValue(prefix)) || [];
    }),
  );
  return prefixes[0];
}

/** What the endpoints of a blueprint start with, by the names that the project gave: `recipes.comments`. */
export async function endpointPrefix(
  project: Project,
  blueprints: readonly BlueprintNames[],
): Promise<string> {
  const found = blueprints.map(async (names) => {
    return (await findBlueprint(project, names))?.name ?? names.name;
  });
  return (await Promise.all(found)).join('.');
}
