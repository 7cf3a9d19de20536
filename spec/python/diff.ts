import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diffLines } from 'diff';
import { IS_RENEWING } from '../support/expected';

/** A file before and after an edit. */
interface Edited {
  /** The name of the `.diff` file that describes the edit. */
  readonly title: string;
  /** The first line of that file: what the edit is made with. */
  readonly argument: string;
  readonly before: string;
  readonly after: string;
}

/**
 * The edits in a folder of `.diff` files: an argument, a blank line, then lines that start with ' ', '-' or '+'.
 * For a new one, write the argument and the file before the edit; `npm run spec:update` adds the edit.
 */
function editsIn(folder: string): Edited[] {
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
const SAVED_AS: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'with CRLF': (text) => text.replaceAll('\n', '\r\n'),
  'with a byte order mark': (text) => `\uFEFF${text}`,
  'with tabs': (text) => text.replace(/^( {4})+/gm, (blanks) => '\t'.repeat(blanks.length / 4)),
  'with two spaces': (text) =>
    text.replace(/^( {4})+/gm, (blanks) => '  '.repeat(blanks.length / 4)),
  'without a line break at its end': (text) => text.replace(/\n$/, ''),
};

/**
 * A spec for each edit in a folder of `.diff` files, and for each way to save the file.
 *
 * @param edit Makes the edit, with the argument from the file's first line.
 */
export function expectEditsIn(
  folder: string,
  edit: (text: string, argument: string) => Promise<string>,
): void {
  for (const edited of editsIn(folder)) {
    if (IS_RENEWING) {
      it(`renews ${edited.title}`, async () => {
        renew(folder, edited, await edit(edited.before, edited.argument));
      });
    } else {
      for (const [how, save] of Object.entries(SAVED_AS)) {
        it(`edits ${edited.title} saved ${how}`, async () => {
          expect(await edit(save(edited.before), edited.argument)).toBe(save(edited.after));
        });
      }
    }
  }
}

function renew(folder: string, { title, argument, before, after }: Edited, edited: string): void {
  expect(edited).not.toBe('');
  if (edited !== after) {
    const lines = diffLines(before, edited).flatMap(({ added, removed, value }) => {
      const sign = added ? '+' : removed ? '-' : ' ';
      return value
        .split('\n')
        .slice(0, -1)
        .map((line) => (sign + line).replace(/^ $/, ''));
    });
    writeFileSync(join(folder, `${title}.diff`), [argument, '', ...lines, ''].join('\n'));
  }
}
