// Specs: spec/rules/guard.spec.ts
import { usesOf } from '../python/generated';
import type { Node } from '../python/node';
import { assignmentsIn, callsOf } from '../python/queries';
import type { PythonSource } from '../python/source';
import { isWithin } from '../python/statements';
import { blueprintsIn } from './blueprints';
import { ADD, METHODS, routesIn } from './existing-routes';

/**
 * What may make a route of a file that `routesIn()` does not find: `bp.get` in a loop, or in `get = bp.get` and
 * `here = bp.get("/here")`, where the names are used.
 *
 * @param variables Further names of blueprints in the file.
 */
export function looseMakers(source: PythonSource, variables: readonly string[]): Node[] {
  const { root } = source;
  const routes = routesIn(source);
  const blueprints = new Set([
    'Blueprint',
    ...blueprintsIn(source).map(({ variable }) => variable),
    ...routes.map(({ receiver }) => receiver),
    ...variables,
  ]);
  const methods = root.descendants('attribute').filter((node) => {
    const name = node.child('attribute')?.text ?? '';
    const isOfBlueprint = blueprints.has(node.child('object')?.text ?? '');
    return name === ADD || (isOfBlueprint && [...METHODS, 'route'].includes(name));
  });
  const asked = callsOf(root, 'getattr').filter(
    ({ positional: [of] }) => of && blueprints.has(of.text),
  );
  const makers = [...methods, ...asked.map(({ node }) => node)].filter(
    (maker) => !routes.some(({ node }) => isWithin(maker, node)),
  );
  const held = assignmentsIn(root).flatMap(({ node, target, value }) => {
    const isMaker = value && makers.some((maker) => isWithin(maker, value));
    const isName = isMaker && /^\w+$/.test(target);
    const uses = isName ? usesOf(root, target).filter((use) => !isWithin(use, node)) : [];
    return uses.length > 0 ? { node, uses } : [];
  });
  return [
    ...makers.filter((maker) => !held.some(({ node }) => isWithin(maker, node))),
    ...held.flatMap(({ uses }) => uses),
  ];
}
