import { type Import, importsOf, importsWith, isImportedAt, namesBoundBy } from './imports';
import { type Node, remembered, withoutBrackets } from './node';
import type { PythonSource } from './source';
import { isWithin, scopeOf } from './statements';

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

/** The classes of a file without nested ones. */
export function topClassesOf(source: PythonSource): Definition[] {
  return classesOf(source).filter(({ node }) => scopeOf(node).type === 'module');
}

/** Finds a class by its name, but not a nested one. */
export function findClass(source: PythonSource, name: string): Definition | undefined {
  return topClassesOf(source).find((each) => each.name === name);
}

/** The base classes in `class Post(…)`, without keyword arguments. */
export function basesOf({ node }: Definition): Node[] {
  const list = node.child('superclasses')?.namedChildren ?? [];
  return list.filter(({ isExtra, type }) => !isExtra && type !== 'keyword_argument');
}

/** The decorators of a definition, with their `@`. */
export function decoratorsIn({ statement }: Definition): Node[] {
  return statement.namedChildren.filter(({ type }) => type === 'decorator');
}

/** The expressions after each `@`. */
export function decoratorsOf(definition: Definition): Node[] {
  return decoratorsIn(definition).flatMap(({ namedChildren }) => {
    const own = namedChildren.find(({ isExtra }) => !isExtra);
    return own ? withoutBrackets(own) : [];
  });
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

/** The methods of a class by its name; none if the module has no such class. */
export function methodsIn(source: PythonSource, className: string): Definition[] {
  const owner = findClass(source, className);
  return owner ? functionsIn(owner.node) : [];
}

/** `title: Mapped[str] = mapped_column()`. The statement `a = b = 1` has two assignments. */
export interface Assignment {
  /** As written: `title`, `self.app`, `a, b`. */
  readonly target: string;
  readonly annotation: Node | undefined;
  readonly value: Node | undefined;
  readonly node: Node;
}

/** All assignments in a scope (a module, a function, a class), without those in nested scopes. */
export const assignmentsIn = remembered((scope: Node): readonly Assignment[] =>
  nodesIn(scope).map((node) => ({
    target: (node.child('left') ?? node.child('name'))?.text ?? '',
    annotation: node.child('type'),
    value: valueOf(node),
    node,
  })),
);

/** The first assignment to a name in a scope. */
export function assignmentTo(scope: Node, name: string): Assignment | undefined {
  return assignmentsIn(scope).find(({ target }) => target === name);
}

/** Only `:=` can stand anywhere in an expression; other assignments are statements. */
function nodesIn(scope: Node): readonly Node[] {
  const isOwn = (node: Node): boolean => scopeOf(node) === scope;
  return scope.text.includes(':=')
    ? scope.descendants('assignment', 'augmented_assignment', 'named_expression').filter(isOwn)
    : scope
        .descendants('expression_statement')
        .filter((statement) => /[=:]/.test(statement.text) && isOwn(statement))
        .flatMap(({ firstNamedChild }) => chainFrom(firstNamedChild));
}

/** Both of `a = b = 1`. */
function chainFrom(node: Node | undefined): Node[] {
  return node?.type === 'assignment' || node?.type === 'augmented_assignment'
    ? [node, ...chainFrom(node.child('right'))]
    : [];
}

/** The names that a scope's assignments bind: both of `a, b = 1, 2`. */
export function namesBoundIn(scope: Node): Set<string> {
  return new Set(
    assignmentsIn(scope).flatMap(({ target }) =>
      target.includes(',') ? [...(target.match(NAME_IN_PATTERN) ?? [])] : target,
    ),
  );
}

/** A name, but no attribute, and nothing that has one. */
const NAME_IN_PATTERN = /(?<![\w.])[^\W\d]\w*(?![\w.[])/g;

/** The value: `1` for both targets of `a = b = 1`. */
function valueOf(node: Node): Node | undefined {
  const value = node.child('right') ?? node.child('value');
  return value?.type === 'assignment' ? valueOf(value) : value;
}

/** `app.register_blueprint(posts_bp, url_prefix="/blog")` */
export interface Call {
  /** `register_blueprint` */
  readonly name: string;
  /** What it is a method of, as written: `app`; undefined for a plain function. */
  readonly receiver: string | undefined;
  readonly positional: readonly Node[];
  readonly keywords: ReadonlyMap<string, Node>;
  readonly node: Node;
}

/** A call taken apart; undefined for another node, and for a call of something that has no name. */
export const callOf = remembered((node: Node): Call | undefined => {
  const callee = node.type === 'call' ? node.child('function') : undefined;
  const attribute = callee?.child('attribute');
  const name = attribute ?? (callee?.type === 'identifier' ? callee : undefined);
  if (name === undefined) {
    return undefined;
  }
  const list = node.child('arguments')?.namedChildren ?? [];
  const all = list.filter(({ isExtra }) => !isExtra);
  return {
    name: name.text,
    receiver: attribute ? callee?.child('object')?.text : undefined,
    positional: all.filter(({ type }) => type !== 'keyword_argument'),
    keywords: new Map(
      all.flatMap((argument): [string, Node][] => {
        const keyword = argument.type === 'keyword_argument' && argument.child('name');
        const value = argument.child('value');
        return keyword && value ? [[keyword.text, value]] : [];
      }),
    ),
    node,
  };
});

/** The argument that a call gives by its name or by its position. */
export function argumentOf(
  { keywords, positional }: Call,
  name: string,
  position = Infinity,
): Node | undefined {
  return keywords.get(name) ?? positional[position];
}

/** All calls of this name in a node, whoever has the method. */
export function callsOf(within: Node, name: string): Call[] {
  return within.text.includes(name)
    ? within.descendants('call').flatMap((node) => {
        const call = callOf(node);
        return call?.name === name ? call : [];
      })
    : [];
}

/** The names that are visible in a function or a module. */
export function namesAt(source: PythonSource, scope: Node): ReadonlySet<string> {
  const functions = functionsOf(source);
  const around = [source.root, ...functions.map(({ node }) => node)].filter((each) =>
    isWithin(scope, each),
  );
  const isVisible = (node: Node): boolean => around.some((each) => each === scopeOf(node));
  return new Set([
    ...namesOf(importsOf(source), scope),
    ...around.flatMap((each) => [...namesBoundIn(each)]),
    ...[...functions, ...classesOf(source)].flatMap(({ name, node }) =>
      isVisible(node) ? name : [],
    ),
    ...functions.flatMap((each) => (isWithin(scope, each.node) ? parametersOf(each) : [])),
  ]);
}

/** Whether a name is visible there. */
export function isNamed(source: PythonSource, scope: Node, name: string): boolean {
  return (
    source.text.includes(name) &&
    // Most names are imports, and searching those is faster than collecting all names.
    (namesOf(importsWith(source, name), scope).includes(name) || namesAt(source, scope).has(name))
  );
}

/** The names that imports bind at that place. */
function namesOf(imports: readonly Import[], scope: Node): string[] {
  return namesBoundBy(imports.filter((each) => isImportedAt(scope, each)));
}
