// Specs: spec/project/registered-blueprints.spec.ts
import type { BlueprintNames } from '../naming/route-names';
import {
  importsByName,
  importsWith,
  isForTypesOnly,
  isImportedAt,
  meaningsOf,
} from '../python/imports';
import { type Node, stringValue } from '../python/node';
import type { PythonSource } from '../python/source';
import { type FoundBlueprint, sourcesIn } from './blueprints';
import { moduleOf } from './class-place';
import type { Project } from './project';
import { blueprintOf, callsToRegister, mayRegister } from './register-calls';

/** What its registrations put before what a blueprint has. */
export interface BlueprintPrefixes {
  /** What its endpoints start with: `api.users`. */
  readonly endpoints: string;
  /** What its URLs start with: `/blog`, or ''. */
  readonly prefix: string;
}

/** Where a blueprint belongs, and the blueprint if it exists. */
export interface LocatedBlueprint {
  readonly names: Pick<BlueprintNames, 'folder' | 'name' | 'package'>;
  readonly found: FoundBlueprint | undefined;
}

/** A call of `register_blueprint`, with the blueprint as written. */
export interface RegisterCall {
  readonly source: PythonSource;
  readonly node: Node;
  readonly receiver: string;
  readonly blueprint: string;
  readonly prefix: string | undefined;
  readonly name: string | undefined;
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

/** The calls of a file that register blueprints. */
export function registerCallsIn(source: PythonSource): RegisterCall[] {
  return callsToRegister(source.root).map((call) => ({
    source,
    node: call.node,
    receiver: call.receiver ?? '',
    blueprint: blueprintOf(call)?.text ?? '',
    prefix: stringValue(call.keywords.get('url_prefix')),
    name: stringValue(call.keywords.get('name')),
  }));
}

/** What the URLs and the endpoints of the last of these blueprints start with. Each is registered on the one before it. */
export async function prefixesOf(
  project: Project,
  blueprints: readonly LocatedBlueprint[],
): Promise<BlueprintPrefixes> {
  const parts = await Promise.all(
    blueprints.map(async ({ found, names }, index) => {
      const above = blueprints[index - 1]?.names.folder;
      const calls = found ? await callsFor(project, names.package, found, above) : [];
      const stated = (key: 'name' | 'prefix'): string | undefined =>
        calls.map((call) => call[key]).find((value) => value !== undefined);
      return {
        name: stated('name') ?? found?.name ?? names.name,
        prefix: stated('prefix') ?? found?.prefix ?? '',
      };
    }),
  );
  return {
    endpoints: parts.map(({ name }) => name).join('.'),
    prefix: parts.map(({ prefix }) => prefix).join(''),
  };
}

/** The calls that register a blueprint by another name or below a prefix. */
async function callsFor(
  project: Project,
  package_: string,
  found: FoundBlueprint,
  above: string | undefined,
): Promise<RegisterCall[]> {
  const usual = [package_, `${package_}.routes`].map((module) => ({
    module,
    name: found.variable,
  }));
  const named = namesAmong([{ ...found, aliases: [...usual, ...found.aliases] }]);
  const holders = above === undefined ? await registrars(project) : await sourcesIn(project, above);
  return holders
    .flatMap(statedCallsIn)
    .filter((call) => named(call.source, call.blueprint, call.node).length > 0);
}

/** The files that register blueprints on the application. */
async function registrars(project: Project): Promise<PythonSource[]> {
  const { package: own, routes } = project.layout;
  const holding = [own, routes]
    .flatMap((folder) => project.pythonFilesIn(folder))
    .filter((path) => mayRegister(project.text(path)));
  return project.sources(holding);
}

/** The calls that give a blueprint another name or a prefix. Most files with a thousand calls have none. */
function statedCallsIn(source: PythonSource): RegisterCall[] {
  return /\b(url_prefix|name)\s*=/.test(source.text)
    ? registerCallsIn(source).filter(
        ({ name, prefix }) => name !== undefined || prefix !== undefined,
      )
    : [];
}

/** The folders or modules of blueprints whose registered prefix is the start of a URL, and that prefix. */
export async function foldersAround(
  project: Project,
  path: string,
): Promise<ReadonlyMap<string, string>> {
  const calls = (await registrars(project)).flatMap(statedCallsIn);
  const found = calls.flatMap(({ blueprint, node, prefix, source }): [string, string][] => {
    if (prefix === undefined || !`${path}/`.startsWith(prefix.replace(/\/?$/, '/'))) {
      return [];
    }
    const imports = importsWith(source, blueprint.split('.')[0] ?? '');
    const [meant] = meaningsOf(
      imports.filter((each) => isImportedAt(node, each)),
      blueprint,
    );
    const folder = meant?.replace(/(\.routes)?\.\w+$/, '').replaceAll('.', '/');
    return folder === undefined ? [] : [[folder, prefix]];
  });
  return new Map(found);
}
