/** Edits a text as if its lines ended with LF, and keeps CRLF if all of them end with it. */
export function withLineEnds(text: string, edit: (text: string) => string): string {
  const isCrlf = text.includes('\r\n') && !/(?<!\r)\n/.test(text);
  return isCrlf ? edit(text.replaceAll('\r\n', '\n')).replaceAll('\n', '\r\n') : edit(text);
}
