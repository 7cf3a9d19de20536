// Specs: spec/existing/make-page.spec.ts
import { dirname, posix } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import type { App, OtherApp } from '../app/app';
import { isRelativeIn, neighboursOf } from '../app/style';
import { initOf, moduleOfPath } from '../layout';
import { neededValue } from '../layout/finding';
import { MAINS, type ViewNames } from '../naming/view-names';
import type { ServedBlueprint, ServedRoute } from '../project/served';
import { isBelow } from '../project/walk';

/** Where the blueprint of a view is, or goes, in an application without known places. */
export interface BlueprintPlace {
  /** As endpoints start with it. */
  readonly name: string;
  /** Undefined if this run makes it. */
  readonly found: ServedBlueprint | undefined;
  /** Its variable in the file that defines it, and that file. */
  readonly variable: string;
  readonly home: string;
  readonly file: string;
  readonly templates: string;
  /** The folder of single pages in that: `main/`, or ''. */
  readonly single: string;
}

/**
 * The place of the blueprint of a view, or of the one with the start page.
 *
 * @throws SchematicsException if the application has no such place.
 */
export function placeIn(app: OtherApp, names: ViewNames): BlueprintPlace {
  const { blueprints, layout, project } = app;
  const [{ name }] = names.blueprints;
  const isMain = name === MAINS;
  if (blueprints.length === 0 && layout.routes.value === undefined) {
    throw new SchematicsException(
      `The application in ${String(layout.factory.value)} has no blueprints, and scaffold adds views to blueprints. ` +
        'Register one with a view, such as that of the start page, and run this command again.',
    );
  }
  const wanted = isMain ? neededValue(layout, 'pages', 'the blueprint of single pages') : name;
  const found = blueprintCalled(app, wanted);
  if (isMain && found === undefined) {
    throw new SchematicsException(
      `${layout.pages.from}: this application has no blueprint called ${wanted}. Correct pages in [tool.scaffold].`,
    );
  }
  if (found?.isRegistered === false) {
    throw new SchematicsException(
      `${found.place}: the application does not register the blueprint ${found.endpoints}. ` +
        'Register it, or put the view in a folder of another name.',
    );
  }
  const templates = neededValue(layout, 'templates', 'the folder of templates').replace(
    '{name}',
    wanted,
  );
  const hasFolder = isMain && project.filesIn(`${templates}/${wanted}`).length > 0;
  return {
    name: found?.endpoints ?? wanted,
    found,
    ...(found
      ? {
          variable: found.variable,
          home: found.source.path,
          file: fileOfRoutes(app.routes, found, isMain),
        }
      : newPlace(app, wanted)),
    templates,
    single: hasFolder ? `${wanted}/` : '',
  };
}

/** The blueprint with these endpoints; else the only one of this name, which may be nested in another. */
export function blueprintCalled(
  { blueprints }: OtherApp,
  name: string,
): ServedBlueprint | undefined {
  const named = blueprints.filter((each) => each.name === name);
  return (
    blueprints.find(({ endpoints }) => endpoints === name) ??
    (named.length === 1 ? named[0] : undefined)
  );
}

/** The file with most routes of a blueprint; for a single page, the one with the start page. */
function fileOfRoutes(
  routes: readonly ServedRoute[],
  blueprint: ServedBlueprint,
  isMain: boolean,
): string {
  const own = routes.filter((route) => route.blueprint === blueprint);
  const start = own.find(({ path }) => path === '/' || path === `${blueprint.prefix}/`);
  const counts = new Map<string, number>();
  own.forEach(({ source: { path } }) => counts.set(path, (counts.get(path) ?? 0) + 1));
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return (isMain ? start?.source.path : undefined) ?? most?.[0] ?? blueprint.source.path;
}

/** The files of a new blueprint, named as most others are. */
function newPlace(
  { blueprints, layout, routes }: OtherApp,
  name: string,
): Pick<BlueprintPlace, 'file' | 'home' | 'variable'> {
  const pattern = layout.routes.value;
  const variable = layout.blueprint.value;
  if (typeof pattern !== 'string' || typeof variable !== 'string' || !pattern.includes('{name}')) {
    return { file: '', home: '', variable: '' };
  }
  const shared = blueprints.filter((each) => each.variable === variable);
  const [only] = shared;
  if (only && shared.length === 1 && blueprints.length > 1 && !variable.includes('{name}')) {
    throw new SchematicsException(
      `${only.place}: the views of this application belong to the blueprint ${only.name}. ` +
        `Put the view there: \`scaffold make:view ${name} -r\`.`,
    );
  }
  const file = pattern.replace('{name}', name);
  const isSplit = (each: ServedBlueprint): boolean =>
    each.source.path.endsWith('/__init__.py') &&
    routes.some((route) => route.blueprint === each && route.source !== each.source);
  const served = blueprints.filter((each) => routes.some((route) => route.blueprint === each));
  const init = initOf(dirname(file));
  const home = served.filter(isSplit).length * 2 > served.length ? init : file;
  return { file, home, variable: variable.replace('{name}', name) };
}

/**
 * Refuses a new blueprint whose files would take the name of others.
 *
 * @throws SchematicsException naming the file.
 */
export function refuseTakenFiles(
  { layout, project }: OtherApp,
  { file, home, name }: BlueprintPlace,
): void {
  const { package: folder } = project.layout;
  if (file === '' || !isBelow(file, folder)) {
    const { value } = layout.routes;
    const beside = typeof value === 'string' ? dirname(value) : folder;
    const variable = layout.blueprint.value === undefined ? ' and blueprint = "bp"' : '';
    throw new SchematicsException(
      `scaffold did not find out where a new blueprint goes: ${layout.routes.from}. Tell it in [tool.scaffold] of ` +
        `pyproject.toml, for example by routes = "${posix.join(beside, '{name}.py')}"${variable}; ` +
        'or add the view to a blueprint that exists.',
    );
  }
  const parts = file
    .split('/')
    .map((_, index, all) => all.slice(0, index + 1).join('/'))
    .filter((part) => part !== folder && isBelow(part, folder));
  const modules = parts.map((part) => (part.endsWith('.py') ? part : `${part}.py`));
  const packages = parts.at(-1)?.replace(/\.py$/, '/__init__.py') ?? '';
  const taken = [file, home, packages, ...modules].find((path) => project.has(path));
  if (taken !== undefined) {
    throw new SchematicsException(
      `${taken} already exists and makes no blueprint called ${name}. Choose another name for the folder of the view.`,
    );
  }
}

/** What the `__init__.py` of a new blueprint's folder holds; undefined if the folder has one, or needs none. */
export function initWith(app: OtherApp, { file, home }: BlueprintPlace): string | undefined {
  const own = dirname(file);
  if (home !== file) {
    const package_ = isRelativeIn(neighboursOf(app), file) ? '.' : moduleOfPath(own);
    return `\nfrom ${package_} import ${moduleOfPath(file).split('.').at(-1)}\n`;
  }
  return needsInit(app, own) ? '' : undefined;
}

/** Whether a folder needs an `__init__.py`, as the folders beside it have one. */
export function needsInit({ project }: App, folder: string): boolean {
  const beside = dirname(folder);
  const isPackaged = project
    .foldersIn(beside)
    .some((name) => `${beside}/${name}` !== folder && project.has(initOf(`${beside}/${name}`)));
  return folder !== project.layout.package && isPackaged && !project.has(initOf(folder));
}
