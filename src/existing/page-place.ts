// Specs: spec/existing/make-page.spec.ts
import { dirname, posix } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { initOf } from '../layout';
import { MAINS, type ViewNames } from '../naming/view-names';
import type { ServedBlueprint, ServedRoute } from '../project/served';
import { isBelow } from '../project/walk';
import type { PythonSource } from '../python/source';
import type { IndexedApp } from '../app/app';
import { neededValue } from '../layout/finding';

/** Where a page goes. */
export interface PagePlace {
  /** The name of its blueprint, as endpoints start with it. */
  readonly blueprint: string;
  /** Its blueprint; undefined if this run makes it. */
  readonly found: ServedBlueprint | undefined;
  /** The file of its view function. */
  readonly file: string;
  /** The existing file of its view function. */
  readonly source: PythonSource | undefined;
  /** The variable of the blueprint in its own file. */
  readonly variable: string;
  /** The file that defines the blueprint. */
  readonly home: string;
  /** The folder of templates, and the template in it. */
  readonly templates: string;
  readonly template: string;
}

/** Where a page of a blueprint, or of the one with the start page, goes. */
export async function placeOfPage(application: IndexedApp, names: ViewNames): Promise<PagePlace> {
  const { blueprints, layout, project } = application;
  const [{ name }] = names.blueprints;
  const isMain = name === MAINS;
  if (blueprints.length === 0 && layout.routes.value === undefined) {
    throw new SchematicsException(
      `The application in ${String(layout.factory.value)} has no blueprints, and scaffold adds views to blueprints. ` +
        'Register one with a view, such as that of the start page, and run this command again.',
    );
  }
  const wanted = isMain ? neededValue(layout, 'pages', 'the blueprint of single pages') : name;
  const found = blueprintCalled(application, wanted);
  const blueprint = found?.endpoints ?? wanted;
  if (isMain && found === undefined) {
    const { from } = layout.pages;
    throw new SchematicsException(
      `${from}: this application has no blueprint called ${blueprint}. Correct pages in [tool.scaffold].`,
    );
  }
  if (found?.isRegistered === false) {
    throw new SchematicsException(
      `${found.place}: the application does not register the blueprint ${blueprint}. ` +
        'Register it, or put the view in a folder of another name.',
    );
  }
  const made = found ? undefined : newPlace(application, blueprint);
  const file = found ? fileOfRoutes(application.routes, found, isMain) : (made?.file ?? '');
  const templates = neededValue(layout, 'templates', 'the folder of templates').replace(
    '{name}',
    wanted,
  );
  const own = names.template?.replace(`${MAINS}/`, '') ?? '';
  const hasFolder = project.filesIn(`${templates}/${wanted}`).length > 0;
  return {
    blueprint,
    found,
    file,
    source: found && (await project.source(file)),
    variable: found?.variable ?? made?.variable ?? '',
    home: found?.source.path ?? made?.home ?? '',
    templates,
    template: isMain && hasFolder ? `${wanted}/${own}` : own,
  };
}

/** The blueprint with these endpoints; else the only one of this name, which may be nested in another. */
export function blueprintCalled(
  { blueprints }: IndexedApp,
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
  { blueprints, layout, routes }: IndexedApp,
  name: string,
): { file: string; home: string; variable: string } {
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
  { layout, project }: IndexedApp,
  { blueprint, file, found, home }: PagePlace,
): void {
  const { package: folder } = project.layout;
  if (found) {
    return;
  }
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
      `${taken} already exists and makes no blueprint called ${blueprint}. Choose another name for the folder of the view.`,
    );
  }
}
