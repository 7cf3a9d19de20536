// Specs: spec/rules/blueprints.spec.ts
import { assignmentsIn } from '../python/assignments';
import { callOf } from '../python/calls';
import { type Import, importsFrom, importsWith, isImportedAt, localNames } from '../python/imports';
import type { Node } from '../python/node';
import type { PythonSource } from '../python/source';
import { moduleOf } from './class-place';

/** What a module calls a blueprint. */
export interface BlueprintAlias {
  /** `app.routes.posts` */
  readonly module: string;
  /** `bp` */
  readonly name: string;
}

/**
 * All that the files in and around its package call a blueprint: as it is made there (`posts_bp = bp = Blueprint(…)`),
 * imported (`import posts_bp as bp`) or assigned (`bp = posts_bp`). Where it is made comes first.
 */
export function aliasesOf(
  { source, variable }: { readonly source: PythonSource; readonly variable: string },
  files: readonly PythonSource[],
): BlueprintAlias[] {
  const known: BlueprintAlias[] = [{ module: moduleOf(source), name: variable }];
  known.push(...madeWith(source, variable));
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

/** What the imports that have run at a place of a file call it: `posts_bp`, `posts.bp`. */
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

/** The other names of `posts_bp = bp = Blueprint(…)`. */
function madeWith(source: PythonSource, variable: string): BlueprintAlias[] {
  const made = assignmentsIn(source.root).filter(({ value }) => {
    return value && callOf(value)?.name === 'Blueprint';
  });
  const own = made.find(({ target }) => target === variable)?.value;
  return made
    .filter(({ target, value }) => target !== variable && value?.startIndex === own?.startIndex)
    .map(({ target }) => ({ module: moduleOf(source), name: target }));
}

/** What a file calls a blueprint, by what is known of its names so far. */
function namesIn(source: PythonSource, known: readonly BlueprintAlias[]): BlueprintAlias[] {
  const module = moduleOf(source);
  const local = new Set([
    ...known.filter((each) => each.module === module).map(({ name }) => name),
    ...localAliases(source, source.root, known),
    ...known.flatMap(({ module: from, name }) => (isAllOf(source, from) ? name : [])),
  ]);
  const assigned = assignmentsIn(source.root).filter(({ value }) => value && local.has(value.text));
  return [...local, ...assigned.map(({ target }) => target)]
    .filter((name) => /^\w+$/.test(name))
    .map((name) => ({ module, name }));
}

/** Whether `from … import *` is among them. */
function isAllOf(source: PythonSource, module: string): boolean {
  return importsWith(source, '*').some((each) => {
    return (
      isImportedAt(source.root, each) &&
      each.module === module &&
      each.names.length === 0 &&
      each.local === undefined
    );
  });
}
