// Specs: spec/python/source.spec.ts
import type { Node as SyntaxNode, Tree } from 'web-tree-sitter';

/** What can be anywhere and has no meaning. */
const EXTRAS = ['comment', 'line_continuation'];

/** What is never inside an expression, so that a search need not look there. */
const STATEMENT = /^block$|_(statement|definition)$/;

/** What statements are in. */
const HOLDERS = new Set(
  [
    ['module', 'block', 'decorated_definition', 'function_definition', 'class_definition'],
    ['if', 'for', 'while', 'try', 'with', 'match'].map((word) => `${word}_statement`),
    ['elif', 'else', 'except', 'except_group', 'finally', 'case'].map((word) => `${word}_clause`),
  ].flat(),
);

/** The text of a file, and those of its nodes that somebody has asked for. */
interface File {
  readonly text: string;
  readonly nodes: Map<number, Node>;
}

/**
 * A piece of code at its place in a file. The parser keeps the tree; a node is made when somebody asks for it, and only
 * once, so that `===` tells whether two are the same.
 */
export class Node {
  /** In UTF-16 code units, as in all strings. */
  readonly startIndex: number;
  readonly #file: File;
  readonly #syntax: SyntaxNode;
  #endIndex: number | undefined;
  #found: Map<string, readonly Node[]> | undefined;
  #namedChildren: readonly Node[] | undefined;
  #parent: Node | null | undefined;
  #type: string | undefined;

  private constructor(file: File, syntax: SyntaxNode, startIndex: number) {
    this.startIndex = startIndex;
    this.#file = file;
    this.#syntax = syntax;
    file.nodes.set(syntax.id, this);
  }

  /** The root of a file with this text. It starts where the file does; the parser's starts at the first statement. */
  static rootOf({ rootNode }: Tree, text: string): Node {
    return new Node({ text, nodes: new Map() }, rootNode, 0);
  }

  get children(): readonly Node[] {
    return this.#childrenOf(this.#syntax.children);
  }

  get endIndex(): number {
    return (this.#endIndex ??= this.#syntax.endIndex);
  }

  /** As the grammar has it: `function_definition`, `(`. */
  get type(): string {
    return (this.#type ??= this.#syntax.type);
  }

  get text(): string {
    return this.#file.text.slice(this.startIndex, this.endIndex);
  }

  /** The line on which it starts, counted from 0. */
  get row(): number {
    return this.#syntax.startPosition.row;
  }

  /** The line on which it ends, counted from 0. */
  get endRow(): number {
    return this.#syntax.endPosition.row;
  }

  /** Whether the parser could not read it, or added it to go on. */
  get isError(): boolean {
    return this.#syntax.isError || this.#syntax.isMissing;
  }

  /** Whether it or a part of it is not Python. */
  get hasError(): boolean {
    return this.#syntax.hasError;
  }

  /** Whether it is a comment or a backslash at the end of a line. */
  get isExtra(): boolean {
    return EXTRAS.includes(this.type);
  }

  get namedChildren(): readonly Node[] {
    return (this.#namedChildren ??= this.#childrenOf(this.#syntax.namedChildren));
  }

  get firstChild(): Node | undefined {
    return this.#nodeOf(this.#syntax.firstChild) ?? undefined;
  }

  get lastChild(): Node | undefined {
    return this.#nodeOf(this.#syntax.lastChild) ?? undefined;
  }

  get firstNamedChild(): Node | undefined {
    return this.#nodeOf(this.#syntax.firstNamedChild) ?? undefined;
  }

  get nextSibling(): Node | undefined {
    return this.#nodeOf(this.#syntax.nextSibling) ?? undefined;
  }

  get parent(): Node | null {
    return (this.#parent ??= this.#nodeOf(this.#syntax.parent));
  }

  /** The child in a field of the grammar: `body`, `name`. */
  child(field: string): Node | undefined {
    return this.#nodeOf(this.#syntax.childForFieldName(field)) ?? undefined;
  }

  /** The smallest node in it that has the character at this index of its text. */
  at(index: number): Node {
    const position = this.startIndex + index;
    return this.#nodeOf(this.#syntax.descendantForIndex(position)) ?? this;
  }

  /** The children in a field of the grammar: each `name` of an import. */
  childrenFor(field: string): Node[] {
    return this.#nodesOf(this.#syntax.childrenForFieldName(field));
  }

  /** The nodes of these types in it, and itself if it is of one, in the order in which they start. */
  descendants(...types: readonly string[]): readonly Node[] {
    return this.#once(types.join(), () => this.#find(types));
  }

  #find(types: readonly string[]): readonly Node[] {
    return types.every((type) => STATEMENT.test(type))
      ? this.#statements.filter(({ type }) => types.includes(type))
      : this.#nodesOf(this.#syntax.descendantsOfType([...types]));
  }

  /** Itself, and all statements in it with what they are in. */
  get #statements(): readonly Node[] {
    return this.#once('statements', () => {
      const found: Node[] = [];
      this.#addStatements(found);
      return found;
    });
  }

  #addStatements(found: Node[]): void {
    found.push(this);
    if (HOLDERS.has(this.type)) {
      for (const child of this.namedChildren) {
        child.#addStatements(found);
      }
    }
  }

  #once(question: string, find: () => readonly Node[]): readonly Node[] {
    this.#found ??= new Map();
    const found = this.#found.get(question) ?? find();
    this.#found.set(question, found);
    return found;
  }

  #childrenOf(syntax: readonly SyntaxNode[]): Node[] {
    const children = this.#nodesOf(syntax);
    children.forEach((child) => (child.#parent = this));
    return children;
  }

  #nodesOf(syntax: readonly SyntaxNode[]): Node[] {
    return syntax.map((each) => this.#nodeOf(each));
  }

  #nodeOf(syntax: SyntaxNode): Node;
  #nodeOf(syntax: SyntaxNode | null): Node | null;
  #nodeOf(syntax: SyntaxNode | null): Node | null {
    return (
      syntax && (this.#file.nodes.get(syntax.id) ?? new Node(this.#file, syntax, syntax.startIndex))
    );
  }
}

/** An expression without the parentheses around it. */
export function withoutBrackets(node: Node): Node {
  const inner =
    node.type === 'parenthesized_expression'
      ? node.namedChildren.find(({ isExtra }) => !isExtra)
      : undefined;
  return inner ? withoutBrackets(inner) : node;
}

/** The value of a string literal; undefined for other nodes, and for strings with escapes or expressions. */
export function stringValue(node: Node | undefined): string | undefined {
  if (node?.type === 'parenthesized_expression' && node.namedChildren[0]) {
    return stringValue(node.namedChildren[0]);
  }
  if (node?.type === 'concatenated_string') {
    const parts = node.namedChildren.filter(({ type }) => type === 'string').map(stringValue);
    return parts.includes(undefined) ? undefined : parts.join('');
  }
  const content = /^[ru]?("""|'''|"|')(.*)\1$/is.exec(node?.type === 'string' ? node.text : '');
  return content?.[2]?.includes('\\') ? undefined : content?.[2];
}

/** The texts in a piece of code. */
export function textsIn(node: Node | undefined): string[] {
  return node?.descendants('string').flatMap((each) => stringValue(each) ?? []) ?? [];
}

/**
 * Caches the results of a function of immutable objects, such as a version of a file or a node.
 */
export function remembered<Key extends object, Result>(
  compute: (key: Key) => Result,
): (key: Key) => Result {
  const known = new WeakMap<Key, { readonly result: Result }>();
  return (key) => {
    const { result } = known.get(key) ?? { result: compute(key) };
    known.set(key, { result });
    return result;
  };
}
