// Specs: spec/python/source.spec.ts
/** Where the line of this position starts. */
export function lineStart(text: string, position: number): number {
  return text.lastIndexOf('\n', position - 1) + 1;
}

/** Where the line of this position ends, before its line break. */
export function lineEnd(text: string, position: number): number {
  const end = text.indexOf('\n', position);
  if (end === -1) {
    return text.length;
  }
  return text[end - 1] === '\r' ? end - 1 : end;
}

/** The blanks that the line of this position starts with. */
export function indentationAt(text: string, position: number): string {
  return /^[ \t\f]*/.exec(text.slice(lineStart(text, position), position))?.[0] ?? '';
}

/** Whether only blanks stand before this position on its line, which does not go on with the one before it. */
export function isFirstOnLine(text: string, position: number): boolean {
  const start = lineStart(text, position);
  return (
    isBlank(text.slice(start, position)) &&
    !/\\\r?\n$/.test(text.slice(Math.max(0, start - 3), start))
  );
}

/** Whether a text has nothing but blanks in it. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}
