// Specs: spec/rules/guard.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { App } from '../app/app';
import { modelOfFolder } from '../naming/class-names';
import { actionOf } from '../naming/actions';
import {
  type Decorator,
  decoratorOf,
  type Guard,
  type GuardOption,
  guardOption,
  GUARDS,
  isGuard,
  USER,
} from '../naming/guards';
import { withArticle } from '../naming/spelling';
import { MAINS, resourceOf, type ViewNames } from '../naming/view-names';
import { wantsOf } from '../naming/view-options';
import { controllerOf, findController, ownerOf } from '../project/controllers';
import type { ExistingRoute } from '../project/existing-routes';
import type { Project } from '../project/project';
import { guardOf, guardShown, unknownGuards } from '../project/route-guards';
import type { TakenOver } from './guard-state';
import { namedLook, type NamedLook } from './asked';
import { ownBlueprint } from './blueprint-state';
import { CURRENT_USER, MAY_CHANGE, parentScopes, type ParentScope, scopeIn } from './owner-scope';
import { ADMINS, EVERYBODY, ownerPathOf, readersOfModel, USERS } from './readers';
import { placedTakeover } from './placed-takeover';
import { routesOf } from '../project/served';
import { resourcesOf } from './resources-of';
import { madeActions } from './route-state';

/** Who may open the routes of a resource. */
interface PresentGuard {
  readonly routes: readonly ExistingRoute[];
  /** Undefined if everybody may open them. */
  readonly word: Guard | undefined;
}

/**
 * The guard on which the manifest and the decorators of the routes of a resource agree. Where they do not, `--guard` decides.
 *
 * @param option As typed after `--guard`.
 * @throws SchematicsException if the routes have different guards, or others than the manifest says, and nothing was typed.
 */
async function presentGuard(
  project: Project,
  names: ViewNames,
  option: GuardOption | undefined,
  view = names.view,
): Promise<PresentGuard> {
  const routes = await routesOf(project, ownBlueprint(names).folder);
  const made = madeActions(project, names);
  const actions = routes.filter(({ endpoint }) => actionOf(endpoint) !== undefined);
  const meant = actions.length > 0 ? actions : routes;
  const found = meant.map((route) => {
    const known = made[route.endpoint]?.guard;
    const word = isGuard(known) ? known : undefined;
    const decorator = guardOf(route);
    const unknown = unknownGuards(route);
    const isAsMade = decorator === decoratorOf(word, route) && unknown.length === 0;
    const shown = [decorator ?? (unknown.length === 0 ? 'open to everybody' : []), ...unknown];
    const what = `  ${route.place}: ${route.function}: ${shown.flat().join(', ')}`;
    const isOther = !isAsMade && known !== undefined;
    return { isAsMade, word, line: isOther ? `${what}, but made with --guard ${known}` : what };
  });
  const word = found[0]?.word;
  if (found.every((each) => each.isAsMade && each.word === word)) {
    return { routes, word };
  }
  if (option === undefined) {
    throw new SchematicsException(
      `The routes beside ${view} have different guards, or some that scaffold does not know. Say who may open this one, ` +
        `for example --guard users, or --guard none for everybody:\n${found.map(({ line }) => line).join('\n')}`,
    );
  }
  return { routes, word: guardShown(meant) };
}

/**
 * The guard that new views take over from the resource that they belong to. What belongs to the record of an owner is for
 * users. A new resource of a guarded model lets in nobody whom the table of readers leaves out.
 *
 * @returns undefined if everybody may open them.
 * @throws SchematicsException if the routes of the resource have different guards, or others than the manifest says, or if no
 *   guard lets in just those who may read the model.
 */
export async function guardTakenOver(
  app: App,
  looks: readonly [NamedLook, ...NamedLook[]],
): Promise<TakenOver | undefined> {
  const { isOurs, project } = app;
  if (!isOurs) {
    return placedTakeover(app, looks);
  }
  const [{ names, options }] = looks;
  const isMain = names.blueprints.at(-1)?.name === MAINS;
  if (guardOption(options.guard) !== undefined || !project.has(project.layout.auth) || isMain) {
    return undefined;
  }
  const known = (await routesOf(project, ownBlueprint(names).folder)).map(
    ({ endpoint }) => endpoint,
  );
  const isNew = looks.some((each) => {
    const { controller, route } = wantsOf(each.options);
    return (route || controller) && !known.includes(each.names.route.endpoint);
  });
  const { word } = await presentGuard(project, names, isNew ? options.guard : 'none');
  const resource = resourceOf(names);
  if (known.length > 0) {
    return word && takenOver(looks[0], word, `${resource} is guarded`);
  }
  const scopes = await parentScopes(project, names);
  const hidden = scopes.find(({ query }) => query !== undefined);
  if (hidden) {
    const reason = `Only its owner sees ${withArticle(hidden.names.phrase)}`;
    return takenOver(looks[0], 'users', reason);
  }
  const above = await guardAbove(app, looks[0], scopes);
  const isAsked = options.guard !== undefined || !isNew || above === 'admin';
  const isOpened = options.guard === 'none' && isNew;
  const own = isAsked && !isOpened ? undefined : await guardOfModel(app, looks, isOpened);
  const parent = isAsked || above ? undefined : await guardByParent(app, looks[0]);
  const strictest = STRICTEST_FIRST.find((each) => [above, own, parent].includes(each));
  const who = strictest === 'admin' ? 'admins' : 'users';
  return (
    strictest &&
    takenOver(
      looks[0],
      strictest,
      strictest === above
        ? `${resource.replace(/\.[^.]*$/, '')} is guarded`
        : strictest === 'users-write'
          ? `Only users change ${withArticle(names.model?.phrase ?? '')} elsewhere`
          : `${project.layout.readers} lets only ${who} read ${withArticle((strictest === own ? names.model : names.parents.at(-1))?.phrase ?? '')}`,
    )
  );
}

const STRICTEST_FIRST: readonly Guard[] = ['admin', 'users', 'owner-write', 'users-write'];

/** A page has no records to tell owners from others, or reading from changing. */
function takenOver(
  { names, options }: NamedLook,
  word: Guard,
  reason: string,
): TakenOver | undefined {
  if (names.action && wantsOf(options).controller) {
    return { word, reason };
  }
  const { plain, reads } = GUARDS[word];
  return (names.action ?? reads) ? { word: plain, reason } : undefined;
}

/**
 * The guard of new views of a model: of who reads it and who changes it where other resources have it.
 *
 * @param isOpened Whether `--guard none` declines it.
 */
async function guardOfModel(
  app: App,
  looks: readonly [NamedLook, ...NamedLook[]],
  isOpened: boolean,
): Promise<Guard | undefined> {
  const { project } = app;
  const [{ names }] = looks;
  const read = isOpened ? undefined : await guardByReaders(app, names);
  const isChanged = looks.some((each) => decoratorOf('users-write', each.names.route));
  const isKnown = read === 'admin' || !isChanged;
  if (isKnown || !names.model || !names.action || names.model.className === USER) {
    return read;
  }
  const guards: (Decorator | undefined)[] = [];
  let isOwned = false;
  for (const { controller, folder } of await resourcesOf(project, names.model)) {
    const routes = await routesOf(project, folder);
    guards.push(...routes.filter((each) => decoratorOf('users-write', each)).map(guardOf));
    const place = await controllerOf(project, controller);
    isOwned ||= place !== undefined && scopeIn(place, names.model) !== undefined;
  }
  if (guards.length === 0 || guards.includes(undefined)) {
    return read;
  }
  if (isOpened || (!isOwned && guards.includes('login_required'))) {
    return isOwned ? 'owner-write' : (read ?? 'users-write');
  }
  const words = read ? 'owner, users' : 'owner-write, users-write';
  throw new SchematicsException(
    `Only ${isOwned ? 'its owner changes' : 'admins change'} ${withArticle(names.model.phrase)} elsewhere. Say --guard ` +
      `${words}, admin or none to choose who may change it in ${resourceOf(names)}.`,
  );
}

/** The guard that lets in just those who may read the model of a view, whatever resource guards it. */
async function guardByReaders(
  app: App,
  { model, view }: Pick<ViewNames, 'model' | 'view'>,
): Promise<Guard | undefined> {
  const { className = USER, phrase = '' } = model ?? {};
  const readers = await readersOfModel(app, className);
  if (className === USER || readers.includes(EVERYBODY)) {
    return undefined;
  }
  if (readers.includes(USERS)) {
    return 'users';
  }
  if (readers.every((reader) => reader === ADMINS)) {
    return 'admin';
  }
  const reason = readers.every((reader) => ownerPathOf(reader) !== undefined)
    ? `Only its owner reads ${withArticle(phrase)}.`
    : `Not everybody reads ${withArticle(phrase)}: ${app.project.layout.readers} says ${readers.join(', ')}.`;
  throw new SchematicsException(
    `${reason} Say --guard owner, users, admin or none to choose who may open ${resourceOf({ view })}.`,
  );
}

/** The guard of the resource that a view belongs to. */
async function guardAbove(
  app: App,
  { names, options: { guard, namespace } }: NamedLook,
  scopes: readonly ParentScope[],
): Promise<Guard | undefined> {
  const segments = names.view.split('.').slice(0, -2);
  const last = modelOfFolder(segments.at(-1) ?? '', app.project.layout).className;
  if (names.parents.at(-1)?.className !== last) {
    return undefined;
  }
  const above = await namedLook(app, { name: [...segments, 'index'].join('.'), namespace });
  const { word } = await presentGuard(app.project, above.names, guard, names.view);
  const parent = names.parents.at(-1);
  const isFound = scopes.some((scope) => scope.names.className === parent?.className);
  if (word && GUARDS[word].owner && parent && !isFound && guard === undefined) {
    const [does, method] =
      GUARDS[word].owner === 'read' ? ['sees', parent.records] : ['changes', MAY_CHANGE];
    throw new SchematicsException(
      `Only its owner ${does} ${withArticle(parent.phrase)}, but scaffold does not find how: ${above.names.controller.className} has no ` +
        `${method}() of its own that asks for ${CURRENT_USER}. Put it back, or say who may open ${resourceOf(names)}, for ` +
        'example --guard admin, or --guard none for everybody.',
    );
  }
  return word && GUARDS[word].plain;
}

/**
 * The guard that lets in just those who may read what a view belongs to, where that has pages of another name: those of
 * `tasks.remarks` have none at `tasks` if tasks are at `projects.tasks`.
 */
async function guardByParent(app: App, { names, options }: NamedLook): Promise<Guard | undefined> {
  const parent = names.parents.at(-1);
  const name = [...names.view.split('.').slice(0, -2), 'index'].join('.');
  const above = parent && (await namedLook(app, { name, namespace: options.namespace }));
  const hasPages =
    above && (await routesOf(app.project, ownBlueprint(above.names).folder)).length > 0;
  return parent && !hasPages ? guardByReaders(app, { model: parent, view: names.view }) : undefined;
}

/** The views of a resource that exist, with their guards. */
export async function existingLooks(
  project: Project,
  views: readonly NamedLook[],
): Promise<NamedLook[]> {
  const [first] = views;
  if (first === undefined) {
    return [];
  }
  const place = await findController(project, first.names.controller);
  const endpoints = (await routesOf(project, ownBlueprint(first.names).folder)).map(
    (each) => each.endpoint,
  );
  const made = madeActions(project, first.names);
  const looks: NamedLook[] = [];
  for (const { names, options } of views) {
    const { endpoint } = names.route;
    const page = names.template && `${project.layout.templates}/${names.template}`;
    const hasMethod =
      place !== undefined && (await ownerOf(project, place, names.method)) !== undefined;
    if (hasMethod || (page && project.has(page)) || endpoints.includes(endpoint)) {
      const word = made[endpoint]?.guard;
      looks.push({
        names,
        options: {
          ...options,
          guard: undefined,
          generateController: hasMethod,
          generateModel: false,
          generateRoute: false,
          isAlone: made[endpoint]?.made === 'alone',
          takenOver: isGuard(word) ? { word } : undefined,
        },
      });
    }
  }
  return looks;
}
