// Specs: spec/rules/guard.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { actionOf } from '../naming/actions';
import { type Guard, guardOption, GUARDS, isGuard, USER, withoutOwner } from '../naming/guards';
import { withArticle } from '../naming/spelling';
import { MAINS, type ViewNames } from '../naming/view-names';
import { modelOfFolder } from '../naming/class-names';
import { wantsOf } from '../naming/view-options';
import { findController, methodOf, ownerOf } from '../project/controllers';
import type { ExistingRoute } from '../project/existing-routes';
import type { Project } from '../project/project';
import { guardOf } from '../project/route-guards';
import { decoratorOf, type TakenOver } from './guard-state';
import { namedLook, type NamedLook } from './asked';
import { parentScopes } from './owner-scope';
import { ADMINS, EVERYBODY, ownerPathOf, readersOf, USERS } from './readers';
import { madeActions, routesOf } from './route-state';

/** Who may open the routes of a resource. */
interface ExistingGuard {
  /** Undefined if everybody may open them, or if they differ. */
  readonly word: Guard | undefined;
  readonly routes: readonly ExistingRoute[];
  /** A line for each route, if they have different guards, or others than the manifest says. */
  readonly differences: readonly string[];
}

/** The guard on which the manifest and the decorators of the routes of a view's resource agree. */
async function existingGuard(project: Project, names: ViewNames): Promise<ExistingGuard> {
  const routes = await routesOf(project, folderOf(names));
  const made = madeActions(project, names);
  const actions = routes.filter(({ endpoint }) => actionOf(endpoint) !== undefined);
  const meant = actions.length > 0 ? actions : routes;
  const found = meant.map((route) => {
    const known = made[route.endpoint]?.guard;
    const word = isGuard(known) ? known : undefined;
    const [decorator, wanted] = [guardOf(route), word && decoratorOf(word, route)];
    const what = `  ${route.place}: ${route.function}: ${decorator ?? 'open to everybody'}`;
    const isAsMade = decorator === wanted;
    const line = isAsMade ? what : `${what}, but made with --guard ${known ?? 'none'}`;
    return { isAsMade, line, word };
  });
  const [first] = found;
  const isOne = found.every(({ isAsMade, word }) => isAsMade && word === first?.word);
  return {
    word: isOne ? first?.word : undefined,
    routes,
    differences: isOne ? [] : found.map(({ line }) => line),
  };
}

/** The folder of the routes of a view's resource. */
export function folderOf({ blueprints }: ViewNames): string {
  return (blueprints.at(-1) ?? blueprints[0]).folder;
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
  project: Project,
  looks: readonly [NamedLook, ...NamedLook[]],
): Promise<TakenOver | undefined> {
  const [{ names, options }] = looks;
  const isMain = names.blueprints.at(-1)?.name === MAINS;
  if (guardOption(options.guard) !== undefined || !project.has(project.layout.auth) || isMain) {
    return undefined;
  }
  const existing = await existingGuard(project, names);
  const isNew = await isAnyNew(project, looks, existing);
  if (isNew && options.guard === undefined) {
    refuseDifferent(names, existing);
  }
  if (existing.routes.length > 0) {
    return takenOver(looks, existing.word, false);
  }
  const isHidden = (await parentScopes(project, names)).some(({ query }) => query !== undefined);
  const above = isHidden ? 'users' : await guardAbove(project, { names, options });
  const isLimited = above === 'admin' || isHidden || options.guard !== undefined || !isNew;
  const own = isLimited ? undefined : await guardByReaders(project, names);
  const word = STRICTEST_FIRST.find((each) => each === above || each === own);
  return takenOver(looks, word, word !== above);
}

const STRICTEST_FIRST: readonly Guard[] = ['admin', 'users', 'users-write'];

/** Whether the project lacks the route or the method of one of these. */
async function isAnyNew(
  project: Project,
  looks: readonly NamedLook[],
  { routes }: ExistingGuard,
): Promise<boolean> {
  for (const { names, options } of looks) {
    const wants = wantsOf(options);
    const place = wants.controller ? await findController(project, names.controller) : undefined;
    const hasRoute = routes.some(({ endpoint }) => endpoint === names.route.endpoint);
    const hasMethod = place && (await ownerOf(project, place, names.method));
    if ((wants.route && !hasRoute) || (wants.controller && !hasMethod)) {
      return true;
    }
  }
  return false;
}

function takenOver(
  [{ names, options }]: readonly [NamedLook, ...NamedLook[]],
  word: Guard | undefined,
  isByReaders: boolean,
): TakenOver | undefined {
  if (word === undefined || (names.action && wantsOf(options).controller)) {
    return word && { word, isByReaders };
  }
  const plain = withoutOwner(word);
  return (names.action ?? GUARDS[plain].reads) ? { word: plain, isByReaders } : undefined;
}

/** The guard that lets in just those who may read the model of a view, whatever resource guards it. */
async function guardByReaders(
  project: Project,
  { model, view }: ViewNames,
): Promise<Guard | undefined> {
  const { className = USER, phrase = '' } = model ?? {};
  const readers = (await readersOf(project)).get(className) ?? [];
  if (className === USER || readers.length === 0 || readers.includes(EVERYBODY)) {
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
    : `Not everybody reads ${withArticle(phrase)}: ${project.layout.readers} says ${readers.join(', ')}.`;
  throw new SchematicsException(
    `${reason} Say --guard owner, users, admin or none to choose who may open ${view.replace(/\.\w+$/, '')}.`,
  );
}

/** The guard of the resource that a view belongs to. */
async function guardAbove(
  project: Project,
  { names, options: { guard, namespace } }: NamedLook,
): Promise<Guard | undefined> {
  const segments = names.view.split('.').slice(0, -2);
  const last = modelOfFolder(segments.at(-1) ?? '', project.layout).className;
  if (names.parents.at(-1)?.className !== last) {
    return undefined;
  }
  const above = await namedLook(project, { name: [...segments, 'index'].join('.'), namespace });
  const existing = await existingGuard(project, above.names);
  if (guard === undefined) {
    refuseDifferent(names, existing);
  }
  return existing.word && withoutOwner(existing.word);
}

function refuseDifferent({ view }: ViewNames, { differences }: ExistingGuard): void {
  if (differences.length > 0) {
    throw new SchematicsException(
      `The routes beside ${view} have different guards. Say who may open this one, for example --guard users, ` +
        `or --guard none for everybody:\n${differences.join('\n')}`,
    );
  }
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
  const endpoints = (await routesOf(project, folderOf(first.names))).map((each) => each.endpoint);
  const made = madeActions(project, first.names);
  const looks: NamedLook[] = [];
  for (const { names, options } of views) {
    const { endpoint } = names.route;
    const page = names.template && `${project.layout.templates}/${names.template}`;
    const hasMethod = place !== undefined && (await ownerOf(project, place, names.method));
    if (hasMethod || (page && project.has(page)) || endpoints.includes(endpoint)) {
      const word = made[endpoint]?.guard;
      looks.push({
        names,
        options: {
          ...options,
          guard: undefined,
          generateController: hasMethod !== undefined && hasMethod !== false,
          generateModel: false,
          generateRoute: false,
          isAlone: made[endpoint]?.made === 'alone',
          takenOver: isGuard(word) ? { word, isByReaders: false } : undefined,
        },
      });
    }
  }
  return looks;
}

/** The methods of these views that other guards than this one limit: `app/controllers/post_controller.py:12: show`. */
export async function methodsWithout(
  project: Project,
  guard: Guard,
  looks: readonly NamedLook[],
): Promise<string[]> {
  const open: string[] = [];
  for (const { names, options } of looks) {
    const place = await findController(project, names.controller);
    const owner = place && (await ownerOf(project, place, names.method));
    const method = owner && methodOf(owner, names.method);
    if (owner && method && options.takenOver?.word !== guard) {
      open.push(`${owner.source.placeOf(method.statement)}: ${names.method}`);
    }
  }
  return open;
}
