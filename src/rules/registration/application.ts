// Specs: spec/rules/registration/blueprint-registration.spec.ts
import type { Node } from '../../python/node';
import { type Assignment, assignmentsIn } from '../../python/assignments';
import { callOf, callsOf } from '../../python/calls';
import { basesOf, classesOf, functionsOf } from '../../python/definitions';
import { importsWith } from '../../python/imports';
import type { PythonSource } from '../../python/source';
import { alwaysRuns, functionAround, statementOf } from '../../python/statements';
import { lastRegistrationsOf } from './registration';

/** A place in a file where an application can be given a blueprint: a factory, a helper of one, the module. */
export interface Application {
  /** The application, as it is called there: `app`, `self.app`. */
  readonly variable: string;
  /** The function, or the module. */
  readonly scope: Node;
  /** Whether blueprints are registered there already. */
  readonly registers: boolean;
  /** The calls of helpers that register blueprints for it. */
  readonly helperCalls: readonly Node[];
}

/** What a factory is called that gets its application from elsewhere. */
const FACTORY = /^(create|make|build|get|init)_?\w*app(lication)?$/;

/**
 * The places where the applications of a file get their blueprints, best known first: where blueprints are registered,
 * else where an application is made, else a function that is called as a factory is. One is what an edit needs; of
 * two, only a person knows.
 */
export function applicationsOf(source: PythonSource): Application[] {
  const makers = makersOf(source);
  const registrars = lastRegistrationsOf(source).map(({ app, scope }) => {
    return { variable: app, scope, registers: true, helperCalls: [] };
  });
  if (registrars.length > 0) {
    return withoutCallers(registrars, makers);
  }
  return makers.length > 0 ? makers : namedFactoriesOf(source);
}

/** `create_app`, `Factory.create`, or `the module`, for a message. */
export function nameOf({ scope }: Application): string {
  const line = `line ${scope.row + 1}`;
  return scope.parent === null ? 'the module itself' : `${functionName(scope)} (${line})`;
}

/**
 * A helper stands for the factory that calls it, unless it is called under a condition. Of several helpers none is better
 * than another, so that the one function that calls them all takes their place.
 */
function withoutCallers(
  registrars: readonly Application[],
  makers: readonly Application[],
): Application[] {
  const helpers = registrars.filter(
    (one) => !registrars.some((other) => callsTo(one, [other]).length > 0),
  );
  const [helper] = helpers;
  if (helper === undefined) {
    return [...registrars];
  }
  if (helpers.length === 1) {
    const others = registrars.filter((each) => each !== helper);
    const instead = others.length > 0 ? others : makers;
    return instead.length === 0 || isSure(helper, [...others, ...makers]) ? helpers : [...instead];
  }
  const callers = [...registrars, ...makers].filter((each) => {
    return helpers.every((one) => callsTo(each, [one]).length > 0);
  });
  const [caller] = callers;
  return caller ? [{ ...caller, registers: true, helperCalls: callsTo(caller, helpers) }] : helpers;
}

/** Whether a helper runs whenever one of those that call it does. Nobody in this file may call it. */
function isSure(helper: Application, callers: readonly Application[]): boolean {
  const calls = callers.flatMap((each) => callsTo(each, [helper]));
  return calls.length === 0 || calls.some((node) => alwaysRuns(statementOf(node)));
}

/** The calls of an application's scope to the functions of others. */
function callsTo({ scope }: Application, others: readonly Application[]): Node[] {
  const names = others
    .filter((other) => other.scope !== scope)
    .map((other) => functionName(other.scope));
  return names
    .flatMap((name) => callsOf(scope, name))
    .map(({ node }) => node)
    .filter((node) => functionAround(node) === scope);
}

/** Where `app = Flask(…)` stands. */
function makersOf(source: PythonSource): Application[] {
  const classes = flaskClasses(source);
  const scopes = [source.root, ...functionsOf(source).map(({ node }) => node)];
  return scopes.flatMap((scope) => {
    const made = assignmentsIn(scope).find(({ value }) => isMade(value, classes));
    return made ? { variable: made.target, scope, registers: false, helperCalls: [] } : [];
  });
}

function isMade(value: Assignment['value'], classes: ReadonlySet<string>): boolean {
  const name = value && callOf(value)?.name;
  return name !== undefined && (classes.has(name) || name.endsWith('Flask'));
}

/** `Flask`, what it is imported as, and the classes of this file that extend it. */
function flaskClasses(source: PythonSource): Set<string> {
  const names = importsWith(source, 'Flask').flatMap((each) =>
    each.module === 'flask' ? each.names : [],
  );
  const classes = new Set(names.filter(({ name }) => name === 'Flask').map(({ local }) => local));
  for (const each of classesOf(source)) {
    if (basesOf(each).some(({ text }) => classes.has(text) || text.endsWith('Flask'))) {
      classes.add(each.name);
    }
  }
  return classes;
}

function namedFactoriesOf(source: PythonSource): Application[] {
  return functionsOf(source).flatMap(({ name, node }) => {
    const value = FACTORY.test(name) ? returnsOf(node).at(-1)?.firstNamedChild : undefined;
    return value?.type === 'identifier'
      ? { variable: value.text, scope: node, registers: false, helperCalls: [] }
      : [];
  });
}

/** The `return` statements of a function, not those of functions in it. */
export function returnsOf(scope: Node): Node[] {
  return scope.descendants('return_statement').filter((node) => functionAround(node) === scope);
}

/** The name of a function; '' for the module. */
export function functionName(scope: Node): string {
  return scope.child('name')?.text ?? '';
}
