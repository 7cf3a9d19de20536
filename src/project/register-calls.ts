// Specs: spec/rules/registration/blueprint-registration.spec.ts
import { blueprintOf, callsToRegister, REGISTER } from './register-call';
import { callsOf } from '../python/calls';
import { type Definition, functionsOf, parametersOf } from '../python/definitions';
import type { Node } from '../python/node';
import { remembered } from '../python/remembered';
import type { PythonSource } from '../python/source';
import { wrapped } from '../python/wrap';

/** The code that registers a blueprint on an application or a blueprint, at this indentation. */
export function registerCall(
  source: PythonSource,
  on: string,
  blueprint: string,
  indentation: number,
): string {
  const code = `${on}.${REGISTER}(${blueprint})`;
  return wrapped(source.treeOf(code), code, indentation);
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

function registersItsTarget(loop: Node): boolean {
  const targets = loop.child('left')?.descendants('identifier') ?? [];
  return callsToRegister(loop).some((call) =>
    targets.some(({ text }) => text === blueprintOf(call)?.text),
  );
}
