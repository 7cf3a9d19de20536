// Specs: spec/rules/guard.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { actionOf } from '../naming/actions';
import { type Guard, GUARDS, withoutOwner } from '../naming/guards';
import { MAINS } from '../naming/main-page';
import { methodOf } from '../project/controllers';
import type { ExistingRoute } from '../project/existing-routes';
import type { Project } from '../project/project';
import { guardOf } from '../project/route-guards';
import { decoratorOf } from './guard-state';
import { lookAt, type LookOptions } from './look';
import type { Templates } from '../templates/templates';
import { ownBlueprint } from './blueprint-state';
import type { View } from './view';

/** What the routes of a resource say about who may open them. */
interface ExistingGuard {
  /** Undefined if everybody may open them, or if no guard is like theirs. */
  readonly word: Guard | undefined;
  /** The routes that this, or having no guard, does not describe. */
  readonly others: readonly ExistingRoute[];
}

/**
 * The guard that a new view takes over from the resource that it belongs to. What belongs to the record of an owner is for
 * users.
 *
 * @returns undefined if everybody may open it.
 * @throws SchematicsException if the routes of the resource have different guards.
 */
export async function guardTakenOver(
  project: Project,
  options: LookOptions,
  templates: Templates,
): Promise<Guard | undefined> {
  if (options.guard !== undefined || !project.has(project.layout.auth)) {
    return undefined;
  }
  const view = await lookAt(project, options, templates);
  const { controller, names, route, scopes, wants } = view;
  const isNew = (wants.route && !route.existing) || controller.generated !== undefined;
  if (ownBlueprint(view).names.name === MAINS) {
    return undefined;
  }
  const { others, word } = existingGuard(view);
  if (isNew && others.length > 0) {
    throw new SchematicsException(refusalOf(view));
  }
  if (word === undefined && route.own.length === 0 && scopes.length > 0) {
    return 'users';
  }
  if (word === undefined || (names.action && wants.controller)) {
    return word;
  }
  const plain = withoutOwner(word);
  return (names.action ?? GUARDS[plain].reads) ? plain : undefined;
}

/** The guard of a resource: who owns its records, or else what decorates its routes. */
export function existingGuard({
  controller: { place },
  hasAuth,
  names: { model },
  route,
}: View): ExistingGuard {
  const selects = place && model && methodOf(place, model.records);
  const owner = selects?.body.text.includes('current_user')
    ? 'owner'
    : place && methodOf(place, 'may_change')
      ? 'owner-write'
      : undefined;
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

function refusalOf({ names, route }: View): string {
  const lines = route.own.map(
    (each) => `  ${each.place}: ${each.function}: ${guardOf(each) ?? 'open to everybody'}`,
  );
  return (
    `The routes beside ${names.view} have different guards. Say who may open this one, for example --guard users, ` +
    `or --guard none for everybody:\n${lines.join('\n')}`
  );
}
