// Specs: spec/rules/registration/blueprint-registration.spec.ts
import { type Node, remembered } from '../python/node';
import {
  type Assignment,
  assignmentsIn,
  basesOf,
  callOf,
  callsOf,
  classesOf,
  functionsOf,
  parametersOf,
} from '../python/queries';
import { importsWith } from '../python/imports';
import type { PythonSource } from '../python/source';
import { alwaysRuns, functionAround, statementOf } from '../python/statements';
import { lastRegistrationsOf } from './registrations';

/** A scope of a file that can register blueprints on an application: a factory, its helper, or the module. */
export interface Application {
  /** The variable of the application: `app`, `self.app`. */
  readonly variable: string;
  /** The function, or the module. */
  readonly scope: Node;
  /** Whether it already registers blueprints. */
  readonly registers: boolean;
  /** Its calls of helpers that register blueprints. */
  readonly helperCalls: readonly Node[];
}

/** Names of factories that get their application from elsewhere. */
const FACTORY = /^(create|make|build|get|init)_?\w*app(lication)?$/;

/**
 * The scopes of a file that may register blueprints: those that already do, else those that make an application, else
 * functions with the name of a factory. An edit needs exactly one. Between two, only a person can choose.
 */
export const applicationsOf = remembered((source: PythonSource): readonly Application[] => {
  const makers = makersOf(source);
  const registrars = lastRegistrationsOf(source).map(({ app, scope }) => {
    return { variable: app, scope, registers: true, helperCalls: [] };
  });
  if (registrars.length > 0) {
    return withoutCallers(registrars, makers);
  }
  return makers.length > 0 ? makers : namedFactoriesOf(source);
});

/** What a person calls a function that registers blueprints on the application that it is given. */
export const HELPER = 'register_blueprints';

/** The function of that name, which may still be empty. */
export function namedHelperOf(source: PythonSource): Application | undefined {
  const [helper] = functionsOf(source).filter(({ name }) => name === HELPER);
  const [variable] = helper ? parametersOf(helper) : [];
  return helper && variable !== undefined
    ? { variable, scope: helper.node, registers: true, helperCalls: [] }
    : undefined;
}

/** The scope in a message: `create_app (line 5)` or `the module itself`. */
export function nameOf({ scope }: Application): string {
  const line = `line ${scope.row + 1}`;
  return scope.parent === null ? 'the module itself' : `${functionName(scope)} (${line})`;
}

/**
 * A helper replaces the factory that calls it, unless that call is conditional. Several helpers are equally good, so the
 * one function that calls them all replaces them.
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
    return instead.length === 0 || isAlwaysCalled(helper, [...others, ...makers])
      ? helpers
      : [...instead];
  }
  const callers = [...registrars, ...makers].filter((each) => {
    return helpers.every((one) => callsTo(each, [one]).length > 0);
  });
  const [caller] = callers;
  return caller ? [{ ...caller, registers: true, helperCalls: callsTo(caller, helpers) }] : helpers;
}

/** Whether a caller always calls a helper, or no caller in this file exists. */
function isAlwaysCalled(helper: Application, callers: readonly Application[]): boolean {
  const calls = callers.flatMap((each) => callsTo(each, [helper]));
  return calls.length === 0 || calls.some((node) => alwaysRuns(statementOf(node)));
}

/** The calls in the scope of an application to the functions of others. */
function callsTo({ scope }: Application, others: readonly Application[]): Node[] {
  const names = others
    .filter((other) => other.scope !== scope)
    .map((other) => functionName(other.scope));
  return names
    .flatMap((name) => callsOf(scope, name))
    .map(({ node }) => node)
    .filter((node) => functionAround(node) === scope);
}

/** The scopes with `app = Flask(…)`. */
export function makersOf(source: PythonSource): Application[] {
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

/** The names of `Flask` from imports, and of classes in this file that extend it. */
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

/** The `return` statements of a function, without those of nested functions. */
export function returnsOf(scope: Node): Node[] {
  return scope.descendants('return_statement').filter((node) => functionAround(node) === scope);
}

/** The name of a function; '' for the module. */
export function functionName(scope: Node): string {
  return scope.child('name')?.text ?? '';
}
