// Specs: spec/python/queries.spec.ts
import { namesBoundIn } from './assignments';
import type { Node } from './node';
import { remembered } from './remembered';
import type { PythonSource } from './source';
import { scopeOf } from './statements';

/** A function or a class. */
export interface Definition {
  readonly name: string;
  /** `function_definition` or `class_definition`. */
  readonly node: Node;
  /** The whole statement, including decorators. */
  readonly statement: Node;
  readonly body: Node;
}

/** The functions of a file in order, including methods and nested functions. */
export const functionsOf = remembered((source: PythonSource): readonly Definition[] =>
  source.root.descendants('function_definition').map(definitionOf),
);

/** The functions directly in a class or a module. */
export function functionsIn(scope: Node): Definition[] {
  return scope
    .descendants('function_definition')
    .filter((node) => scopeOf(node) === scope)
    .map(definitionOf);
}

/** The function of a name directly in a class or a module. */
export function functionIn(scope: Node, name: string): Definition | undefined {
  return functionsIn(scope).find((each) => each.name === name);
}

/** The classes of a file, including nested ones. */
export const classesOf = remembered((source: PythonSource): readonly Definition[] =>
  source.root.descendants('class_definition').map(definitionOf),
);

/** Finds a class by its name, but not a nested one. */
export function findClass(source: PythonSource, name: string): Definition | undefined {
  return classesOf(source).find(
    (each) => each.name === name && scopeOf(each.node).type === 'module',
  );
}

/** The base classes in `class Post(…)`, without keyword arguments. */
export function basesOf({ node }: Definition): Node[] {
  const list = node.child('superclasses')?.namedChildren ?? [];
  return list.filter(({ isExtra, type }) => !isExtra && type !== 'keyword_argument');
}

/** The expressions after each `@`. */
export function decoratorsOf({ statement }: Definition): Node[] {
  return statement.namedChildren
    .filter(({ type }) => type === 'decorator')
    .flatMap((decorator) => decorator.namedChildren.find(({ isExtra }) => !isExtra) ?? []);
}

/** Whether a class has a method or an attribute of this name. */
export function hasMember({ node }: Definition, name: string): boolean {
  return functionsIn(node).some((method) => method.name === name) || namesBoundIn(node).has(name);
}

/** The names of the parameters, in order. */
export function parametersOf({ node }: Definition): string[] {
  const parameters = node.child('parameters')?.namedChildren ?? [];
  return parameters.flatMap((parameter) => {
    const name =
      parameter.type === 'identifier' ? parameter : parameter.descendants('identifier')[0];
    return name?.text ?? [];
  });
}

function definitionOf(node: Node): Definition {
  const { parent } = node;
  return {
    name: node.child('name')?.text ?? '',
    node,
    statement: parent?.type === 'decorated_definition' ? parent : node,
    body: node.child('body') ?? node,
  };
}
