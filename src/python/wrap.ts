import { readFileSync } from 'node:fs';
import { format, initSync } from '@wasm-fmt/ruff_fmt/web';
import { BODY, indentationAt } from './lines';
import type { Node } from './node';
import type { PythonSource } from './source';
import { unitsOf } from './statements';

/**
 * Breaks the lines of generated code that are too long with ruff's formatter.
 *
 * @param source The file that the code is for.
 * @param code One statement per line, with four spaces per level.
 * @param indentation The indentation of its destination, in columns.
 */
export function wrapped(source: PythonSource, code: string, indentation = 0): string {
  const room = source.style.lineLength - indentation;
  return isTooLong(code, room) ? withShortLines(source.treeOf(code), code, 0, room) : code;
}

/** The rest of a rendered module, behind a position, with its long lines broken as `wrapped` does. */
export function wrappedBehind({ root, style, text }: PythonSource, position: number): string {
  const rest = text.slice(position);
  return isTooLong(rest, style.lineLength)
    ? withShortLines(root, text, position, style.lineLength)
    : rest;
}

function isTooLong(code: string, room: number): boolean {
  return code.split('\n').some((line) => line.length > room);
}

/** The code behind a position. */
function withShortLines(root: Node, code: string, position: number, room: number): string {
  let result = '';
  let place = position;
  for (const nodes of unitsOf(root)) {
    const [start, end] = [nodes[0]?.startIndex ?? 0, nodes.at(-1)?.endIndex ?? 0];
    const own = indentationAt(code, start);
    const unit = code.slice(start, end);
    if (start >= position && isTooLong(own + unit, room) && !unit.includes('"""')) {
      const lines = formatted(unit.replaceAll(`\n${own}`, '\n'), room - own.length);
      result += code.slice(place, start) + lines.replaceAll('\n', `\n${own}`);
      place = end;
    }
  }
  return result + code.slice(place);
}

/** Ruff's formatter as WebAssembly, which stays in its package. */
const RUFF = '@wasm-fmt/ruff_fmt/wasm';

/** Loaded once a line is too long. */
let formatter: typeof format | undefined;

function loadFormatter(): typeof format {
  initSync(readFileSync(require.resolve(RUFF)));
  return format;
}

/** What ruff needs behind a decorator, and behind the head of a block. */
const BEHIND_DECORATOR = '\ndef _(): ...';
const BLOCK = '\n    pass';

/** The widest line that ruff can be asked for. */
const WIDEST = 320;

/** Code in ruff's format, by room and text. A run makes most code twice: as it would have been before, and as it is now. */
const known = new Map<string, string>();

function formatted(unit: string, room: number): string {
  const key = `${String(room)} ${unit}`;
  const lines = known.get(key) ?? inRuffsFormat(unit, room);
  known.set(key, lines);
  return lines;
}

/** A statement, a decorator or the head of a block in ruff's format. What ruff cannot read alone stays: `elif`. */
function inRuffsFormat(unit: string, room: number): string {
  const behind = unit.startsWith('@') ? BEHIND_DECORATOR : unit.endsWith(':') ? BLOCK : '';
  formatter ??= loadFormatter();
  try {
    const lines = formatter(unit + behind, 'unit.py', {
      indent_style: 'space',
      indent_width: BODY,
      line_width: Math.min(Math.max(room, 1), WIDEST),
      quote_style: 'preserve',
    });
    return lines.slice(0, lines.trimEnd().length - behind.length);
  } catch {
    return unit;
  }
}
