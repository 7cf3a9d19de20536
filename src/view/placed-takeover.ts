// Specs: spec/existing/guard.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { OtherApp } from '../app/app';
import { decoratorOf, GUARD_NAMES, GUARDS, guardOption, strongest, USER } from '../naming/guards';
import { listed, withArticle } from '../naming/spelling';
import { resourceOf } from '../naming/view-names';
import { wantsOf } from '../naming/view-options';
import type { NamedLook } from './asked';
import { blueprintCalled } from './blueprint-place';
import type { TakenOver } from './guard-state';
import { accessTo } from './placed-access';

/** Whether an application that `new` did not make serves a view already. */
export function isServed(app: OtherApp, { names }: NamedLook): boolean {
  const own = blueprintCalled(app, names.blueprints[0].name);
  return app.routes.some(
    ({ blueprint, endpoint }) => own && blueprint === own && endpoint === names.route.endpoint,
  );
}

/**
 * The guard that new views of a model take over from its other routes, in an application that `new` did not make: nobody reads or
 * changes more than there.
 *
 * @returns undefined if everybody may open them.
 * @throws SchematicsException if no guard says that, or the routes have guards that are not known.
 */
export function placedTakeover(
  app: OtherApp,
  looks: readonly [NamedLook, ...NamedLook[]],
): TakenOver | undefined {
  const [{ names, options }] = looks;
  const { action, blueprints, model } = names;
  const added = looks.filter((each) => wantsOf(each.options).route && !isServed(app, each));
  const isGuarded = guardOption(options.guard) !== undefined;
  if (!action || !model || model.className === USER || isGuarded || !added[0]) {
    return undefined;
  }
  const own = blueprintCalled(app, blueprints[0].name);
  const isDeclined = options.guard === 'none';
  // What this run opens guards nothing.
  const { changes, reads } = accessTo(app, model.className, isDeclined ? own : undefined);
  const isChanged = added.some((each) => decoratorOf('users-write', each.names.route));
  const unknown = [...reads.unknown, ...(isChanged ? changes.unknown : [])];
  const changedBy = isChanged ? strongest([reads.by, changes.by]) : reads.by;
  const resource = resourceOf(names);
  const one = withArticle(model.phrase);
  const word = GUARD_NAMES.find(
    (each) => GUARDS[each].reads === reads.by && GUARDS[each].changes === changedBy,
  );
  if (isDeclined) {
    return word && { word };
  }
  if (unknown.length > 0) {
    throw new SchematicsException(
      `Other pages of ${one} have guards that scaffold does not know. Say who may open ${resource}, for example --guard ` +
        `users, or --guard none for everybody:\n${listed(unknown)}`,
    );
  }
  if (changedBy && !word) {
    const words = reads.by ? 'users' : 'users-write, users';
    throw new SchematicsException(
      `Only admins change ${one} elsewhere. Say --guard ${words}, admin or none to choose who may open ${resource}.`,
    );
  }
  const who = changedBy === 'admin_required' ? 'admins' : 'users';
  const reason = `Only ${who} ${reads.by ? 'read' : 'change'} ${one} elsewhere`;
  return word && { word, reason };
}
