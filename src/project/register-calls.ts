// Specs: spec/rules/registration/blueprint-registration.spec.ts
import {
  argumentOf,
  type Call,
  callsOf,
  type Definition,
  functionsOf,
  parametersOf,
} from '../python/queries';
import { type Node, remembered } from '../python/node';
import type { PythonSource } from '../python/source';
import { isWithin } from '../python/statements';

/** The method of an application or a blueprint that registers a blueprint. */
export const REGISTER = 'register_blueprint';

/** Whether a file may register blueprints. */
export function mayRegister(text: string): boolean {
  return text.includes(REGISTER);
}

/** The calls that register blueprints: `app.register_blueprint(posts_bp)`. */
export function callsToRegister(within: Node): Call[] {
  return callsOf(within, REGISTER);
}

/** The blueprint that such a call registers: `posts_bp`. */
export function blueprintOf(call: Call): Node | undefined {
  return argumentOf(call, 'blueprint', 0);
}

/** What a file registers on applications and blueprints, itself or through a helper, as written: `posts_bp`. */
export function registeredNodes(source: PythonSource): Node[] {
  const given = mountersOf(source).flatMap(({ name }) => callsOf(source.root, name));
  return [
    ...callsToRegister(source.root).flatMap((call) => blueprintOf(call) ?? []),
    ...given.flatMap(
      ({ node }) => node.child('arguments')?.descendants('identifier', 'attribute') ?? [],
    ),
  ];
}

/** The functions that register their arguments. Their calls name the blueprints. */
export const mountersOf = remembered((source: PythonSource): readonly Definition[] =>
  functionsOf(source).filter((each) =>
    // Most functions register nothing, and the names of the whole file are known.
    parametersOf(each)
      .filter((name) => registeredNames(source.root).has(name))
      .some((name) => registeredNames(each.node).has(name)),
  ),
);

/** The blueprints that a piece of a file registers, and the lists of those that it registers in a loop. */
export const registeredNames = remembered((within: Node): ReadonlySet<string> => {
  const loops = within.descendants('for_statement').filter(registersItsTarget);
  const lists = loops.flatMap((loop) => loop.child('right') ?? []);
  return new Set([
    ...callsToRegister(within).map((call) => blueprintOf(call)?.text ?? ''),
    ...lists.flatMap((list) => [list, ...list.namedChildren].map(({ text }) => text)),
  ]);
});

/** What each call of a file registers, as written: several names for a loop, or for a parameter of its function. */
export function registeredTogether(source: PythonSource): string[][] {
  const loops = source.root.descendants('for_statement').filter(registersItsTarget);
  const mounters = mountersOf(source);
  return callsToRegister(source.root).map((call) => {
    const name = blueprintOf(call)?.text ?? '';
    const loop = loops.find((each) => isWithin(call.node, each));
    const list = loop?.child('right');
    const names = list ? [list, ...list.namedChildren].map(({ text }) => text) : [name];
    const given = mounters
      .filter((each) => isWithin(call.node, each.node) && isGiven(each, names))
      .flatMap((each) => callsOf(source.root, each.name))
      .flatMap(({ node }) => node.child('arguments')?.descendants('identifier', 'attribute') ?? []);
    return given.length > 0 ? given.map(({ text }) => text) : names;
  });
}

function isGiven(definition: Definition, names: readonly string[]): boolean {
  return parametersOf(definition).some((each) => names.includes(each));
}

function registersItsTarget(loop: Node): boolean {
  const targets = loop.child('left')?.descendants('identifier') ?? [];
  return callsToRegister(loop).some((call) =>
    targets.some(({ text }) => text === blueprintOf(call)?.text),
  );
}
