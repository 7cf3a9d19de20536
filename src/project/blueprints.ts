import { dirname } from 'node:path';
import { initOf } from '../layout';
import type { BlueprintNames } from '../naming/route-names';
import { argumentOf, assignmentsIn, type Call, callOf } from '../python/queries';
import { type Node, remembered, stringValue } from '../python/node';
import type { PythonSource } from '../python/source';
import { aliasesOf, type BlueprintAlias, localAliases } from './blueprint-aliases';
import { moduleOf } from './class-place';
import type { Project } from './project';

/** A blueprint that a file defines. */
export interface MadeBlueprint {
  /** Its name in endpoints: `posts`. */
  readonly name: string;
  /** Its variable: `bp`. */
  readonly variable: string;
  /** Its `url_prefix`: `/blog`, or ''. */
  readonly prefix: string;
  /** The file that defines it. */
  readonly source: PythonSource;
  /** The assignment. */
  readonly node: Node;
  /** What makes it: `Blueprint("posts", __name__)`. */
  readonly call: Call;
}

/** An existing blueprint. */
export interface FoundBlueprint extends MadeBlueprint {
  /** Its names in the files of its package. Those in the defining file come first. */
  readonly aliases: readonly BlueprintAlias[];
}

/** Finds the blueprint of a package of routes. Any file of the package may define it. */
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

/** The `__init__.py` above a folder, which may re-export names from the folder. */
async function above(project: Project, folder: string): Promise<PythonSource[]> {
  const path = initOf(dirname(folder));
  const source = project.text(path).includes('import') ? await project.source(path) : undefined;
  return source ? [source] : [];
}

/** The blueprints that a file defines. */
export const blueprintsIn = remembered((source: PythonSource): readonly MadeBlueprint[] => {
  const assignments = source.text.includes('Blueprint') ? assignmentsIn(source.root) : [];
  return assignments.flatMap(({ node, target, value }) => {
    const call = value && callOf(value);
    if (!call?.name.endsWith('Blueprint')) {
      return [];
    }
    return {
      name: stringValue(argumentOf(call, 'name', 0)) || target,
      variable: target,
      prefix: stringValue(call.keywords.get('url_prefix')) ?? '',
      source,
      node,
      call,
    };
  });
});

/** The Python files of a package, the usual ones first; or the module of that name. */
export async function sourcesIn(project: Project, folder: string): Promise<PythonSource[]> {
  const files = project.filesIn(folder).filter((name) => name.endsWith('.py'));
  const paths = [
    ...new Set(['__init__.py', 'routes.py', ...files].filter((name) => files.includes(name))),
  ].map((name) => `${folder}/${name}`);
  return project.sources([...paths, `${folder}.py`]);
}

/** The names of a blueprint in a file that defines or imports it. */
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
