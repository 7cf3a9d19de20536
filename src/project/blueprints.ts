import type { BlueprintNames } from '../naming/blueprint-names';
import { assignmentsIn } from '../python/assignments';
import { callOf } from '../python/calls';
import { importsAt, localNames } from '../python/imports';
import type { PythonSource } from '../python/source';
import { stringValue } from '../python/string-value';
import { moduleOf } from './class-place';
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
  { folder, name }: Pick<BlueprintNames, 'folder' | 'name'>,
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

/** What a file calls a blueprint: as it makes it, or as it imports it. */
export function variablesOf(source: PythonSource, blueprint: FoundBlueprint): string[] {
  if (source.path === blueprint.source.path) {
    return [blueprint.variable];
  }
  const imports = importsAt(source, source.root);
  const module = moduleOf(blueprint.source);
  return [module, module.replace(/\.\w+$/, '')].flatMap((each) =>
    localNames(imports, each, blueprint.variable),
  );
}
