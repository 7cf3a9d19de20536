// Specs: spec/rules/registration/blueprint-registration.spec.ts
import { blueprintOf, REGISTER } from '../../project/register-call';
import { callOf, callsWith, patternOf } from '../../python/calls';
import { type Definition, functionsOf, parametersOf } from '../../python/definitions';
import type { Node } from '../../python/node';
import { remembered } from '../../python/remembered';
import type { PythonSource } from '../../python/source';

/** A call that registers something by its name: `app.register_blueprint(posts_bp)`. */
export interface NamedRegistration {
  readonly name: string;
  readonly node: Node;
}

/** The calls that register one of these names, on an application or on another blueprint, by themselves or with a helper. */
export function registrationsNaming(
  source: PythonSource,
  names: readonly string[],
): NamedRegistration[] {
  const helpers = mountersOf(source).map((each) => each.name);
  return callsWith(source.root, patternOf(...names)).flatMap((node) => {
    const call = callOf(node);
    const given =
      call?.name === REGISTER
        ? [blueprintOf(call)]
        : helpers.includes(call?.name ?? '')
          ? (node.child('arguments')?.descendants('identifier', 'attribute') ?? [])
          : [];
    return given.flatMap((each) =>
      each && names.includes(each.text) ? { name: each.text, node } : [],
    );
  });
}

/** The functions that register what they are given: not they, but their calls say which blueprints there are. */
export const mountersOf = remembered((source: PythonSource): readonly Definition[] =>
  functionsOf(source).filter((each) => {
    const { node } = each;
    return node.text.includes(REGISTER) && parametersOf(each).some((name) => registers(node, name));
  }),
);

/** Whether a blueprint, or a list of them, is registered by this name in a piece of a file. */
export function registers(within: Node, name: string): boolean {
  const [word = ''] = /\w*$/.exec(name) ?? [];
  // What may come behind the first argument of a call.
  const calls = callsWith(within, new RegExp(`${word}\\s*[,)#\\\\]`, 'g'));
  return calls.some(isOf([name])) || within.descendants('for_statement').some(loopsOver(name));
}

/** Whether a loop over this, or over a list in which it is, registers what it comes to. */
function loopsOver(name: string): (loop: Node) => boolean {
  return (loop) => {
    const listed = loop.child('right');
    const targets = loop
      .child('left')
      ?.descendants('identifier')
      .map(({ text }) => text);
    return (
      targets !== undefined &&
      [listed, ...(listed?.namedChildren ?? [])].some((each) => each?.text === name) &&
      callsWith(loop, patternOf(REGISTER)).some(isOf(targets))
    );
  };
}

/** Whether a call registers one of these. */
function isOf(names: readonly string[]): (node: Node) => boolean {
  return (node) => {
    const call = callOf(node);
    return call?.name === REGISTER && names.includes(blueprintOf(call)?.text ?? '');
  };
}
