import type { Parser, Tree } from 'web-tree-sitter';
import { isBlank } from './lines';
import { lineOfMistake } from './mistake';
import { Node } from './node';
import { loadParser } from './parser';
import { SourceError } from './source-error';
import { Style } from './style';
import { withoutTypeDefaults } from './type-defaults';

/** Text that comes into a file. Nothing but blanks is ever taken out of it. */
export interface Insertion {
  readonly position: number;
  readonly text: string;
  /** How many blanks behind the position make room for it. */
  readonly blanks?: number;
}

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A Python file as it stands: its text and its syntax tree. It never changes; an edit makes another one, and hands
 * back the same one where nothing is to do.
 */
export class PythonSource {
  /** From the project's root, for messages and for what relative imports mean: `app/__init__.py`. */
  readonly path: string;
  /** Without a byte order mark. Positions of nodes are positions in it. */
  readonly text: string;
  readonly root: Node;
  readonly style: Style;
  readonly #mark: string;
  readonly #parser: Parser;
  readonly #trees = new Map<string, Node>();

  private constructor(path: string, mark: string, text: string, parser: Parser) {
    this.path = path;
    this.text = text;
    this.root = Node.rootOf(parsed(text, parser), text);
    this.style = new Style(text, this.root);
    this.#mark = mark;
    this.#parser = parser;
  }

  /**
   * Reads a file.
   *
   * @throws SourceError where it is not UTF-8, or not Python.
   */
  static async parse(path: string, content: Uint8Array | string): Promise<PythonSource> {
    const whole = typeof content === 'string' ? content : decode(path, content);
    const mark = whole.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
    const text = whole.slice(mark.length);
    const carriageReturn = text.search(/\r(?!\n)/);
    if (carriageReturn !== -1) {
      const line = text.slice(0, carriageReturn).split('\n').length;
      throw new SourceError(path, line, 'a line ends in a carriage return alone');
    }
    const source = new PythonSource(path, mark, text, await loadParser());
    source.#check('not valid Python');
    return source;
  }

  /** The whole file, as it is written. */
  toString(): string {
    return this.#mark + this.text;
  }

  /**
   * The file with these texts in it, each where it says; of two in one place, the first comes first.
   *
   * @throws SourceError where the outcome would not be Python: an edit that does harm is not made.
   */
  insert(...insertions: readonly Insertion[]): PythonSource {
    if (insertions.length === 0) {
      return this;
    }
    const ordered = insertions.toSorted((one, other) => one.position - other.position);
    let text = '';
    let end = 0;
    for (const { position, text: added, blanks = 0 } of ordered) {
      if (!isBlank(this.text.slice(position, position + blanks))) {
        const reason = `to add this would remove what is there:\n${shown(added)}`;
        throw new SourceError(this.path, undefined, reason);
      }
      text += this.text.slice(end, position) + added;
      end = position + blanks;
    }
    text += this.text.slice(end);
    const edited = new PythonSource(this.path, this.#mark, text, this.#parser);
    edited.#check(
      `no place was found here to add this:\n${shown(...ordered.map((each) => each.text))}`,
    );
    return edited;
  }

  /** The tree of code that is not in the file yet. */
  treeOf(code: string): Node {
    const known = this.#trees.get(code) ?? Node.rootOf(parsed(code, this.#parser), code);
    this.#trees.set(code, known);
    return known;
  }

  #check(reason: string): void {
    const line = lineOfMistake(this.text, this.root);
    if (line !== undefined) {
      throw new SourceError(this.path, line, reason);
    }
  }
}

function parsed(text: string, parser: Parser): Tree {
  const tree = treeOf(text, parser);
  if (!tree.rootNode.hasError) {
    return tree;
  }
  const other = treeOf(withoutTypeDefaults(text), parser);
  return other.rootNode.hasError ? tree : other;
}

function treeOf(text: string, parser: Parser): Tree {
  const tree = parser.parse(text);
  if (tree === null) {
    throw new Error('The parser of Python has no grammar.');
  }
  return tree;
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
