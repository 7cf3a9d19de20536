// Specs: spec/rules/guard.spec.ts
import { withArticle } from '../naming/spelling';
import { SchematicsException } from '@angular-devkit/schematics';
import { actionOf } from '../naming/actions';
import { type Guard, guardOption, GUARDS, USER, withoutOwner } from '../naming/guards';
import { MAINS } from '../naming/view-names';
import { modelOfFolder } from '../naming/class-names';
import type { ExistingRoute } from '../project/existing-routes';
import type { Project } from '../project/project';
import { guardOf } from '../project/route-guards';
import { decoratorOf, type TakenOver } from './guard-state';
import { lookAt, type LookOptions } from './look';
import type { Templates } from '../templates/templates';
import { ownBlueprint } from './blueprint-state';
import type { View } from './view';
import { scopeIn } from './owner-scope';
import { ADMINS, EVERYBODY, ownerPathOf, readersOf, USERS } from './readers';

/** What the routes of a resource say about who may open them. */
interface ExistingGuard {
  /** Undefined if everybody may open them, or if no guard is like theirs. */
  readonly word: Guard | undefined;
  /** The routes that this, or having no guard, does not describe. */
  readonly others: readonly ExistingRoute[];
}

/**
 * The guard that a new view takes over from the resource that it belongs to. What belongs to the record of an owner is for
 * users. A new resource of a guarded model lets in nobody whom the table of readers leaves out.
 *
 * @returns undefined if everybody may open it.
 * @throws SchematicsException if the routes of the resource have different guards, or if no guard lets in just those who may
 *   read the model.
 */
export async function guardTakenOver(
  project: Project,
  options: LookOptions,
  templates: Templates,
): Promise<TakenOver | undefined> {
  const { guard, ...others } = options;
  if (guardOption(guard) !== undefined || !project.has(project.layout.auth)) {
    return undefined;
  }
  const view = await lookAt(project, others, templates);
  const { controller, names, route, scopes, wants } = view;
  const isNew = (wants.route && !route.existing) || controller.generated !== undefined;
  if (ownBlueprint(view).names.name === MAINS) {
    return undefined;
  }
  const existing = existingGuard(view);
  if (isNew && existing.others.length > 0 && guard === undefined) {
    throw new SchematicsException(refusalOf(names.view, view));
  }
  if (route.own.length > 0) {
    return takenOver(view, existing.word, false);
  }
  const above = await guardAbove(project, view, options, templates);
  const isHidden = scopes.some(({ query }) => query !== undefined);
  const isLimited = above === 'admin' || isHidden || guard !== undefined || !isNew;
  const own = isLimited ? undefined : await guardByReaders(project, view);
  const word = STRICTEST_FIRST.find((each) => each === above || each === own);
  return takenOver(view, word, word !== above);
}

const STRICTEST_FIRST: readonly Guard[] = ['admin', 'users', 'users-write'];

function takenOver(
  { names, wants }: View,
  word: Guard | undefined,
  isByReaders: boolean,
): TakenOver | undefined {
  if (word === undefined || (names.action && wants.controller)) {
    return word && { word, isByReaders };
  }
  const plain = withoutOwner(word);
  return (names.action ?? GUARDS[plain].reads) ? { word: plain, isByReaders } : undefined;
}

/** The guard that lets in just those who may read the model of a view, whatever resource guards it. */
async function guardByReaders(project: Project, { names }: View): Promise<Guard | undefined> {
  const { className = USER, phrase = '' } = names.model ?? {};
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
    `${reason} Say --guard owner, users, admin or none to choose who may open ${names.view.replace(/\.\w+$/, '')}.`,
  );
}

/** The guard of the resource that a view belongs to. */
async function guardAbove(
  project: Project,
  { names, scopes }: View,
  { guard, namespace }: LookOptions,
  templates: Templates,
): Promise<Guard | undefined> {
  if (scopes.some(({ query }) => query !== undefined)) {
    return 'users';
  }
  const segments = names.view.split('.').slice(0, -2);
  const last = modelOfFolder(segments.at(-1) ?? '', project.layout).className;
  if (names.parents.at(-1)?.className !== last) {
    return undefined;
  }
  const above = { name: [...segments, 'index'].join('.'), namespace };
  const view = await lookAt(project, above, templates);
  const { others, word } = existingGuard(view);
  if (others.length > 0 && guard === undefined) {
    throw new SchematicsException(refusalOf(names.view, view));
  }
  return word && withoutOwner(word);
}

/** The guard of a resource: who owns its records, or else what decorates its routes. */
export function existingGuard({
  controller: { place },
  hasAuth,
  names: { model },
  route,
}: View): ExistingGuard {
  const scope = place && model && scopeIn(place, model);
  const owner = scope && (scope.query === undefined ? 'owner-write' : 'owner');
  const actions = route.own.filter(({ endpoint }) => actionOf(endpoint) !== undefined);
  const routes = actions.length > 0 ? actions : route.own;
  const unlike = (word: Guard | undefined): ExistingRoute[] =>
    routes.filter((each) => guardOf(each) !== (word && decoratorOf(word, each)));
  const words: readonly (Guard | undefined)[] = !hasAuth
    ? [undefined]
    : owner
      ? [owner]
      : [undefined, 'admin', 'users', 'users-write'];
  const word = words.find((each) => unlike(each).length === 0) ?? owner;
  return { word, others: unlike(word) };
}

/** @param view That has the routes. */
function refusalOf(asked: string, { route }: View): string {
  const lines = route.own.map(
    (each) => `  ${each.place}: ${each.function}: ${guardOf(each) ?? 'open to everybody'}`,
  );
  return (
    `The routes beside ${asked} have different guards. Say who may open this one, for example --guard users, ` +
    `or --guard none for everybody:\n${lines.join('\n')}`
  );
}
