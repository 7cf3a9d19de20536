// Specs: spec/rules/registration/blueprint-registration.spec.ts
import { blueprintOf, REGISTER } from '../../project/register-call';
import type { Node } from '../../python/node';
import { type Sequence, sequenceOf } from '../../python/item';
import { assignmentsIn } from '../../python/assignments';
import { type Call, callOf, callsOf, callsWith, patternOf } from '../../python/calls';
import { functionsOf, parametersOf } from '../../python/definitions';
import { remembered } from '../../python/remembered';
import type { PythonSource } from '../../python/source';
import { functionAround } from '../../python/statements';
import { mountersOf, registers } from './register-calls';

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

/**
 * The last registration in each function that has one, the module among them, in the order in which the first ones
 * stand. A thousand others are not looked at.
 */
export const lastRegistrationsOf = remembered((source: PythonSource): readonly Registration[] => {
  const scopes = functionsOf(source).map(({ node }) => node);
  const positions = new Map<Node, number[]>();
  for (const { index } of source.text.matchAll(patternOf(REGISTER))) {
    const scope = scopes.findLast((each) => each.startIndex <= index && index < each.endIndex);
    const others = positions.get(scope ?? source.root) ?? [];
    others.push(index);
    positions.set(scope ?? source.root, others);
  }
  return [...positions.values()]
    .flatMap((each) => {
      const [first, last] = [each, each.toReversed()].map((row) => firstOf(source, row));
      return first && last ? { first, last } : [];
    })
    .toSorted((one, other) => one.first.node.startIndex - other.first.node.startIndex)
    .map(({ last }) => last);
});

/** The first of these positions, where the text has the word, at which something is registered. */
function firstOf(source: PythonSource, positions: readonly number[]): Registration | undefined {
  for (const position of positions) {
    const [found] = registrationsIn(source, source.root.descendantsAt(position, 'call'));
    if (found) {
      return found;
    }
  }
  return undefined;
}

/** The registrations of a file that are in loops. */
export const loopedRegistrationsOf = remembered((source: PythonSource): readonly Registration[] => {
  const calls = source.root
    .descendants('for_statement')
    .flatMap((loop) => callsWith(loop, patternOf(REGISTER)));
  return registrationsIn(source, [...new Set(calls)]);
});

/** The registrations in a piece of a file. */
export function registrationsWithin(source: PythonSource, node: Node): Registration[] {
  return registrationsIn(source, callsWith(node, patternOf(REGISTER)));
}

/** The calls that register on an application. Those that register a blueprint on another do not count. */
function registrationsIn(source: PythonSource, calls: readonly Node[]): Registration[] {
  return calls.flatMap((node) => {
    const call = callOf(node);
    if (
      call?.name !== REGISTER ||
      call.receiver === undefined ||
      isBlueprint(source, call.receiver)
    ) {
      return [];
    }
    const registration = registrationOf(source, call, call.receiver);
    return isGiven(source, registration) ? [] : registration;
  });
}

/** Whether a function registers a parameter of its own, or loops over one. */
function isGiven(source: PythonSource, { blueprints, node, scope }: Registration): boolean {
  const mounter = mountersOf(source).find((each) => each.node === scope);
  const listed = loopAround(node)?.child('right');
  return (
    mounter !== undefined &&
    parametersOf(mounter).some((name) => blueprints.includes(name) || listed?.text === name)
  );
}

/** What is known of names of a file: whether they are blueprints. */
const blueprints = remembered<PythonSource, Map<string, boolean>>(() => new Map());

/** Whether this is made as a blueprint in the file, or registered as one. */
function isBlueprint(source: PythonSource, name: string): boolean {
  const known = blueprints(source);
  const answer = known.get(name) ?? (registers(source.root, name) || isMade(source, name));
  known.set(name, answer);
  return answer;
}

function isMade({ root }: PythonSource, name: string): boolean {
  return callsOf(root, 'Blueprint').some(({ node }) => node.parent?.child('left')?.text === name);
}

function registrationOf(source: PythonSource, call: Call, app: string): Registration {
  const { node } = call;
  const scope = functionAround(node);
  const blueprint = blueprintOf(call)?.text ?? '';
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
