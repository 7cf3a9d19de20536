// Specs: spec/project/registered-blueprints.spec.ts
import { importsByName, isForTypesOnly, isImportedAt, meaningsOf } from '../python/imports';
import type { Node } from '../python/node';
import type { PythonSource } from '../python/source';
import type { FoundBlueprint } from './blueprints';
import { moduleOf } from './class-place';

/** What its registrations put before what a blueprint has. */
export interface BlueprintPrefixes {
  /** What its endpoints start with: `api.users`. */
  readonly endpoints: string;
  /** What its URLs start with: `/blog`, or ''. */
  readonly prefix: string;
}

/** Finds the blueprints that a name may mean: at a place of a file, or anywhere in it. */
export type FindsBlueprints = (
  source: PythonSource,
  written: string,
  place?: Node,
) => readonly FoundBlueprint[];

/** Finds them among these. */
export function namesAmong(known: readonly FoundBlueprint[]): FindsBlueprints {
  const named = new Map<string, FoundBlueprint[]>();
  for (const each of known) {
    for (const { module, name } of each.aliases) {
      const key = `${module}.${name}`;
      named.set(key, [...(named.get(key) ?? []), each]);
    }
  }
  return (source, written, place) => {
    if (named.size === 0) {
      return [];
    }
    const [first = ''] = written.split('.');
    const imports = (importsByName(source).get(first) ?? []).filter((each) =>
      place ? isImportedAt(place, each) : !isForTypesOnly(each.node),
    );
    const own = written === first ? [`${moduleOf(source)}.${first}`] : [];
    const meant = [...own, ...meaningsOf(imports, written)];
    const found = new Set(meant.flatMap((each) => named.get(each) ?? []));
    return found.size > 1 ? known.filter((each) => found.has(each)) : [...found];
  };
}
