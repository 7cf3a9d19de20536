import type { logging } from '@angular-devkit/core';
import type { Change, Written } from './commit/change';
import { printEntry } from './progress';
import type { Terminal } from './terminal';

const COLOURS = { CREATE: 'green', UPDATE: 'cyan' } as const;

const DIFF_COLOURS: Readonly<Record<string, 'cyan' | 'green' | 'red'>> = {
  '@': 'cyan',
  '+': 'green',
  '-': 'red',
};

/** Prints what is done to a file: `CREATE app/models/post.py (512 bytes)`. */
export function reportWritten({ kind, path, content }: Written, terminal: Terminal): void {
  terminal.print(`${terminal.styled(COLOURS[kind], kind)} ${path} (${content.length} bytes)`);
}

/** Prints what would be done to files, with the lines that change: all of it is a patch that `git apply` takes. */
export async function reportPlan(changes: readonly Change[], terminal: Terminal): Promise<void> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import('diff');
  for (const change of changes) {
    reportWritten(change, terminal);
    const { path, before, content } = change;
    const from = before ? `a/${path}` : '/dev/null';
    const texts = [before?.toString() ?? '', content.toString()] as const;
    const options = { headerOptions: FILE_HEADERS_ONLY };
    const patch = createTwoFilesPatch(from, `b/${path}`, ...texts, undefined, undefined, options);
    // A file that is made empty has no lines to show.
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
