// Specs: spec/rules/taken-url.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { OtherApp } from '../app/app';
import { UsageError } from '../errors';
import { ACTIONS, BUTTONS, isOfRecord } from '../naming/actions';
import type { UrlParameter } from '../naming/route-names';
import { enumeration, withArticle, pascalCase } from '../naming/spelling';
import { MAIN, MAINS, resourceOf } from '../naming/view-names';
import type { ClassPlace } from '../project/class-place';
import { COLUMN_TYPES } from '../project/column-types';
import { shapeOf } from '../project/existing-routes';
import { functionIn, parametersOf } from '../python/queries';
import { plainUrl } from '../view/plain-code';
import { isMade, type View } from '../view/view';
import { decoratorOf } from '../naming/guards';
import { singularOf } from '../naming/words';
import { scopeIn } from '../view/owner-scope';

/** The shape of Flask's own URL for static files. */
const STATIC = '/static/<path>';

/**
 * Refuses a view that the application does not allow.
 *
 * @throws UsageError and SchematicsException saying what to do.
 */
export function refuseView(view: View): void {
  refuseSecondMain(view);
  refuseTakenBlueprint(view);
  refuseTakenUrl(view);
  refuseUnfitUrl(view);
  refuseOwnersMethod(view);
  refuseShownBelowOwner(view);
  refuseUnable(view);
}

/**
 * Refuses a new blueprint whose name another one has: Flask does not start with both.
 *
 * @throws SchematicsException naming the file and the line of the other one.
 */
export function refuseTakenBlueprint({ blueprints: [{ names }], route: { namesake } }: View): void {
  if (namesake) {
    throw new SchematicsException(
      `${namesake.place} already makes a blueprint called ${names.name}. ` +
        'Put the view in a folder of another name, or rename that blueprint.',
    );
  }
}

/**
 * Refuses a blueprint `main` beside `mains`, whose pages its controller shows.
 *
 * @throws UsageError naming the view that was probably meant.
 */
function refuseSecondMain({ blueprints: [{ found, isNew, names }], ...view }: View): void {
  const { className } = view.names.controller;
  if (
    view.app.isOurs &&
    names.name === MAIN &&
    className === 'MainController' &&
    (isNew || found === undefined)
  ) {
    const meant = view.names.view.replace(MAIN, MAINS);
    throw new UsageError(
      `${className} shows the pages in ${MAINS}. Did you mean ${meant}? ` +
        'Otherwise choose another folder, or another controller with --controller.',
    );
  }
}

/**
 * Refuses a URL that another function, or Flask itself, already serves.
 *
 * @throws SchematicsException naming the function, its file and its line.
 */
export function refuseTakenUrl({ names, route: { methods, taken }, wants }: View): void {
  const { path } = names.route;
  if (!wants.route) {
    return;
  }
  if (methods.includes('GET') && shapeOf(path) === STATIC) {
    throw new SchematicsException(
      `Flask itself serves GET ${path} for the files in static/. Choose another URL with --route.`,
    );
  }
  if (taken) {
    throw new SchematicsException(
      `${taken.place}: ${taken.function} already serves ${methods.join(' and ')} ${path}. ` +
        'Choose another URL with --route, or remove that route.',
    );
  }
}

/**
 * Refuses a URL with a number for a record whose key is not a number: it would find no record.
 *
 * @throws SchematicsException with a URL that works.
 */
function refuseUnfitUrl(view: View): void {
  const { data, names } = view;
  if (!isMade(view) || data === undefined) {
    return;
  }
  const { parameters, path } = names.route;
  for (const { columns, lookups, model } of [...data.parents, data.record]) {
    if (columns.filter(({ isPrimaryKey }) => isPrimaryKey).length > 1) {
      throw new SchematicsException(
        `${model.className} has a key of several columns. Write the pages of one record yourself.`,
      );
    }
    for (const { column, parameter } of lookups) {
      const kind = columns.find(({ name }) => name === column)?.kind ?? 'unknown';
      const { converter } = COLUMN_TYPES[kind];
      if (converter !== undefined && isNumber(parameters, parameter)) {
        const url = path.replace(`<int:${parameter}>`, `<${converter}:${parameter}>`);
        throw new SchematicsException(
          `${path} finds no record, because ${model.className}.${column} is not a number. ` +
            `Set the URL with --route '${url}'.`,
        );
      }
    }
  }
}

function isNumber(parameters: readonly UrlParameter[], name: string): boolean {
  return parameters.find((parameter) => parameter.name === name)?.converter === 'int';
}

/**
 * Refuses a page for everybody that only shows a user their own records.
 *
 * @throws SchematicsException if an existing method would serve it.
 */
function refuseOwnersMethod(run: View): void {
  const { controller, guard, names } = run;
  const { controller: own, model, route: asked, view } = names;
  const isOpen = decoratorOf(guard?.word, asked) === undefined;
  const scope = controller.place && model && scopeIn(controller.place, model);
  if (isOpen && isMade(run) && controller.owner && scope?.query !== undefined) {
    const other = pascalCase(singularOf(view.split('.').at(-2) ?? ''));
    throw new SchematicsException(
      `${own.className} shows each user only their own ${model?.pluralPhrase}, so it cannot serve ${asked.path}, which would be ` +
        `open to everybody. Use a controller of its own: --controller ${other}Controller.`,
    );
  }
}

/**
 * Refuses a guard that lets everybody read what belongs to records that only their owner sees.
 *
 * @throws SchematicsException with the guards that fit.
 */
function refuseShownBelowOwner({ guard, names, scopes }: View): void {
  const hidden = scopes.find(({ query }) => query !== undefined);
  if (hidden && guard && decoratorOf(guard.word, names.route) === undefined) {
    throw new SchematicsException(
      `Only its owner sees ${withArticle(hidden.names.phrase)}, and --guard ${guard.word} would let everybody read ` +
        `${resourceOf(names)}. Use --guard owner or --guard users.`,
    );
  }
}

/**
 * Refuses a new view that needs a form, or a button, which is one, too, in an application that has none, and one whose form
 * could not make a record.
 *
 * @throws SchematicsException saying what to do.
 */
function refuseUnable(view: View): void {
  const { app, data, models, names } = view;
  if (!data || app.isOurs || !isMade(view)) {
    return;
  }
  const { makesRecord, method, usesForm } = ACTIONS[data.action];
  const place = models.at(-1)?.place;
  if (makesRecord && place) {
    refuseArguments(place);
  }
  const hasButton = isOfRecord(data.action) && plainUrl(view, data, BUTTONS) !== undefined;
  if (usesForm || method === 'POST' || hasButton) {
    requireForms(app, names.view);
  }
}

/**
 * Refuses what needs Flask-WTF in a project that does not use it.
 *
 * @throws SchematicsException saying what to install.
 */
function requireForms({ required, sources }: OtherApp, what: string): void {
  const isUsed = sources.containing('flask_wtf').length > 0;
  if (!isUsed && !required.hasFlaskWtf) {
    throw new SchematicsException(
      `${what} needs Flask-WTF, which this project does not require. Run \`pip install Flask-WTF\`, add it to your ` +
        'requirements, and run this command again.',
    );
  }
}

/**
 * Refuses to make records of a class that cannot be made without arguments.
 *
 * @throws SchematicsException naming the file.
 */
function refuseArguments({ definition, source }: ClassPlace): void {
  const own = functionIn(definition.node, '__init__');
  const needed =
    own &&
    parametersOf(own)
      .slice(1)
      .filter((name) => isNeeded(own.node.child('parameters')?.text ?? '', name));
  if (own && needed && needed.length > 0) {
    throw new SchematicsException(
      `${source.placeOf(own.node)}: ${definition.name}() needs ${enumeration(needed)}, so scaffold cannot make one ` +
        'from a form. Give these parameters defaults, or write this view by hand.',
    );
  }
}

function isNeeded(parameters: string, name: string): boolean {
  return !new RegExp(`\\*\\s*${name}\\b|\\b${name}\\s*(:[^,=]+)?=`).test(parameters);
}
