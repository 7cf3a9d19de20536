import type { Node } from '../../python/node';
import { type Sequence, sequenceOf } from '../../python/item';
import { assignmentsIn } from '../../python/assignments';
import { type Call, callsOf } from '../../python/calls';
import { remembered } from '../../python/remembered';
import type { PythonSource } from '../../python/source';
import { functionAround } from '../../python/statements';

/** `for bp in blueprints:`, around a registration of `bp`. */
export interface Loop {
  readonly node: Node;
  readonly blueprints: Sequence;
}

/** A call that registers blueprints: `app.register_blueprint(posts_bp)`, on its own or in a loop over a list. */
export interface Registration {
  /** The application, as it is called there: `app`. */
  readonly app: string;
  /** The function that it is in, or the module. */
  readonly scope: Node;
  readonly node: Node;
  /** What it registers, as written: `posts_bp`; several where it loops over them. */
  readonly blueprints: readonly string[];
  /** The loop around it, where its list stands in this file. */
  readonly loop: Loop | undefined;
}

/** The registrations on applications, in the order in which they stand. Those of a blueprint on another do not count. */
export const registrationsOf = remembered((source: PythonSource): readonly Registration[] => {
  const calls = callsOf(source.root, 'register_blueprint');
  const blueprints = new Set([
    ...calls.flatMap(({ positional }) => positional[0]?.text ?? []),
    ...callsOf(source.root, 'Blueprint').map(({ node }) => {
      return node.parent?.child('left')?.text ?? '';
    }),
  ]);
  return calls.flatMap((call) => {
    const { receiver } = call;
    return receiver === undefined || blueprints.has(receiver)
      ? []
      : registrationOf(source, call, receiver);
  });
});

function registrationOf(source: PythonSource, call: Call, app: string): Registration {
  const { node, positional } = call;
  const scope = functionAround(node);
  const blueprint = (positional[0] ?? call.keywords.get('blueprint'))?.text ?? '';
  const loop = loopOf(source, scope, node, blueprint);
  const blueprints = loop ? loop.blueprints.items.map(({ text }) => text) : [blueprint];
  return { app, scope, node, blueprints, loop };
}

/** The loop around a call with `bp`, over a list of names that can be seen. */
function loopOf(
  source: PythonSource,
  scope: Node,
  node: Node,
  blueprint: string,
): Loop | undefined {
  const loop = loopAround(node);
  if (loop?.child('left')?.text !== blueprint) {
    return undefined;
  }
  const iterated = loop.child('right') ?? undefined;
  const literal =
    iterated?.type === 'identifier' ? valueOf(source, scope, iterated.text) : iterated;
  if (!literal || !/^(list|tuple|expression_list)$/.test(literal.type)) {
    return undefined;
  }
  const blueprints = sequenceOf(literal);
  const areNames = blueprints.items.every(({ type }) => /^(identifier|attribute)$/.test(type));
  return areNames ? { node: loop, blueprints } : undefined;
}

/** The loop of the same function that a node is in. */
export function loopAround(node: Node): Node | undefined {
  const { parent } = node;
  return parent === null || parent.type === 'function_definition'
    ? undefined
    : parent.type === 'for_statement'
      ? parent
      : loopAround(parent);
}

/** What a name of a function, or else of the module, is set to; nothing where it is set more than once. */
export function valueOf({ root }: PythonSource, scope: Node, name: string): Node | undefined {
  for (const each of [scope, root]) {
    const values = assignmentsIn(each).filter(({ target }) => target === name);
    if (values.length > 0) {
      return values.length === 1 ? values[0]?.value : undefined;
    }
  }
  return undefined;
}
