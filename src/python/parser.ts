// Specs: spec/python/source.spec.ts
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Edit, Parser, Point, Tree } from 'web-tree-sitter';
import { PACKAGE_FOLDER } from '../package';

/** Node's own; the types of Node lack it. */
declare const WebAssembly: {
  compile: (bytes: Uint8Array) => Promise<object>;
  Instance: new (wasm: object, imports: Imports) => object;
};

/** What the library hands to its WebAssembly. */
interface Imports {
  readonly env: { readonly memory: { readonly buffer: ArrayBuffer }; [name: string]: unknown };
}

/** What stands between two positions of a text becomes another text. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

let parser: Promise<PythonParser> | undefined;

/** The parser of Python, which takes some 20 ms to load: by the first file that is parsed, once. */
export function loadParser(): Promise<PythonParser> {
  return (parser ??= load());
}

/** Makes trees, which keep their memory until nobody holds them or a node of them. */
export class PythonParser {
  constructor(
    private readonly parser: Parser,
    private readonly input: Input,
    private readonly edit: typeof Edit,
  ) {}

  /** The tree of a text. It goes on behind what is not Python. */
  parse(text: string): Tree {
    const tree = this.#parsed(text);
    const other = tree.rootNode.hasError ? this.#parsed(withoutTypeDefaults(text)) : tree;
    return other.rootNode.hasError ? tree : other;
  }

  /**
   * The tree of an edited text. Of a large file that takes a fifth of the time: what was not edited stays.
   *
   * @param before Of the text before.
   * @param replacements What was done to that, in order.
   */
  parseEdited(
    text: string,
    before: { readonly text: string; readonly tree: Tree },
    replacements: readonly Replacement[],
  ): Tree {
    const edited = before.tree.copy();
    // The last one first: it moves none of the others.
    for (const replacement of replacements.toReversed()) {
      edited.edit(this.#editOf(before.text, replacement));
    }
    const tree = this.#parsed(text, edited);
    edited.delete();
    return tree.rootNode.hasError ? this.parse(text) : tree;
  }

  #parsed(text: string, edited?: Tree): Tree {
    this.input.text = text;
    const tree = this.parser.parse(text, edited);
    if (tree === null) {
      throw new Error('The parser of Python has no grammar.');
    }
    return tree;
  }

  #editOf(before: string, { start, end, text }: Replacement): Edit {
    const kept = before.slice(0, start);
    return new this.edit({
      startIndex: start,
      oldEndIndex: end,
      newEndIndex: start + text.length,
      startPosition: endOf(kept),
      oldEndPosition: endOf(before.slice(0, end)),
      newEndPosition: endOf(kept + text),
    });
  }
}

/** The line and the column, from 0, at which a text ends. */
function endOf(text: string): Point {
  const lines = text.split('\n');
  return { row: lines.length - 1, column: lines.at(-1)?.length ?? 0 };
}

async function load(): Promise<PythonParser> {
  const { Edit, Language, Parser } = await import('web-tree-sitter');
  // Both are compiled at the same time, beside this thread.
  const grammar = WebAssembly.compile(readWasm('tree-sitter-python'));
  const library = await WebAssembly.compile(readWasm('web-tree-sitter'));
  const input = new Input();
  await Parser.init({
    instantiateWasm: (imports: Imports, use: (instance: object, wasm: object) => void) => {
      imports.env['tree_sitter_parse_callback'] = input.reader(imports);
      use(new WebAssembly.Instance(library, imports), library);
    },
  });
  return new PythonParser(new Parser().setLanguage(Language.loadSync(await grammar)), input, Edit);
}

/** The size of the library's buffer, less the character that it ends with. */
const BUFFER_SIZE = 10 * 1024 - 2;

/** Copies a text to the parser's memory, as a whole. The library itself does so character by character. */
class Input {
  #text = Buffer.alloc(0);

  set text(text: string) {
    this.#text = Buffer.from(text, 'utf16le');
  }

  /** The function that the parser calls for the next part of the text, with the addresses of its buffer and its length. */
  reader({ env: { memory } }: Imports) {
    return (buffer: number, index: number, _row: number, _column: number, length: number): void => {
      const part = this.#text.subarray(2 * index, 2 * index + BUFFER_SIZE);
      new Uint8Array(memory.buffer).set(part, buffer);
      new DataView(memory.buffer).setInt32(length, part.length / 2, true);
    };
  }
}

/** The build copies both files here. In the sources they are where the packages have them. */
function readWasm(name: string): Buffer {
  const copy = join(PACKAGE_FOLDER, 'python', `${name}.wasm`);
  return readFileSync(existsSync(copy) ? copy : require.resolve(`${name}/${name}.wasm`));
}

/** The head of what can have type parameters, up to their bracket. */
const HEAD = /\b(?:type|class|def)\s+\w+\s*\[/g;

/**
 * Replaces the defaults of type parameters, such as `int` in `class Box[T = int]`, with blanks. Python 3.13 has them, but
 * version 0.25 of the grammar does not. All positions stay the same.
 */
function withoutTypeDefaults(text: string): string {
  const characters = text.split('');
  for (const { 0: head, index } of text.matchAll(HEAD)) {
    let depth = 1;
    let isDefault = false;
    for (let position = index + head.length; depth > 0 && position < text.length; position++) {
      const character = text.charAt(position);
      depth += '[({'.includes(character) ? 1 : '])}'.includes(character) ? -1 : 0;
      isDefault =
        depth > 0 && !(depth === 1 && character === ',') && (isDefault || character === '=');
      if (isDefault && !/\s/.test(character)) {
        characters[position] = ' ';
      }
    }
  }
  return characters.join('');
}
