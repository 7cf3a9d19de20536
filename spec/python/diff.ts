import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file before and after an edit. */
export interface Edited {
  /** What the cases are told apart by: the name of the file that the edit is written in. */
  readonly title: string;
  /** What the edit is made with: the first line of that file. */
  readonly argument: string;
  readonly before: string;
  readonly after: string;
}

/** The edits in a folder of `.diff` files: an argument, a blank line, then lines that start with ' ', '-' or '+'. */
export function editsIn(folder: string): Edited[] {
  return readdirSync(folder).map((file) => {
    const [argument = '', , ...diff] = readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .slice(0, -1);
    const without = (sign: string): string => {
      return diff
        .filter((line) => !line.startsWith(sign))
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    };
    return {
      title: file.replace(/\.diff$/, ''),
      argument,
      before: without('+'),
      after: without('-'),
    };
  });
}

/** The ways in which editors save a text. */
export const SAVED_AS: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'with CRLF': (text) => text.replaceAll('\n', '\r\n'),
  'with a byte order mark': (text) => `\uFEFF${text}`,
  'with tabs': (text) => text.replace(/^( {4})+/gm, (blanks) => '\t'.repeat(blanks.length / 4)),
  'with two spaces': (text) =>
    text.replace(/^( {4})+/gm, (blanks) => '  '.repeat(blanks.length / 4)),
  'without a line break at its end': (text) => text.replace(/\n$/, ''),
};
