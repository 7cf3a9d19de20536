import { dirname } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { initOf } from '../layout';
import { importsWith } from '../python/imports';
import { remembered, stringValue } from '../python/node';
import type { PythonSource } from '../python/source';
import { topLevel } from '../python/import-statement';
import {
  aliasesOf,
  blueprintsIn,
  byModule,
  type FoundBlueprint,
  type MadeBlueprint,
} from './blueprints';
import { type ExistingRoute, routesIn } from './existing-routes';
import { isBelow, otherModules, pathsBelow } from './walk';
import type { Project } from './project';
import { blueprintOf, callsToRegister, mayRegister, registeredTogether } from './register-calls';
import { type BlueprintPrefixes, type FindsBlueprints, namesAmong } from './registered-blueprints';

/** What files of an application serve. */
export interface Served {
  readonly blueprints: readonly ServedBlueprint[];
  readonly routes: readonly ServedRoute[];
}

/** A blueprint with the name and the prefix that its registrations give it. */
export interface ServedBlueprint extends FoundBlueprint, BlueprintPrefixes {
  /** Whether the application registers it, as far as its code says. */
  readonly isRegistered: boolean;
  /** Where its definition stands: `app/api/users.py:3`. */
  readonly place: string;
}

/** A route, and its blueprint; undefined if it belongs to the application itself. */
export interface ServedRoute extends ExistingRoute {
  readonly blueprint: ServedBlueprint | undefined;
}

/** What is decorated or added with a URL. A dictionary has `get`, too, but no key that starts with a slash. */
const ROUTE = /\.(route|get|post|put|patch|delete|add_url_rule)\(\s*(rule\s*=\s*)?["'](\/|["'])/;

/** Finds what these files serve. By default, they are those of the package that are not in a folder of the layout. */
export async function findServed(
  project: Project,
  files: readonly string[] = otherModules(project),
): Promise<Served> {
  const isMeant = (text: string): boolean =>
    ['Blueprint(', 'PATH_INFO'].some((word) => text.includes(word)) ||
    mayRegister(text) ||
    ROUTE.test(text);
  const sources = await project.sources(files.filter((path) => isMeant(project.text(path))));
  const made = sources.flatMap(blueprintsIn);
  const packages = made.length > 0 ? await packagesOf(project, made, sources) : [];
  const naming = byModule(made.length > 0 ? [...sources, ...packages] : []);
  const known = made.map((each) => ({ ...each, aliases: aliasesOf(each, naming) }));
  const named = namesAmong(known);
  const registered = registeredAmong(project, known, sources, named);
  const registrations = registrationsOf(sources, named);
  const served = new Map(
    known.map((each): [FoundBlueprint, ServedBlueprint] => [
      each,
      {
        ...each,
        ...nameAndPrefix(each, registrations),
        isRegistered: registered.has(each),
        place: each.source.placeOf(each.node),
      },
    ]),
  );
  const meantBy = (source: PythonSource, name: string): ServedBlueprint | undefined => {
    const [found] = named(source, name, source.root);
    return found && served.get(found);
  };
  return {
    blueprints: [...served.values()],
    routes: sources.flatMap((source) =>
      routesIn(source, (receiver) => meantBy(source, receiver)?.prefix).map((route) => ({
        ...route,
        blueprint: meantBy(source, route.receiver),
      })),
    ),
  };
}

/**
 * Refuses a project that has a blueprint of this name.
 *
 * @param maker What needs the name: `sign-in`.
 * @throws SchematicsException that tells where it is.
 */
export async function refuseBlueprint(
  project: Project,
  name: string,
  maker: string,
): Promise<void> {
  const paths = pathsBelow(project, project.layout.routes).filter(
    (path) => path.endsWith('.py') && project.text(path).includes('Blueprint('),
  );
  const sources = await project.sources(paths);
  const { blueprints } = await findServed(project);
  const place =
    blueprints.find(({ endpoints }) => endpoints === name)?.place ??
    sources.flatMap(blueprintsIn).find((each) => each.name === name)?.source.path;
  if (place !== undefined) {
    throw new SchematicsException(
      `${place} already makes a blueprint called ${name}, as ${maker} does. Rename it.`,
    );
  }
}

/** What has been found in packages of routes, until a file changes. */
const known = remembered<object, Map<string, Promise<ServedRoute[]>>>(() => new Map());

/** The routes of a package, or of the module of its name. */
export function routesOf(project: Project, folder: string): Promise<ServedRoute[]> {
  const found = known(project.version);
  const routes = found.get(folder) ?? routesBelow(project, folder);
  found.set(folder, routes);
  return routes;
}

async function routesBelow(project: Project, folder: string): Promise<ServedRoute[]> {
  const files = filesOf(project, folder);
  const { routes } = await findServed(project, [
    ...files,
    ...packagesAbove(project, folder).flatMap((each) => filesOf(project, each)),
    ...registrars(project),
  ]);
  return routes.filter(({ source: { path } }) => files.includes(path));
}

/** The files of a package, or the module of its name. */
function filesOf(project: Project, folder: string): string[] {
  return [...project.pythonFilesIn(folder), `${folder}.py`].filter((path) => project.has(path));
}

/** `app/routes/recipes` for `app/routes/recipes/comments` */
function packagesAbove({ layout }: Project, folder: string): string[] {
  return foldersOf(folder).filter((each) => isBelow(each, layout.routes));
}

/** The files that register blueprints on the application. */
function registrars(project: Project): string[] {
  const { package: own, routes } = project.layout;
  return [own, routes]
    .flatMap((folder) => project.pythonFilesIn(folder))
    .filter((path) => mayRegister(project.text(path)));
}

/**
 * What may serve these URLs, in an application with known places. Packages of routes whose code lacks a part of them are not
 * parsed.
 *
 * @param folders Packages of routes that are searched whatever they have.
 */
export function servedAt(
  project: Project,
  paths: readonly string[],
  folders: readonly string[],
): Promise<Served> {
  const { routes } = project.layout;
  const files = pathsBelow(project, routes).filter(
    (path) => path.endsWith('.py') && path !== initOf(routes),
  );
  const texts = new Map<string, string>();
  for (const path of files) {
    const folder = dirname(path) === routes ? path.slice(0, -'.py'.length) : dirname(path);
    texts.set(folder, (texts.get(folder) ?? '') + project.text(path));
  }
  const prefixes = registrars(project)
    .flatMap((path) => [...project.text(path).matchAll(/\burl_prefix\s*=\s*["']([^"'\n]+)["']/g)])
    .map(([, prefix = '']) => prefix);
  const wanted = paths.map((path) => partsOf(path, prefixes));
  const holds = (folder: string, part: readonly string[]): boolean => {
    const own = texts.get(folder);
    return (
      own !== undefined && (part.some((text) => own.includes(text)) || holds(dirname(folder), part))
    );
  };
  const meant = [...texts.keys()].filter((folder) =>
    wanted.some((parts) => parts.every((part) => holds(folder, part))),
  );
  const all = [...folders, ...meant].flatMap((each) => [each, ...packagesAbove(project, each)]);
  return findServed(project, [
    ...new Set([
      ...otherModules(project),
      ...registrars(project),
      ...all.flatMap((each) => filesOf(project, each)),
    ]),
  ]);
}

/** What the code that serves a URL contains, apart from the prefixes that it starts with: one text of each part. */
function partsOf(path: string, prefixes: readonly string[]): string[][] {
  const around = prefixes.filter((each) => `${path}/`.startsWith(each.replace(/\/?$/, '/')));
  const given = new Set(around.flatMap((prefix) => prefix.split('/')));
  const literals = path.split('/').filter((part) => part !== '' && !part.includes('<'));
  return literals.length === 0
    ? [[`"${path}"`, `'${path}'`]]
    : literals.filter((part) => !given.has(part)).map((part) => [`/${part}`]);
}

async function packagesOf(
  project: Project,
  made: readonly MadeBlueprint[],
  known: readonly PythonSource[],
): Promise<PythonSource[]> {
  const folders = made.flatMap(({ source: { path } }) => foldersOf(path));
  const paths = [...new Set(folders.map(initOf))].filter(
    (path) => project.text(path).includes('import') && !known.some((each) => each.path === path),
  );
  const sources = await Promise.all(paths.map((path) => project.source(path)));
  return sources.filter((source) => source !== undefined);
}

/** `app/main` and `app` for `app/main/views.py`. */
function foldersOf(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

/** What registers a blueprint, and the one that it is registered on. */
interface BlueprintRegistration {
  readonly above: FoundBlueprint | undefined;
  readonly name: string | undefined;
  readonly prefix: string | undefined;
}

/** What registers each blueprint. Of several registrations, the first one counts. */
function registrationsOf(
  sources: readonly PythonSource[],
  named: FindsBlueprints,
): ReadonlyMap<FoundBlueprint, BlueprintRegistration> {
  const calls = sources.flatMap((source) =>
    callsToRegister(source.root).map((call) => ({ call, source })),
  );
  return new Map(
    calls.toReversed().flatMap(({ call, source }) => {
      const [above] = named(source, call.receiver ?? '', call.node);
      const [name, prefix] = ['name', 'url_prefix'].map((each) =>
        stringValue(call.keywords.get(each)),
      );
      return named(source, blueprintOf(call)?.text ?? '', call.node).map(
        (each) => [each, { above, name, prefix }] as const,
      );
    }),
  );
}

/** @param below What is registered on the blueprint: a circle ends. */
function nameAndPrefix(
  made: FoundBlueprint,
  registrations: ReadonlyMap<FoundBlueprint, BlueprintRegistration>,
  below: readonly FoundBlueprint[] = [],
): BlueprintPrefixes {
  const { above, name = made.name, prefix = made.prefix } = registrations.get(made) ?? {};
  const known = [...below, made];
  const parent =
    above && !known.includes(above) ? nameAndPrefix(above, registrations, known) : undefined;
  return {
    endpoints: parent ? `${parent.endpoints}.${name}` : name,
    prefix: `${parent?.prefix ?? ''}${prefix}`,
  };
}

/** The blueprints that these files register by name: all if one is registered that is only known when the code runs. */
function registeredAmong(
  project: Project,
  known: readonly FoundBlueprint[],
  sources: readonly PythonSource[],
  named: FindsBlueprints,
): ReadonlySet<FoundBlueprint> {
  const found = new Set<FoundBlueprint>();
  for (const source of sources.filter(({ text }) => mayRegister(text))) {
    for (const names of registeredTogether(source)) {
      const own = names.flatMap((name) => named(source, name));
      if (own.length === 0 && !names.every((name) => isForeign(project, source, name))) {
        return new Set(known);
      }
      own.forEach((each) => found.add(each));
    }
  }
  return found;
}

/** Whether a file imports a name from a package that is not the project's own. */
function isForeign(project: Project, source: PythonSource, name: string): boolean {
  const [first = ''] = name.split('.');
  const modules = importsWith(source, first)
    .filter(({ local, names }) => local === first || names.some((each) => each.local === first))
    .map(({ module }) => topLevel(module));
  const isOwn = (each: string): boolean =>
    project.has(`${each}.py`) || project.filesIn(each).length > 0;
  return modules.length > 0 && !modules.some(isOwn);
}
