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
  /** With its decorators: what stands in a block. */
  readonly statement: Node;
  readonly body: Node;
}

/** The functions of the file in the order in which they start, methods and nested ones among them. */
export const functionsOf = remembered((source: PythonSource): readonly Definition[] =>
  source.root.descendants('function_definition').map(definitionOf),
);

/** The functions of a class or a module that are not nested in others. */
export function functionsIn(scope: Node): Definition[] {
  return scope
    .descendants('function_definition')
    .filter((node) => scopeOf(node) === scope)
    .map(definitionOf);
}

/** The classes of the module, wherever in it. */
export const classesOf = remembered((source: PythonSource): readonly Definition[] =>
  source.root.descendants('class_definition').map(definitionOf),
);

/** The class of the module, not one that is nested in another. */
export function findClass(source: PythonSource, name: string): Definition | undefined {
  return classesOf(source).find(
    (each) => each.name === name && scopeOf(each.node).type === 'module',
  );
}

/** What stands between the parentheses of `class Post(…)`, without keywords. */
export function basesOf({ node }: Definition): Node[] {
  const list = node.child('superclasses')?.namedChildren ?? [];
  return list.filter(({ isExtra, type }) => !isExtra && type !== 'keyword_argument');
}

/** What stands behind each `@`. */
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
