import { dirname } from 'node:path';
import type { BlueprintNames } from '../naming/blueprint-names';
import { assignmentsIn } from '../python/assignments';
import { callOf } from '../python/calls';
import type { PythonSource } from '../python/source';
import { stringValue } from '../python/string-value';
import { aliasesOf, type BlueprintAlias, localAliases } from './blueprint-aliases';
import { moduleOf } from './class-place';
import type { Project } from './project';

/** A blueprint that a file makes. */
export interface MadeBlueprint {
  /** As endpoints have it: `posts`. */
  readonly name: string;
  /** What it is called in its file: `bp`. */
  readonly variable: string;
  /** What it says to stand before all of its URLs: `/blog`, or ''. */
  readonly prefix: string;
  /** Where it is made. */
  readonly source: PythonSource;
}

/** A blueprint that the project has. */
export interface FoundBlueprint extends MadeBlueprint {
  /** All that the files of its package call it, where it is made first. */
  readonly aliases: readonly BlueprintAlias[];
}

/** The blueprint of a package of routes, in whichever of its files it is made. */
export async function findBlueprint(
  project: Project,
  { folder, name }: Pick<BlueprintNames, 'folder' | 'name'>,
): Promise<FoundBlueprint | undefined> {
  const sources = await sourcesIn(project, folder);
  const made = sources.flatMap(blueprintsIn);
  const found = made.find((each) => each.name === name) ?? made[0];
  return (
    found && {
      ...found,
      aliases: aliasesOf(found, [...sources, ...(await above(project, folder))]),
    }
  );
}

/** The file of the package around a folder, where it may hand on what is in the folder. */
async function above(project: Project, folder: string): Promise<PythonSource[]> {
  const path = `${dirname(folder)}/__init__.py`;
  const source = project.text(path).includes('import') ? await project.source(path) : undefined;
  return source ? [source] : [];
}

/** The blueprints that a file makes. */
export function blueprintsIn(source: PythonSource): MadeBlueprint[] {
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
  const { aliases, variable: name } = blueprint;
  const module = moduleOf(blueprint.source);
  const imported = localAliases(source, source.root, [
    ...[module, module.replace(/\.\w+$/, '')].map((each) => ({ module: each, name })),
    ...aliases,
  ]);
  const own = aliases.filter((each) => each.module === moduleOf(source)).map((each) => each.name);
  return source.path === blueprint.source.path ? own : [...new Set([...imported, ...own])];
}
