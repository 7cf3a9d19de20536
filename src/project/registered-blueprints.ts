import type { BlueprintNames } from '../naming/blueprint-names';
import { callOf, callsWith } from '../python/calls';
import { importsWith, isImportedAt } from '../python/imports';
import type { Node } from '../python/node';
import type { PythonSource } from '../python/source';
import { stringValue } from '../python/string-value';
import { localAliases } from './blueprint-aliases';
import { findBlueprint, sourcesIn } from './blueprints';
import type { Project } from './project';
import { blueprintOf, REGISTER } from './register-call';

/** Where a blueprint is, and what it is called if nothing else is said. */
export type BlueprintPlace = Pick<BlueprintNames, 'folder' | 'name' | 'package'>;

/** Where people register blueprints, beside the package of a parent. */
const FOLDERS = ['app', 'app/routes'];

/** The files that register blueprints on the application. */
export async function registrars(project: Project): Promise<PythonSource[]> {
  const holding = FOLDERS.flatMap((folder) => project.pythonFilesIn(folder)).filter((path) => {
    return project.text(path).includes(REGISTER);
  });
  const sources = await Promise.all(holding.map((path) => project.source(path)));
  return sources.filter((source) => source !== undefined);
}

/** What stands before the URLs of the last of these blueprints, as each says itself, or is registered. */
export async function urlPrefix(
  project: Project,
  blueprints: readonly BlueprintPlace[],
): Promise<string> {
  const prefixes = blueprints.map(async (place, index) => {
    const found = await findBlueprint(project, place);
    const stated = await registeredWith(project, place, blueprints[index - 1], 'url_prefix');
    return found ? (stated ?? found.prefix) : '';
  });
  return (await Promise.all(prefixes)).join('');
}

/** What the endpoints of a blueprint start with, by the names that the project gave: `recipes.comments`. */
export async function endpointPrefix(
  project: Project,
  blueprints: readonly BlueprintPlace[],
): Promise<string> {
  const names = blueprints.map(async (place, index) => {
    const stated = await registeredWith(project, place, blueprints[index - 1], 'name');
    return stated ?? (await findBlueprint(project, place))?.name ?? place.name;
  });
  return (await Promise.all(names)).join('.');
}

/** `/blog` of `app.register_blueprint(posts_bp, url_prefix="/blog")`. */
async function registeredWith(
  project: Project,
  place: BlueprintPlace,
  above: BlueprintPlace | undefined,
  keyword: string,
): Promise<string | undefined> {
  const found = await findBlueprint(project, place);
  const holders = above ? await sourcesIn(project, above.folder) : await registrars(project);
  const aliases = found && [
    ...[place.package, `${place.package}.routes`].map((module) => ({
      module,
      name: found.variable,
    })),
    ...found.aliases,
  ];
  const values = aliases
    ? holders.flatMap((source) =>
        registrationsWith(source, keyword)
          .filter(({ blueprint, node }) => {
            return localAliases(source, node, aliases).includes(blueprint);
          })
          .map(({ value }) => value),
      )
    : [];
  return values[0];
}

interface StatedRegistration {
  /** As written: `posts_bp`. */
  readonly blueprint: string;
  readonly value: string;
  readonly node: Node;
}

/** The registrations that say this. */
function registrationsWith(source: PythonSource, keyword: string): StatedRegistration[] {
  return callsWith(source.root, new RegExp(`\\b${keyword}\\s*=`, 'g')).flatMap((node) => {
    const call = callOf(node);
    const argument = call?.name === REGISTER ? call.keywords.get(keyword) : undefined;
    const value = argument && stringValue(argument);
    const blueprint = call && blueprintOf(call)?.text;
    return value === undefined || blueprint === undefined ? [] : { blueprint, value, node };
  });
}

/** The folders, or modules, of the blueprints that are registered below a prefix which a URL starts with. */
export async function foldersAround(project: Project, path: string): Promise<string[]> {
  return (await registrars(project)).flatMap((source) =>
    registrationsWith(source, 'url_prefix')
      .filter(({ value }) => path === value || path.startsWith(value.replace(/\/?$/, '/')))
      .flatMap(({ blueprint, node }) => moduleOfName(source, node, blueprint) ?? [])
      .map((module) => module.replace(/\.routes$/, '').replaceAll('.', '/')),
  );
}

/** The module of `posts_bp`, `posts.bp` or `app.routes.posts.bp`. */
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
