import type { logging } from '@angular-devkit/core';
import { IGNORES, isManifestPath, STATE_FOLDER } from '../manifest/format';
import type { EditKind, FileEdit, StagedFile } from './commit/planned-edit';
import { type Terminal, type TextStyle, visible } from './terminal';
import { printEntry } from './progress';

const WORDS: Readonly<Record<EditKind, readonly [word: string, colour: TextStyle]>> = {
  create: ['CREATE', 'green'],
  update: ['UPDATE', 'cyan'],
  delete: ['DELETE', 'yellow'],
};

/** The last line of a dry run. */
export const NOTHING_WRITTEN = 'Dry run: nothing was written.';

const DIFF_COLOURS: Readonly<Record<string, TextStyle>> = { '@': 'cyan', '+': 'green', '-': 'red' };

/** Prints an edit: `CREATE app/models/post.py (512 bytes)`. The size of a deleted file is what it was. */
export function reportEdit(edit: FileEdit, terminal: Terminal, diff?: string): void {
  const { kind, path, before, after } = edit;
  const [word, colour] = WORDS[kind];
  const bytes = (after ?? before)?.length ?? 0;
  const file = { action: kind, path, bytes, ...(diff !== undefined && { diff }) } as const;
  const lines = diff ? `\n${coloured(visible(diff), terminal)}` : '';
  const text = `${terminal.styled(colour, word)} ${visible(path)} (${bytes} bytes)${lines}`;
  terminal.file(file, isShown(edit) ? text : undefined);
}

/** Prints edits, one on a line. */
export function reportEdits(edits: readonly FileEdit[], terminal: Terminal): void {
  edits.forEach((edit) => {
    reportEdit(edit, terminal);
  });
}

/** Prints each edit with the lines that it changes, as a patch that `git apply` takes unless they have control codes. */
export async function reportPlan(edits: readonly FileEdit[], terminal: Terminal): Promise<void> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import('diff');
  for (const edit of edits) {
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
    reportEdit(edit, terminal, patch.includes('\n@@ ') ? patch.replace(/\n$/, '') : '');
  }
}

/** Whether a change is one of the project, and not of what scaffold remembers. */
export function isShown({ path }: Pick<FileEdit, 'path'>): boolean {
  return !path.split('/').includes(STATE_FOLDER);
}

/** Prints what schematics logged, each message once. */
export function reportLog(entries: readonly logging.LogEntry[], terminal: Terminal): void {
  const unique = new Map(entries.map((entry) => [`${entry.level} ${entry.message}`, entry]));
  unique.forEach((entry) => {
    printEntry(entry, terminal);
  });
}

/** Tells of files that a killed run left to be written, if a plan takes them as written. */
export function notePending(pending: readonly StagedFile[], terminal: Terminal): void {
  if (pending.length > 0) {
    terminal.note(
      'An earlier run was killed while it wrote files. This plan assumes that they are written.',
    );
  }
}

/** Tells, when a manifest begins, that git ignores it. Asking git takes as long as a run, so no later one does. */
export async function noteIgnored(
  root: string,
  edits: readonly FileEdit[],
  terminal: Terminal,
): Promise<void> {
  if (!edits.some(({ kind, path }) => kind === 'create' && path === IGNORES)) {
    return;
  }
  const { gitOrNothing } = await import('../setup/repository');
  const paths = edits.map(({ path }) => path).filter(isManifestPath);
  // The files are written: nothing is left to interrupt.
  const { signal } = new AbortController();
  const ignored = await gitOrNothing({ root, signal }, 'check-ignore', '.', ...paths);
  const [first] = ignored?.split('\n') ?? [];
  // In a folder that git ignores, nobody expects to commit.
  if (first !== undefined && first !== '.') {
    terminal.note(
      `git ignores ${first}, which belongs to your code. Find the rule with: git check-ignore -v ${first}`,
    );
  }
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
