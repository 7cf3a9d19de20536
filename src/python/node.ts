import type { Tree, TreeCursor } from 'web-tree-sitter';
import { NodeIndex } from './node-index';

/** What may stand anywhere without saying anything. */
const EXTRAS = ['comment', 'line_continuation'];

/** What a number of the grammar's stands for. The parser is asked once for each: a question takes as long as a step. */
interface Kind {
  readonly type: string;
  readonly isNamed: boolean;
  /** Whether nothing can be in it: what has no name, such as `(`, and names themselves. */
  readonly isLeaf: boolean;
}

const kinds = new Map<number, Kind>();

function kindAt(cursor: TreeCursor): Kind {
  const known = kinds.get(cursor.nodeTypeId);
  if (known) {
    return known;
  }
  const { nodeType: type, nodeIsNamed: isNamed, nodeTypeId } = cursor;
  const kind = { type, isNamed, isLeaf: !isNamed || type === 'identifier' };
  kinds.set(nodeTypeId, kind);
  return kind;
}

/**
 * A node of a syntax tree. It is copied out of the parser's memory, which is freed at once: to ask there for each
 * property of each node costs more than the parsing.
 */
export class Node {
  readonly children: readonly Node[];
  /** Where it stands among all nodes of the tree; what is in it follows, up to before `#end`. */
  readonly place: number;
  readonly #end: number;

  private constructor(
    private readonly index: NodeIndex,
    readonly parent: Node | null,
    private readonly kind: Kind,
    /** What it is to its parent: `body`, `name`. */
    readonly field: string | null,
    /** Whether it is not in the text: the parser put it there to go on. */
    readonly isMissing: boolean,
    readonly startIndex: number,
    readonly endIndex: number,
    cursor: TreeCursor,
  ) {
    this.place = index.add(this);
    const children: Node[] = [];
    if (!kind.isLeaf && cursor.gotoFirstChild()) {
      do {
        children.push(Node.at(cursor, index, this));
      } while (cursor.gotoNextSibling());
      cursor.gotoParent();
    }
    this.children = children;
    this.#end = index.count;
  }

  /** The root of a tree of this text, which is deleted. */
  static rootOf(tree: Tree, text: string): Node {
    const cursor = tree.walk();
    const root = Node.at(cursor, new NodeIndex(text), null);
    cursor.delete();
    tree.delete();
    return root;
  }

  private static at(cursor: TreeCursor, index: NodeIndex, parent: Node | null): Node {
    const { currentFieldName, startIndex, endIndex } = cursor;
    const isMissing = startIndex === endIndex && cursor.nodeIsMissing;
    return new Node(
      index,
      parent,
      kindAt(cursor),
      currentFieldName,
      isMissing,
      startIndex,
      endIndex,
      cursor,
    );
  }

  /** As the grammar has it: `function_definition`, `(`. */
  get type(): string {
    return this.kind.type;
  }

  get isNamed(): boolean {
    return this.kind.isNamed;
  }

  get text(): string {
    return this.index.text.slice(this.startIndex, this.endIndex);
  }

  /** The line on which it starts, counted from 0. */
  get row(): number {
    return rowOf(this.index.text, this.startIndex);
  }

  /** The line on which it ends, counted from 0. */
  get endRow(): number {
    return rowOf(this.index.text, this.endIndex);
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
    return this.index.between(this.place, this.#end, types);
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
