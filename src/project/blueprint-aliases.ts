// Specs: spec/rules/blueprints.spec.ts
import { assignmentsIn, callOf } from '../python/queries';
import {
  type Import,
  importsAll,
  importsFrom,
  importsWith,
  isImportedAt,
  localNames,
} from '../python/imports';
import type { Node } from '../python/node';
import type { PythonSource } from '../python/source';
import { moduleOf } from './class-place';

/** The name of a blueprint in a module. */
export interface BlueprintAlias {
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

/**
 * All names of a blueprint in these files: from its definition (`posts_bp = bp = Blueprint(…)`), an import
 * (`import posts_bp as bp`) or an assignment (`bp = posts_bp`). The names in the defining file come first.
 */
export function aliasesOf(
  { source, variable }: { readonly source: PythonSource; readonly variable: string },
  files: readonly PythonSource[],
): BlueprintAlias[] {
  const known: BlueprintAlias[] = [{ module: moduleOf(source), name: variable }];
  known.push(...otherTargets(source, variable));
  for (let count = 0; count < known.length;) {
    count = known.length;
    for (const file of files) {
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
export function localAliases(
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
