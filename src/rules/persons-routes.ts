import { actionOf } from '../naming/actions';
import { decoratorOf, GUARDS } from '../naming/guards';
import { methodOf } from '../project/controllers';
import type { ExistingRoute } from '../project/existing-routes';
import { guardedBy } from '../project/route-guards';
import { usesName } from '../python/generated';
import type { Node } from '../python/node';
import { callOf, callsOf } from '../python/queries';
import { CURRENT_USER, MAY_CHANGE } from '../view/owner-scope';
import type { View } from '../view/view';
import { info, type Note, warning } from './outcome';

/** What to say about a route that a person wrote: that it is guarded, and that it finds the records of all owners. */
export function adviseOwnRoute(view: View, route: ExistingRoute): Note[] {
  const { guard, names, route: own } = view;
  const made = own.made[route.endpoint];
  if (!guard || made?.route !== undefined || actionOf(route.endpoint) !== undefined) {
    return [];
  }
  const { wanted } = guardedBy(route, guard.word, made);
  const { owner } = GUARDS[guard.word];
  const isAsked =
    owner === 'read' || (owner === 'change' && decoratorOf(guard.word, route) !== undefined);
  const { className } = names.controller;
  const { records = '', pluralPhrase = '', record = '' } = names.model ?? {};
  const [does, remedy] =
    owner === 'read'
      ? ['shows', `Select them with ${className}().${records}().`]
      : ['can change', `Ask ${className}().${MAY_CHANGE}(${record}) before.`];
  return [
    ...(wanted
      ? [info(`${route.place}: ${route.function} is yours, and has @${wanted} now.`, route.place)]
      : []),
    ...(isAsked && findsAll(view, route)
      ? [
          warning(
            `${route.place}: ${route.path} ${does} all owners' ${pluralPhrase}. ${remedy}`,
            route.place,
          ),
        ]
      : []),
  ];
}

/** Whether a route, or the method of the controller that it calls, uses the model without asking who is signed in. */
function findsAll(
  { controller: { place }, names: { controller, model } }: View,
  { definition, node }: ExistingRoute,
): boolean {
  const body = definition?.body ?? node;
  const methods = body
    .descendants('call')
    .flatMap((each) => callOf(each) ?? [])
    .filter(({ receiver }) => receiver === `${controller.className}()`)
    .flatMap(({ name }) => (place && methodOf(place, name)?.body) ?? []);
  const code = [body, ...methods];
  const asks = (each: Node): boolean =>
    usesName(each, CURRENT_USER) ||
    [MAY_CHANGE, model?.records ?? ''].some((name) => callsOf(each, name).length > 0);
  return code.some((each) => usesName(each, model?.className ?? '')) && !code.some(asks);
}
