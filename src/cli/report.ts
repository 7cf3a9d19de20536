import type { logging } from '@angular-devkit/core';
import type { EditKind } from '../edit-kind';
import type { FileEdit } from './commit/planned-edit';
import type { TextStyle } from './output';
import { printEntry } from './progress';
import type { Terminal } from './terminal';

const WORDS: Readonly<Record<EditKind, readonly [word: string, colour: TextStyle]>> = {
  create: ['CREATE', 'green'],
  insert: ['UPDATE', 'cyan'],
  replace: ['UPDATE', 'cyan'],
  delete: ['DELETE', 'yellow'],
};

const DIFF_COLOURS: Readonly<Record<string, TextStyle>> = { '@': 'cyan', '+': 'green', '-': 'red' };

/** Prints an edit: `CREATE app/models/post.py (512 bytes)`. The size of a deleted file is what it was. */
export function reportEdit({ kind, path, before, after }: FileEdit, terminal: Terminal): void {
  const [word, colour] = WORDS[kind];
  const size = (after ?? before)?.length;
  terminal.print(`${terminal.styled(colour, word)} ${path} (${size} bytes)`);
}

/** Prints each edit with the lines that it changes, as a patch that `git apply` takes. */
export async function reportPlan(edits: readonly FileEdit[], terminal: Terminal): Promise<void> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import('diff');
  for (const edit of edits) {
    reportEdit(edit, terminal);
    const { path, before, after } = edit;
    const patch = createTwoFilesPatch(
      before ? `a/${path}` : '/dev/null',
      after ? `b/${path}` : '/dev/null',
      before?.toString() ?? '',
      after?.toString() ?? '',
      undefined,
      undefined,
      { headerOptions: FILE_HEADERS_ONLY },
    );
    // An empty file that is created or deleted has no lines to show.
    if (patch.includes('\n@@ ')) {
      terminal.print(coloured(patch.replace(/\n$/, ''), terminal));
    }
  }
}

/** Prints what schematics logged, each message once. */
export function reportLog(entries: readonly logging.LogEntry[], terminal: Terminal): void {
  const unique = new Map(entries.map((entry) => [`${entry.level} ${entry.message}`, entry]));
  unique.forEach((entry) => {
    printEntry(entry, terminal);
  });
}

function coloured(patch: string, terminal: Terminal): string {
  return patch
    .split('\n')
    .map((line) => {
      const colour = DIFF_COLOURS[line.charAt(0)];
      return colour ? terminal.styled(colour, line) : line;
    })
    .join('\n');
}
