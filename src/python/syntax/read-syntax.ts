import type { Tree, TreeCursor } from 'web-tree-sitter';
import type { Row } from './abridged';
import { lineEnd } from '../lines';
import { JoinedParts, type Piece } from './joined-parts';
import { LikeLines } from './like-lines';
import { ParsedParts } from './parsed-parts';
import { ParsedSyntax } from './parsed-syntax';
import type { Kind, Part, Parts, Syntax } from './syntax';

/** The statements of a file, by their text. */
export type Statements = ReadonlyMap<string, Syntax>;

/** What is read of a tree. */
export interface ReadTree {
  readonly root: Syntax;
  readonly statements: Statements;
  /** Whether each row turned out to be one; not so where its lines are part of a string, say. */
  readonly hasAllRows: boolean;
}

const NONE: Statements = new Map();

/** The parser is asked once for each: a question takes as long as a step. */
const kinds = new Map<number, Kind>();

/** Leaves, of which there are few that differ. */
const leaves = new Map<Kind, Syntax[]>();

/**
 * Copies a tree out of the parser's memory, which is freed at once: to ask there for each property of each node costs
 * more than the parsing. What is known already, of another version of the file, is not copied again.
 *
 * @param text The whole one; the parser was shown what `abridged` left of it.
 */
export function readSyntax(
  tree: Tree,
  text: string,
  rows: readonly Row[],
  known: Statements = NONE,
): ReadTree {
  const cursor = tree.walk();
  // Where something is wrong, what was right before may not be.
  const reader = new Reader(cursor, text, rows, tree.rootNode.hasError ? NONE : known);
  const root = reader.read(0);
  cursor.delete();
  tree.delete();
  const { hasAllRows, statements } = reader;
  return { root, statements, hasAllRows };
}

class Reader {
  readonly statements = new Map<string, Syntax>();
  readonly #placed = new Set<Row>();

  constructor(
    private readonly cursor: TreeCursor,
    private readonly text: string,
    private readonly rows: readonly Row[],
    private readonly known: Statements,
  ) {}

  get hasAllRows(): boolean {
    return this.#placed.size === this.rows.length;
  }

  /** What the cursor is at, which starts here in the whole text. */
  read(start: number, isStatement = false): Syntax {
    const kind = kindAt(this.cursor);
    const end = this.#inWhole(this.cursor.endIndex, 'end');
    const isMissing = start === end && this.cursor.nodeIsMissing;
    // Nothing can be in what has no name, such as `(`, and in names themselves.
    if ((!kind.isNamed || kind.type === 'identifier') && !isMissing) {
      return leafOf(kind, end - start);
    }
    const text = isStatement ? this.text.slice(start, end) : '';
    const known = isStatement ? this.known.get(text) : undefined;
    if (known?.kind === kind) {
      this.#rowsIn(start, end).forEach((row) => this.#placed.add(row));
      this.statements.set(text, known);
      return known;
    }
    const syntax = new ParsedSyntax(kind, end - start, isMissing, this.#parts(kind, start, end));
    if (isStatement) {
      this.statements.set(text, syntax);
    }
    return syntax;
  }

  #parts({ type }: Kind, start: number, end: number): Parts | undefined {
    if (!this.cursor.gotoFirstChild()) {
      return undefined;
    }
    const isBlock = type === 'module' || type === 'block';
    const parts: Part[] = [];
    do {
      const field = this.cursor.currentFieldName;
      const own = this.#inWhole(this.cursor.startIndex, 'start');
      parts.push({ field, offset: own - start, syntax: this.read(own, isBlock) });
    } while (this.cursor.gotoNextSibling());
    this.cursor.gotoParent();
    const rows = this.#rowsIn(start, end).filter((row) => !this.#placed.has(row));
    return rows.length > 0 ? this.#withRows(parts, rows, start) : new ParsedParts(parts);
  }

  #rowsIn(start: number, end: number): readonly Row[] {
    return this.rows.filter((row) => start <= row.start && row.end <= end);
  }

  /**
   * The parts, and those of the lines that rows leave out: where the others of a row's lines are made of whole parts, so
   * are these.
   */
  #withRows(parts: readonly Part[], rows: readonly Row[], start: number): Parts {
    const pieces: Piece[] = [];
    let from = 0;
    for (const row of rows) {
      const [first, second, last] = [row.first, row.second, row.end].map((line) =>
        this.#partsOn(parts, line, start),
      );
      if (first?.[0] && second?.[0] && last?.[0]) {
        this.#placed.add(row);
        const index = parts.indexOf(last[0]);
        const model = {
          text: this.#lineAt(row.second),
          offset: row.second - start,
          parts: second,
        };
        const offset = row.start - start;
        const lines = new LikeLines(model, offset, this.text.slice(row.start, row.end));
        pieces.push(pieceOf(parts.slice(from, index)), { offset, parts: lines });
        from = index;
      }
    }
    return new JoinedParts([...pieces, pieceOf(parts.slice(from))]);
  }

  /** The parts that a line is made of; none where it is not made of whole ones. */
  #partsOn(parts: readonly Part[], line: number, start: number): readonly Part[] {
    const text = this.#lineAt(line);
    const from = line + text.length - text.trimStart().length - start;
    const end = line + text.trimEnd().length - start;
    const found = parts.filter(
      ({ offset, syntax }) => from <= offset && offset + syntax.width <= end,
    );
    const last = found.at(-1);
    return found[0]?.offset === from && last && last.offset + last.syntax.width === end
      ? found
      : [];
  }

  #lineAt(start: number): string {
    return this.text.slice(start, lineEnd(this.text, start));
  }

  /** Where a position in the text that the parser was shown is in the whole one. */
  #inWhole(position: number, edge: 'start' | 'end'): number {
    return this.rows.reduce((place, { start, end }) => {
      return place > start || (place === start && edge === 'start') ? place + end - start : place;
    }, position);
  }
}

function pieceOf(parts: readonly Part[]): Piece {
  return { offset: parts[0]?.offset ?? 0, parts: new ParsedParts(parts) };
}

function kindAt(cursor: TreeCursor): Kind {
  const known = kinds.get(cursor.nodeTypeId);
  if (known) {
    return known;
  }
  const { nodeType: type, nodeIsNamed: isNamed, nodeTypeId } = cursor;
  const kind = { type, isNamed };
  kinds.set(nodeTypeId, kind);
  return kind;
}

function leafOf(kind: Kind, width: number): Syntax {
  const known = leaves.get(kind)?.[width];
  if (known) {
    return known;
  }
  const leaf = new ParsedSyntax(kind, width, false);
  const same = leaves.get(kind) ?? [];
  same[width] = leaf;
  leaves.set(kind, same);
  return leaf;
}
