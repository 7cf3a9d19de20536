// Specs: spec/python/source.spec.ts

/** The longest line that ruff accepts by default. */
export const LONGEST_LINE = 88;

/** The start of the line with this position. */
export function lineStart(text: string, position: number): number {
  return text.lastIndexOf('\n', position - 1) + 1;
}

/** The end of the line with this position, before its line break. */
export function lineEnd(text: string, position: number): number {
  const end = text.indexOf('\n', position);
  if (end === -1) {
    return text.length;
  }
  return text[end - 1] === '\r' ? end - 1 : end;
}

/** The blanks at the start of the line with this position. */
export function indentationAt(text: string, position: number): string {
  return /^[ \t\f]*/.exec(text.slice(lineStart(text, position), position))?.[0] ?? '';
}

/** Whether a position follows only blanks on its line, and the line does not continue the one above. */
export function isFirstOnLine(text: string, position: number): boolean {
  const start = lineStart(text, position);
  return (
    isBlank(text.slice(start, position)) &&
    !/\\\r?\n$/.test(text.slice(Math.max(0, start - 3), start))
  );
}

/** Whether a text contains only blanks. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** One level of indentation in generated code. `fit` converts it to the style of a file. */
export const INDENT = '    ';

/** The indentation of the body of a function or a class, in columns. */
export const BODY = INDENT.length;

/** Indents code by one level. */
export function indented(lines: string): string {
  return lines.replace(/^(?=.)/gm, INDENT);
}
