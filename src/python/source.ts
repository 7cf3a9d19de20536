import type { Tree } from 'web-tree-sitter';
import { indentationAt, isBlank, isFirstOnLine, LONGEST_LINE } from './lines';
import { Node } from './node';
import { loadParser, type PythonParser, type Replacement } from './parser';
import { statementsOf } from './statements';
import { Style } from './style';

/** Text to insert into a file. It replaces nothing but blanks. */
export interface Insertion {
  readonly position: number;
  readonly text: string;
  /** How many blanks after the position it replaces. */
  readonly blanks?: number;
}

/** A part of a file's text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A version of a Python file: its text and its syntax tree. It never changes: an edit returns another version, or the same
 * one if nothing changes.
 */
export class PythonSource {
  readonly root: Node;
  readonly style: Style;

  private constructor(
    /** From the project's root: `app/__init__.py`. Messages name it, and relative imports are relative to it. */
    readonly path: string,
    /** Without a byte order mark. Positions of nodes are positions in it. */
    readonly text: string,
    private readonly mark: string,
    private readonly tree: Tree,
    private readonly parser: PythonParser,
    lineLength: number,
  ) {
    this.root = Node.rootOf(tree, text);
    this.style = new Style(text, this.root, lineLength);
  }

  /**
   * Reads a file.
   *
   * @param lineLength The columns that its formatter leaves a line.
   * @throws SourceError if it is not UTF-8 or not Python.
   */
  static async parse(
    path: string,
    content: Uint8Array | string,
    lineLength?: number,
  ): Promise<PythonSource> {
    return PythonSource.parseWith(await loadParser(), path, content, lineLength);
  }

  /** Reads a file, as `parse` does, but returns the error instead of throwing it. */
  static async parseOrError(
    path: string,
    content: Uint8Array | string,
    lineLength?: number,
  ): Promise<PythonSource | SourceError> {
    try {
      return await PythonSource.parse(path, content, lineLength);
    } catch (error) {
      if (error instanceof SourceError) {
        return error;
      }
      throw error;
    }
  }

  /** Reads a file, as `parse` does, with a parser that is loaded. */
  static parseWith(
    parser: PythonParser,
    path: string,
    content: Uint8Array | string,
    lineLength = LONGEST_LINE,
  ): PythonSource {
    const whole = typeof content === 'string' ? content : decode(path, content);
    const source = PythonSource.parseAnyhow(parser, path, whole, lineLength);
    const carriageReturn = source.text.search(/\r(?!\n)/);
    if (carriageReturn !== -1) {
      const line = source.text.slice(0, carriageReturn).split('\n').length;
      throw new SourceError(path, line, 'a line ends with a bare carriage return');
    }
    source.#check('not valid Python');
    return source;
  }

  /** Reads a text as far as it is Python, to be searched. An edit of it may fail. */
  static parseAnyhow(
    parser: PythonParser,
    path: string,
    whole: string,
    lineLength: number,
  ): PythonSource {
    const mark = whole.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
    const text = whole.slice(mark.length);
    return new PythonSource(path, text, mark, parser.parse(text), parser, lineLength);
  }

  /** The same file by another path, if it is one that `parse` would read as it is here. */
  readAs(path: string): PythonSource | undefined {
    const isWhole = !/\r(?!\n)|\uFFFD/.test(this.text);
    return !isWhole || lineOfMistake(this.text, this.root) !== undefined
      ? undefined
      : path === this.path
        ? this
        : new PythonSource(
            path,
            this.text,
            this.mark,
            this.tree,
            this.parser,
            this.style.lineLength,
          );
  }

  /** Where a node is, for messages: `app/__init__.py:12`. */
  placeOf({ row }: Node): string {
    return `${this.path}:${row + 1}`;
  }

  /** The whole file, as it is written. */
  toString(): string {
    return this.mark + this.text;
  }

  /**
   * The file with these texts in it. Of two at the same position, the first one comes first.
   *
   * @throws SourceError if the result would not be Python, or would lack existing code.
   */
  insert(...insertions: readonly Insertion[]): PythonSource {
    if (insertions.length === 0) {
      return this;
    }
    const replacements = insertions
      .toSorted((one, other) => one.position - other.position)
      .map(({ position, text, blanks = 0 }) => ({ start: position, end: position + blanks, text }));
    const added = shown(...replacements.map(({ text }) => text));
    if (replacements.some(({ start, end }) => !isBlank(this.text.slice(start, end)))) {
      const reason = `adding this would remove existing code:\n${added}`;
      throw new SourceError(this.path, undefined, reason);
    }
    return this.#edited(replacements, `found no place to add this:\n${added}`);
  }

  /**
   * The file without some of its text. Ranges may overlap.
   *
   * @throws SourceError if the result would not be Python.
   */
  remove(...ranges: readonly Range[]): PythonSource {
    const replacements = ranges
      .toSorted((one, other) => one.start - other.start)
      .map(({ end, start }, index, all) => ({
        start: Math.max(start, all[index - 1]?.end ?? 0),
        end,
        text: '',
      }));
    return ranges.length === 0 ? this : this.#edited(replacements, 'its code cannot be removed');
  }

  /**
   * The file with this text instead of a part of it.
   *
   * @throws SourceError if the result would not be Python.
   */
  replace(range: Range, text: string): PythonSource {
    return this.replaceEach([{ ...range, text }]);
  }

  /**
   * The file with other texts instead of some parts of it, in their order. That is faster than one after the other.
   *
   * @throws SourceError if the result would not be Python.
   */
  replaceEach(replacements: readonly Replacement[]): PythonSource {
    return replacements.length === 0
      ? this
      : this.#edited(replacements, 'its code cannot be replaced');
  }

  #edited(replacements: readonly Replacement[], reason: string): PythonSource {
    let text = '';
    let behind = 0;
    for (const { start, end, text: added } of replacements) {
      text += this.text.slice(behind, start) + added;
      behind = end;
    }
    text += this.text.slice(behind);
    const before = { text: this.text, tree: this.tree };
    const tree = this.parser.parseEdited(text, before, replacements);
    const { lineLength } = this.style;
    const edited = new PythonSource(this.path, text, this.mark, tree, this.parser, lineLength);
    edited.#check(reason);
    return edited;
  }

  /** The syntax tree of code that is not in the file. */
  treeOf(code: string): Node {
    return Node.rootOf(this.parser.parse(code), code);
  }

  #check(reason: string): void {
    const line = lineOfMistake(this.text, this.root);
    if (line !== undefined) {
      throw new SourceError(this.path, line, reason);
    }
  }
}

function decode(path: string, content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    throw new SourceError(path, undefined, 'not UTF-8');
  }
}

/** Code for a message, without the blank lines around it. */
function shown(...texts: readonly string[]): string {
  return texts
    .map((text) => text.replace(/^\s*\n|\s+$/g, ''))
    .filter((text) => text !== '')
    .join('\n');
}

/** A file cannot be edited as it stands. Nothing is wrong with what was asked for. */
export class SourceError extends Error {
  /** @param line Counted from 1. */
  constructor(
    readonly path: string,
    readonly line: number | undefined,
    readonly reason: string,
  ) {
    super(`${path}${line === undefined ? '' : `:${line}`}: ${reason}`);
  }
}

/**
 * The line, counted from 1, of the first syntax error. The parser recovers from errors and accepts some indentation that
 * Python does not.
 */
function lineOfMistake(text: string, root: Node): number | undefined {
  const mistake = root.hasError ? firstError(root) : firstOversight(text, root);
  return mistake && mistake.row + 1;
}

function firstError(node: Node): Node {
  const child = node.isError ? undefined : node.children.find(({ hasError }) => hasError);
  return child ? firstError(child) : node;
}

/** The first error that the grammar accepts: Python 2 syntax, or wrong indentation. */
function firstOversight(text: string, root: Node): Node | undefined {
  const [outdated] = root.descendants('print_statement', 'exec_statement');
  const operator = text.includes('<>') ? root.descendants('<>')[0] : undefined;
  const lonelyTry = root
    .descendants('try_statement')
    .find(({ children }) => !children.some(({ type }) => /^(except|finally)/.test(type)));
  const blocks = [root, ...root.descendants('block')];
  const misplaced = blocks.flatMap((block) => firstMisplaced(text, block) ?? []);
  return outdated ?? operator ?? lonelyTry ?? misplaced[0];
}

/** A block without statements, or its first statement with another indentation than the first one. */
function firstMisplaced(text: string, block: Node): Node | undefined {
  const statements = statementsOf(block);
  const first = statements[0];
  if (block.parent === null || first === undefined) {
    return block.parent === null ? statements.find(isNotAt('')) : block;
  }
  const inner = indentationAt(text, first.startIndex);
  const outer = indentationAt(text, block.parent.startIndex);
  const isDeeper = inner !== outer && inner.startsWith(outer);
  return isFirstOnLine(text, first.startIndex) && !isDeeper
    ? first
    : statements.find(isNotAt(inner));

  function isNotAt(indentation: string): (statement: Node) => boolean {
    const start = `\n${indentation}`;
    return ({ startIndex }) =>
      !text.startsWith(start, startIndex - start.length) &&
      isFirstOnLine(text, startIndex) &&
      indentationAt(text, startIndex) !== indentation;
  }
}
