// Specs: spec/project/blueprints.spec.ts
import { dirname } from 'node:path';
import { initOf } from '../layout';
import type { BlueprintNames } from '../naming/route-names';
import { argumentOf, assignmentsIn, type Call, callOf } from '../python/queries';
import { addImport } from '../python/add-import';
import { type Node, remembered, stringValue } from '../python/node';
import type { PythonSource } from '../python/source';
import { moduleOf } from './class-place';
import type { Project } from './project';

import {
  type Import,
  importsAll,
  importsFrom,
  importsOf,
  importsWith,
  isImportedAt,
  localNames,
} from '../python/imports';

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
      aliases: aliasesOf(found, byModule([...sources, ...(await above(project, folder))])),
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

/** A file that has a name for a blueprint, by an import of its own if it had none, and that name. */
export function withBlueprint(
  source: PythonSource,
  blueprint: FoundBlueprint,
): { readonly source: PythonSource; readonly variable: string } {
  const [variable] = variablesOf(source, blueprint);
  const wanted = { module: moduleOf(blueprint.source), name: blueprint.variable };
  return variable === undefined
    ? { source: addImport(source, wanted), variable: blueprint.variable }
    : { source, variable };
}

/** The name of a blueprint in a module. */
interface BlueprintAlias {
  /** `app.routes.posts` */
  readonly module: string;
  /** `bp` */
  readonly name: string;
}

/** A blueprint as others import it. */
export interface Blueprint {
  /** The package to import it from: `app.routes.posts`. */
  readonly package: string;
  /** Its variable in that package: `bp`. */
  readonly variable: string;
  /** Its variable in the file that registers it: `posts_bp`. */
  readonly alias: string;
  /** Its other names in modules of its package. */
  readonly aliases?: readonly BlueprintAlias[];
}

/** Files by the modules that they are or import, or import names from. */
type FilesByModule = ReadonlyMap<string, ReadonlySet<PythonSource>>;

export function byModule(files: readonly PythonSource[]): FilesByModule {
  const found = new Map<string, Set<PythonSource>>();
  for (const file of files) {
    const imported = importsOf(file).flatMap(({ module, names }) => [
      module,
      ...names.map(({ name }) => `${module}.${name}`),
    ]);
    for (const module of [moduleOf(file), ...imported]) {
      found.set(module, (found.get(module) ?? new Set()).add(file));
    }
  }
  return found;
}

/**
 * All names of a blueprint in these files: from its definition (`posts_bp = bp = Blueprint(…)`), an import
 * (`import posts_bp as bp`) or an assignment (`bp = posts_bp`). The names in the defining file come first.
 */
export function aliasesOf(
  { source, variable }: { readonly source: PythonSource; readonly variable: string },
  files: FilesByModule,
): BlueprintAlias[] {
  const known: BlueprintAlias[] = [{ module: moduleOf(source), name: variable }];
  known.push(...otherTargets(source, variable));
  for (let count = 0; count < known.length;) {
    count = known.length;
    const near = new Set(known.flatMap(({ module }) => [...(files.get(module) ?? [])]));
    for (const file of near) {
      const names = namesIn(file, known);
      known.push(
        ...names.filter(({ module, name }) => {
          return !known.some((each) => each.module === module && each.name === name);
        }),
      );
    }
  }
  return known;
}

/** The names of a blueprint at a place of a file, from the imports that apply there: `posts_bp`, `posts.bp`. */
function localAliases(
  source: PythonSource,
  place: Node,
  aliases: readonly BlueprintAlias[],
  isMeant: (each: Import) => boolean = () => true,
): string[] {
  const modules = aliases.map(({ module }) => module);
  const imports = importsFrom(source, modules).filter((each) => {
    return isImportedAt(place, each) && isMeant(each);
  });
  const names = aliases.flatMap(({ module, name }) => localNames(imports, module, name));
  return [...new Set(names)];
}

/** The names of the blueprint at a place, from imports of its package or of a module in the package. */
export function namesOf(
  source: PythonSource,
  place: Node,
  { package: module, variable: name, aliases = [] }: Blueprint,
  isMeant?: (each: Import) => boolean,
): string[] {
  const usual = [module, `${module}.routes`].map((each) => ({ module: each, name }));
  return localAliases(source, place, [...usual, ...aliases], isMeant);
}

/** The other names of `posts_bp = bp = Blueprint(…)`. */
function otherTargets(source: PythonSource, variable: string): BlueprintAlias[] {
  const made = assignmentsIn(source.root).filter(({ value }) => {
    return value && callOf(value)?.name === 'Blueprint';
  });
  const own = made.find(({ target }) => target === variable)?.value;
  return made
    .filter(({ target, value }) => target !== variable && value?.startIndex === own?.startIndex)
    .map(({ target }) => ({ module: moduleOf(source), name: target }));
}

/** The names of a blueprint in a file, derived from the names known so far. */
function namesIn(source: PythonSource, known: readonly BlueprintAlias[]): BlueprintAlias[] {
  const module = moduleOf(source);
  const local = new Set([
    ...known.filter((each) => each.module === module).map(({ name }) => name),
    ...localAliases(source, source.root, known),
    ...known.flatMap(({ module: from, name }) => (importsAllFrom(source, from) ? name : [])),
  ]);
  const assigned = assignmentsIn(source.root).filter(({ value }) => value && local.has(value.text));
  return [...local, ...assigned.map(({ target }) => target)]
    .filter((name) => /^\w+$/.test(name))
    .map((name) => ({ module, name }));
}

/** Whether a file has `from … import *` for this module. */
function importsAllFrom(source: PythonSource, module: string): boolean {
  return importsWith(source, '*').some(
    (each) => importsAll(each) && each.module === module && isImportedAt(source.root, each),
  );
}
