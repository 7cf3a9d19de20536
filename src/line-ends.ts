/** Edits a text as if its lines ended with LF, and keeps CRLF if all of them end with it. */
export function withLineEnds(text: string, edit: (text: string) => string): string {
  return isCrlf(text) ? edit(text.replaceAll('\r\n', '\n')).replaceAll('\n', '\r\n') : edit(text);
}

/** Whether all lines of a text end with CRLF. */
export function isCrlf(text: string): boolean {
  return text.includes('\r\n') && !/(?<!\r)\n/.test(text);
}
