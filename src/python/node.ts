import type { Tree, TreeCursor } from 'web-tree-sitter';

/** What may stand anywhere without saying anything. */
const EXTRAS = ['comment', 'line_continuation'];

/**
 * A node of a syntax tree. It is copied out of the parser's memory, which is freed at once: to ask there for each
 * property of each node costs more than the parsing.
 */
export class Node {
  readonly children: readonly Node[];

  private constructor(
    /** The whole text. */
    private readonly source: string,
    readonly parent: Node | null,
    /** As the grammar has it: `function_definition`, `(`. */
    readonly type: string,
    /** What it is to its parent: `body`, `name`. */
    readonly field: string | null,
    readonly isNamed: boolean,
    /** Whether it is not in the text: the parser put it there to go on. */
    readonly isMissing: boolean,
    readonly startIndex: number,
    readonly endIndex: number,
    cursor: TreeCursor,
  ) {
    const children: Node[] = [];
    if (cursor.gotoFirstChild()) {
      do {
        children.push(Node.at(cursor, source, this));
      } while (cursor.gotoNextSibling());
      cursor.gotoParent();
    }
    this.children = children;
  }

  /** The root of a tree of this text, which is deleted. */
  static rootOf(tree: Tree, text: string): Node {
    const cursor = tree.walk();
    const root = Node.at(cursor, text, null);
    cursor.delete();
    tree.delete();
    return root;
  }

  private static at(cursor: TreeCursor, source: string, parent: Node | null): Node {
    const { nodeType, currentFieldName, nodeIsNamed, startIndex, endIndex } = cursor;
    const isMissing = startIndex === endIndex && cursor.nodeIsMissing;
    return new Node(
      source,
      parent,
      nodeType,
      currentFieldName,
      nodeIsNamed,
      isMissing,
      startIndex,
      endIndex,
      cursor,
    );
  }

  get text(): string {
    return this.source.slice(this.startIndex, this.endIndex);
  }

  /** The line on which it starts, counted from 0. */
  get row(): number {
    return rowOf(this.source, this.startIndex);
  }

  /** The line on which it ends, counted from 0. */
  get endRow(): number {
    return rowOf(this.source, this.endIndex);
  }

  get isError(): boolean {
    return this.type === 'ERROR' || this.isMissing;
  }

  /** Whether it, or anything in it, is not Python. */
  get hasError(): boolean {
    return this.isError || this.children.some((child) => child.hasError);
  }

  get isExtra(): boolean {
    return EXTRAS.includes(this.type);
  }

  get namedChildren(): Node[] {
    return this.children.filter(({ isNamed }) => isNamed);
  }

  get firstNamedChild(): Node | undefined {
    return this.children.find(({ isNamed }) => isNamed);
  }

  get nextSibling(): Node | undefined {
    return this.parent?.children[this.parent.children.indexOf(this) + 1];
  }

  child(field: string): Node | undefined {
    return this.children.find((child) => child.field === field);
  }

  /** It and what is in it, of these types, in the order in which they start. */
  descendants(...types: readonly string[]): Node[] {
    const found: Node[] = [];
    this.#collect(types, found);
    return found;
  }

  #collect(types: readonly string[], found: Node[]): void {
    if (types.includes(this.type)) {
      found.push(this);
    }
    for (const child of this.children) {
      child.#collect(types, found);
    }
  }
}

function rowOf(text: string, position: number): number {
  let row = 0;
  for (
    let end = text.indexOf('\n');
    end !== -1 && end < position;
    end = text.indexOf('\n', end + 1)
  ) {
    row++;
  }
  return row;
}
