// Specs: spec/templates/templates.spec.ts
import { compileFunction } from 'node:vm';
import { SchematicsException } from '@angular-devkit/schematics';

/** A template as it stands in a file. */
export interface TemplateText {
  /** Of its file, for messages. */
  readonly path: string;
  readonly text: string;
}

/** A line of a template. */
export interface TemplateLine {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
}

/** Makes a text of values, one of which is the function `include`. */
export type Render = (values: object) => string;

/** A line with nothing on it but code of the template, or another template: its line break goes with it. */
const CODE_LINE = /^[ \t]*(<%(?!=)(?:(?!%>).)*%>|<%= include\((?:(?!%>).)*%>)[ \t]*\n/gm;

/** Stands for a line break that goes. */
const GONE = '\0';

/** Around the line of a piece in a traced text. No template has these characters. */
const [OPEN, CLOSE] = ['\uE000', '\uE001'];

/** A part of a template: text, or what is between `<%` and `%>`. */
interface Piece {
  readonly kind: 'text' | 'value' | 'code';
  readonly content: string;
  /** The line on which it starts, counted from 1. */
  readonly line: number;
}

/**
 * Compiles a template. The devkit's own compiler takes four times as long, because it tells positions for source maps.
 *
 * @param isTraced Whether the text tells where each part of it comes from: see `lineBehind`.
 * @throws SchematicsException if its code is not JavaScript; what it returns throws one if the code fails.
 */
export function compile({ path, text }: TemplateText, isTraced = false): Render {
  const pieces = piecesOf(text);
  const unclosed = pieces.find(({ kind, content }) => kind === 'text' && content.includes('<%'));
  if (unclosed) {
    const before = unclosed.content.slice(0, unclosed.content.indexOf('<%'));
    throw new SchematicsException(`${path}:${unclosed.line + breaksIn(before)}: <% without %>`);
  }
  const lines = pieces.flatMap((piece) => {
    const code = codeOf(piece);
    return isTraced && piece.kind !== 'code' ? [markOf(path, piece), code] : [code];
  });
  const body = `let out = ''; with (values) {\n${lines.join('\n')}\n} return out;`;
  const placed = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (error instanceof SchematicsException || !(error instanceof Error)) {
        throw error;
      }
      const line = templateLine(pieces, bodyLine(error, path));
      throw new SchematicsException(`${path}:${line}: ${error.message}`);
    }
  };
  const render = placed(() => compileFunction(body, ['values'], { filename: path }) as Render);
  return (values) => placed(() => render(values));
}

/** The line of a template that a line of a traced text comes from. Counted from 1. */
export function lineBehind(traced: string, line: number): TemplateLine | undefined {
  const start = traced.split('\n', line - 1).join('\n').length + (line > 1 ? 1 : 0);
  const marks = [...traced.matchAll(/\uE000(.)(\d+):(.*?)\uE001/gs)];
  let from = start;
  let found: TemplateLine | undefined;
  for (const { 0: mark, 1: kind, 2: number, 3: path = '', index } of marks) {
    if (index > from) {
      break;
    }
    // The text of a piece goes on over several lines; a value is written on one.
    const rest = traced.slice(index + mark.length, Math.max(start, index + mark.length));
    found = { path, line: Number(number) + (kind === 't' ? breaksIn(rest) : 0) };
    from = index === from ? index + mark.length : from;
  }
  return found;
}

function piecesOf(text: string): Piece[] {
  const parts = text.replace(CODE_LINE, `$1${GONE}`).split(/<%(=?)(.*?)%>/s);
  let line = 1;
  return parts.flatMap((content, index): Piece[] => {
    if (index % 3 === 1) {
      return [];
    }
    const isText = index % 3 === 0;
    const start = isText && content.startsWith(GONE) ? line + 1 : line;
    line += breaksIn(content);
    const kind = isText ? 'text' : parts[index - 1] === '=' ? 'value' : 'code';
    return [{ kind, content: content.replaceAll(GONE, ''), line: start }];
  });
}

function codeOf({ kind, content }: Piece): string {
  switch (kind) {
    case 'text':
      return `out += ${JSON.stringify(content)};`;
    case 'value':
      return `out += (${content}) ?? '';`;
    case 'code':
      return content;
  }
}

function markOf(path: string, { kind, line }: Piece): string {
  return `out += ${JSON.stringify(`${OPEN}${kind.charAt(0)}${line}:${path}${CLOSE}`)};`;
}

/** The line of the compiled body that an error comes from: JavaScript names it with the file. */
function bodyLine({ stack = '' }: Error, path: string): number {
  const index = stack.indexOf(`${path}:`);
  return index === -1 ? 1 : Number.parseInt(stack.slice(index + path.length + 1), 10);
}

/** The line of a template that has become a line of its body. */
function templateLine(pieces: readonly Piece[], wanted: number): number {
  // The first line of the body opens it.
  let next = 2;
  for (const piece of pieces) {
    const first = next;
    const count = piece.kind === 'text' ? 0 : breaksIn(piece.content);
    next += count + 1;
    if (wanted < next) {
      return piece.line + Math.max(wanted - first, 0);
    }
  }
  return pieces.at(-1)?.line ?? 1;
}

function breaksIn(text: string): number {
  return text.split(/[\n\0]/).length - 1;
}
