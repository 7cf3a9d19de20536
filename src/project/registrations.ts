// Specs: spec/rules/registration/blueprint-registration.spec.ts
import { type Node, remembered } from '../python/node';
import { type Sequence, sequenceOf } from '../python/sequence';
import { assignmentsIn, type Call, callsOf, parametersOf } from '../python/queries';
import type { PythonSource } from '../python/source';
import { functionAround } from '../python/statements';
import { blueprintOf, callsToRegister, mountersOf, registeredNames } from './register-calls';

/** A call that registers blueprints: `app.register_blueprint(posts_bp)`, alone or in a loop over a list. */
export interface Registration {
  /** The variable of the application: `app`. */
  readonly app: string;
  /** The function around it, or the module. */
  readonly scope: Node;
  readonly call: Call;
  /** The blueprints as written: `posts_bp`; several for a loop. */
  readonly blueprints: readonly string[];
  /** The `for` statement around it. */
  readonly loop: Node | undefined;
  /** The list that the loop iterates over, if this file has it. */
  readonly list: Sequence | undefined;
}

/** The calls that register blueprints on an application, not on another blueprint. */
export const registrationsOf = remembered((source: PythonSource): readonly Registration[] => {
  const made = callsOf(source.root, 'Blueprint').map(
    ({ node }) => node.parent?.child('left')?.text,
  );
  const blueprints = new Set([...registeredNames(source.root), ...made]);
  return callsToRegister(source.root).flatMap((call) => {
    const { receiver: app } = call;
    if (app === undefined || blueprints.has(app)) {
      return [];
    }
    const registration = registrationOf(source, call, app);
    return registersArgument(source, registration) ? [] : registration;
  });
});

/** The last registration of each function, or of the module, in the order of the first ones. */
export function lastRegistrationsOf(source: PythonSource): Registration[] {
  return [...new Map(registrationsOf(source).map((each) => [each.scope, each])).values()];
}

/** Whether a function registers its own parameter, or loops over it. */
function registersArgument(
  source: PythonSource,
  { blueprints, loop, scope }: Registration,
): boolean {
  const mounter = mountersOf(source).find(({ node }) => node === scope);
  const listed = loop?.child('right')?.text;
  return (
    mounter !== undefined &&
    parametersOf(mounter).some((name) => blueprints.includes(name) || listed === name)
  );
}

function registrationOf(source: PythonSource, call: Call, app: string): Registration {
  const scope = functionAround(call.node);
  const blueprint = blueprintOf(call)?.text ?? '';
  const loop = loopAround(call.node);
  const list = loop?.child('left')?.text === blueprint ? listOf(source, scope, loop) : undefined;
  const blueprints = list ? list.items.map(({ text }) => text) : [blueprint];
  return { app, scope, call, blueprints, loop, list };
}

/** The list of names that a loop iterates over. */
function listOf(source: PythonSource, scope: Node, loop: Node): Sequence | undefined {
  const iterated = loop.child('right');
  const literal =
    iterated?.type === 'identifier' ? valueOf(source, scope, iterated.text) : iterated;
  if (!literal || !/^(list|tuple|expression_list)$/.test(literal.type)) {
    return undefined;
  }
  const list = sequenceOf(literal);
  const areNames = list.items.every(({ type }) => /^(identifier|attribute)$/.test(type));
  return areNames ? list : undefined;
}

/** The loop around a node, in the same function. */
function loopAround({ parent }: Node): Node | undefined {
  return parent === null || parent.type === 'function_definition'
    ? undefined
    : parent.type === 'for_statement'
      ? parent
      : loopAround(parent);
}

/** The value of a name in a function, or else in the module; undefined if several assignments set it. */
export function valueOf({ root }: PythonSource, scope: Node, name: string): Node | undefined {
  for (const each of [scope, root]) {
    const values = assignmentsIn(each).filter(({ target }) => target === name);
    if (values.length > 0) {
      return values.length === 1 ? values[0]?.value : undefined;
    }
  }
  return undefined;
}
