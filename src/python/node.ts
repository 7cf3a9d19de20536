import type { Range, Stretch, Syntax } from './syntax/syntax';

/** What may stand anywhere without saying anything. */
const EXTRAS = ['comment', 'line_continuation'];

/** A piece of code at its place in a file. What is in it is made when somebody looks. */
export class Node {
  /** Those of the children that somebody has looked at, by their number. */
  readonly #children: Node[] = [];
  #hasAllChildren = false;
  #descendants: Map<string, readonly Node[]> | undefined;

  private constructor(
    private readonly file: string,
    private readonly syntax: Syntax,
    readonly startIndex: number,
    readonly parent: Node | null,
    /** What it is to its parent: `body`, `name`. */
    readonly field: string | null,
    /** Which of its parent's children it is. */
    private readonly index: number,
  ) {}

  /** The root of a file with this text. */
  static rootOf(syntax: Syntax, text: string): Node {
    return new Node(text, syntax, 0, null, null, 0);
  }

  get children(): readonly Node[] {
    if (!this.#hasAllChildren) {
      for (let index = 0; index < this.syntax.parts.length; index++) {
        this.#childAt(index);
      }
      this.#hasAllChildren = true;
    }
    return this.#children;
  }

  /** The children without those of the lines that rows leave out, which are as the others of their row but for their names. */
  get distinctChildren(): readonly Node[] {
    const { alike, length } = this.syntax.parts;
    const starts = [0, ...alike.map(({ to }) => to)];
    return this.#childrenIn(
      starts.map((from, index) => ({ from, to: alike[index]?.from ?? length })),
    );
  }

  get endIndex(): number {
    return this.startIndex + this.syntax.width;
  }

  /** As the grammar has it: `function_definition`, `(`. */
  get type(): string {
    return this.syntax.kind.type;
  }

  get isNamed(): boolean {
    return this.syntax.kind.isNamed;
  }

  get text(): string {
    return this.file.slice(this.startIndex, this.endIndex);
  }

  /** The line on which it starts, counted from 0. */
  get row(): number {
    return rowOf(this.file, this.startIndex);
  }

  /** The line on which it ends, counted from 0. */
  get endRow(): number {
    return rowOf(this.file, this.endIndex);
  }

  get isError(): boolean {
    return this.type === 'ERROR' || this.syntax.isMissing;
  }

  /** Whether it, or anything in it, is not Python. */
  get hasError(): boolean {
    return this.syntax.hasError;
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
    const { parent } = this;
    return parent === null ? undefined : parent.#childAt(this.index + 1);
  }

  child(field: string): Node | undefined {
    return this.children.find((child) => child.field === field);
  }

  /** It and what is in it, of these types, in the order in which they start. */
  descendants(...types: readonly string[]): readonly Node[] {
    const key = types.join();
    const known = this.#descendants?.get(key);
    if (known) {
      return known;
    }
    const found: Node[] = [];
    this.#collect(types, found);
    this.#descendants ??= new Map();
    this.#descendants.set(key, found);
    return found;
  }

  /**
   * Those of its descendants in whose text this stands. The text is searched for them, which takes less time by far than
   * to look at each.
   */
  descendantsWith(pattern: RegExp, ...types: readonly string[]): readonly Node[] {
    const found = new Set<Node>();
    for (const { index } of this.text.matchAll(pattern)) {
      this.#collectAt(this.startIndex + index, types, found);
    }
    return [...found];
  }

  /** Those of its descendants in which a position of the file is, or behind which, before the next one; the outermost first. */
  descendantsAt(position: number, ...types: readonly string[]): readonly Node[] {
    const found = new Set<Node>();
    this.#collectAt(position, types, found);
    return [...found];
  }

  #collectAt(position: number, types: readonly string[], found: Set<Node>): void {
    if (types.includes(this.type)) {
      found.add(this);
    }
    const { parts } = this.syntax;
    const child = parts.stretches.some(hasAny(types))
      ? this.#childAt(parts.indexAt(position - this.startIndex))
      : undefined;
    if (child) {
      child.#collectAt(position, types, found);
    }
  }

  #childAt(index: number): Node | undefined {
    const known = this.#children[index];
    const part = known ? undefined : this.syntax.parts.at(index);
    if (part === undefined) {
      return known;
    }
    const { field, offset, syntax } = part;
    const made = new Node(this.file, syntax, this.startIndex + offset, this, field, index);
    this.#children[index] = made;
    return made;
  }

  #childrenIn(ranges: readonly Range[]): readonly Node[] {
    const children: Node[] = [];
    for (const { from, to } of ranges) {
      for (let index = from; index < to; index++) {
        const child = this.#childAt(index);
        if (child) {
          children.push(child);
        }
      }
    }
    return children;
  }

  #collect(types: readonly string[], found: Node[]): void {
    if (types.includes(this.type)) {
      found.push(this);
    }
    for (const child of this.#childrenIn(this.syntax.parts.stretches.filter(hasAny(types)))) {
      child.#collect(types, found);
    }
  }
}

/** Whether nodes of these types are in a stretch: where none is, nothing is made to look at. */
function hasAny(types: readonly string[]): (stretch: Stretch) => boolean {
  return ({ types: within }) => types.some((type) => within.has(type));
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
