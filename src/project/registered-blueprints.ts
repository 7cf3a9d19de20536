import type { BlueprintNames } from '../naming/route-names';
import { importsWith, isImportedAt } from '../python/imports';
import { type Node, stringValue } from '../python/node';
import type { PythonSource } from '../python/source';
import { localAliases } from './blueprint-aliases';
import { type FoundBlueprint, sourcesIn } from './blueprints';
import type { Project } from './project';
import { blueprintOf, callsToRegister, mayRegister } from './register-calls';

/** Where a blueprint belongs, and the blueprint if it exists. */
export interface LocatedBlueprint {
  readonly names: Pick<BlueprintNames, 'folder' | 'name' | 'package'>;
  readonly found: FoundBlueprint | undefined;
}

/** The files that register blueprints on the application. */
async function registrars(project: Project): Promise<PythonSource[]> {
  const { package: own, routes } = project.layout;
  const holding = [own, routes]
    .flatMap((folder) => project.pythonFilesIn(folder))
    .filter((path) => mayRegister(project.text(path)));
  return project.sources(holding);
}

/** The prefix of the URLs of the last of these blueprints, from their definitions and registrations. */
export async function urlPrefix(
  project: Project,
  blueprints: readonly LocatedBlueprint[],
): Promise<string> {
  const prefixes = blueprints.map(async (each, index) => {
    const stated = await registeredWith(project, each, blueprints[index - 1], 'url_prefix');
    return stated ?? each.found?.prefix ?? '';
  });
  return (await Promise.all(prefixes)).join('');
}

/** The prefix of the endpoints of the last of these blueprints: `recipes.comments`. */
export async function endpointPrefix(
  project: Project,
  blueprints: readonly LocatedBlueprint[],
): Promise<string> {
  const names = blueprints.map(async (each, index) => {
    const stated = await registeredWith(project, each, blueprints[index - 1], 'name');
    return stated ?? each.found?.name ?? each.names.name;
  });
  return (await Promise.all(names)).join('.');
}

/** `/blog` for `app.register_blueprint(posts_bp, url_prefix="/blog")`. */
async function registeredWith(
  project: Project,
  { names, found }: LocatedBlueprint,
  above: LocatedBlueprint | undefined,
  keyword: string,
): Promise<string | undefined> {
  if (found === undefined) {
    return undefined;
  }
  const holders = above ? await sourcesIn(project, above.names.folder) : await registrars(project);
  const usual = [names.package, `${names.package}.routes`].map((module) => ({
    module,
    name: found.variable,
  }));
  const aliases = [...usual, ...found.aliases];
  return holders
    .flatMap((source) =>
      registrationsWith(source, keyword).filter(({ blueprint, node }) =>
        localAliases(source, node, aliases).includes(blueprint),
      ),
    )
    .map(({ value }) => value)[0];
}

interface ArgumentOfRegistration {
  /** As written: `posts_bp`. */
  readonly blueprint: string;
  readonly value: string;
  readonly node: Node;
}

/** The registrations with this keyword argument. */
function registrationsWith(source: PythonSource, keyword: string): ArgumentOfRegistration[] {
  const isUsed = new RegExp(`\\b${keyword}\\b`).test(source.text);
  const calls = isUsed ? callsToRegister(source.root) : [];
  return calls.flatMap((call) => {
    const value = stringValue(call.keywords.get(keyword));
    const blueprint = blueprintOf(call)?.text;
    return value === undefined || blueprint === undefined
      ? []
      : { blueprint, value, node: call.node };
  });
}

/** The folders or modules of blueprints whose registered prefix is the start of a URL, and that prefix. */
export async function foldersAround(
  project: Project,
  path: string,
): Promise<ReadonlyMap<string, string>> {
  const found = (await registrars(project)).flatMap((source) =>
    registrationsWith(source, 'url_prefix')
      .filter(({ value }) => path === value || path.startsWith(value.replace(/\/?$/, '/')))
      .flatMap(({ blueprint, node, value }) => {
        const module = moduleOfName(source, node, blueprint);
        const folder = module?.replace(/\.routes$/, '').replaceAll('.', '/');
        return folder === undefined ? [] : [[folder, value] as const];
      }),
  );
  return new Map(found);
}

/** The module that defines `posts_bp`, `posts.bp` or `app.routes.posts.bp`. */
function moduleOfName(source: PythonSource, place: Node, blueprint: string): string | undefined {
  const [first = '', ...rest] = blueprint.split('.');
  const imports = importsWith(source, first).filter((each) => isImportedAt(place, each));
  for (const { module, names, local } of imports) {
    const name = names.find((each) => each.local === first)?.name;
    if (name !== undefined) {
      return [module, ...(rest.length > 0 ? [name] : []), ...rest.slice(0, -1)].join('.');
    }
    if (local === first) {
      return [...(module.startsWith(`${first}.`) ? [first] : [module]), ...rest.slice(0, -1)].join(
        '.',
      );
    }
  }
  return undefined;
}
