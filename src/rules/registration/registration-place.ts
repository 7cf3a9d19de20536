// Specs: spec/rules/registration/blueprint-registration.spec.ts
import type { Node } from '../../python/node';
import { assignmentsIn, callOf, functionsOf, parametersOf } from '../../python/queries';
import { isBlock, isMainGuard, isWithin, statementIn, statementsOf } from '../../python/statements';
import type { PythonSource } from '../../python/source';
import { type Application, returnsOf } from '../../project/applications';
import { registrationsOf } from '../../project/registrations';

/** The place for a statement: after or before another statement, or at the end of a block. */
export interface RegistrationPlace {
  readonly side: 'after' | 'before' | 'end';
  readonly node: Node;
}

/**
 * The place for the next registration: after the last one that always runs, else after any other, else before the
 * statement that returns or runs the application. Undefined if no place is sure to have the application.
 */
export function placeOf(
  source: PythonSource,
  application: Application,
): RegistrationPlace | undefined {
  const { helperCalls, scope, variable } = application;
  const end = endOf(source, application);
  const { block, limit } = trunkOf(scope.child('body') ?? scope, end);
  const open = statementsOf(block).filter(
    ({ endIndex }) => endIndex <= (limit?.startIndex ?? Infinity),
  );
  const registrations = registrationsOf(source).filter((each) => each.scope === scope);
  const registers = (statement: Node): boolean =>
    helperCalls.some((node) => isWithin(node, statement)) ||
    registrations.some(({ call }) => isWithin(call.node, statement));
  const last =
    open.findLast((each) => each.type === 'expression_statement' && registers(each)) ??
    open.findLast(registers);
  if (last) {
    return { side: 'after', node: last };
  }
  const made = assignmentsIn(scope).filter(({ target }) => target === variable);
  if (limit && made.length > 0 && made.every(({ node }) => isWithin(node, limit))) {
    return undefined;
  }
  return limit ? { side: 'before', node: limit } : { side: 'end', node: block };
}

/**
 * The statement that must come after the registration: the last `return` of the application; in a function with the
 * application as a parameter, the first other `return`, because it may leave early; in a module, the call that runs it.
 */
function endOf(source: PythonSource, { scope, variable }: Application): Node | undefined {
  if (scope.parent !== null) {
    const returns = returnsOf(scope);
    const definition = functionsOf(source).find(({ node }) => node === scope);
    const isGiven = definition && parametersOf(definition).includes(variable.split('.')[0] ?? '');
    const early = isGiven ? returns.find((node) => !mentions(node, variable)) : undefined;
    return early ?? returns.findLast((node) => mentions(node, variable));
  }
  return statementsOf(scope).find((statement) => {
    const call = statement.firstNamedChild && callOf(statement.firstNamedChild);
    return isMainGuard(statement) || (call?.name === 'run' && call.receiver === variable);
  });
}

function mentions(node: Node, variable: string): boolean {
  return node.descendants('identifier', 'attribute').some(({ text }) => text === variable);
}

/** The innermost block with `end` that always runs: inside `with` and `try`, but not inside conditions and loops. */
function trunkOf(block: Node, end: Node | undefined): { block: Node; limit: Node | undefined } {
  const limit = end && statementIn(block, end);
  const inner =
    limit && /^(with|try)_statement$/.test(limit.type)
      ? limit.children
          .flatMap((child) => (/^(else|finally)_clause$/.test(child.type) ? child.children : child))
          .find((child) => isBlock(child) && isWithin(end, child))
      : undefined;
  return inner ? trunkOf(inner, end) : { block, limit };
}
