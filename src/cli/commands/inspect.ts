// Specs: spec/acceptance/inspect-command.spec.ts
import { LAYOUT_KEYS, type FoundLayout } from '../../layout/finding';
import { layoutOfProject } from '../../layout/of-project';
import { writtenSettings } from '../../layout/settings';
import { StagedFiles } from '../../project/staged-files';
import { planEdits } from '../commit/planned-edit';
import { applyEdits, withProject } from '../commit/project';
import { DiskFiles } from '../engine/disk-files';
import { reportEdit } from '../report';
import type { Terminal } from '../terminal';

/** The flags of `scaffold inspect`. */
export interface InspectOptions {
  /** Whether to print JSON. */
  json?: boolean;
  /** Whether to write the layout to the project's settings. */
  write?: boolean;
}

/**
 * Runs `scaffold inspect`: prints the layout of the application in this folder, and where each line comes from.
 *
 * @param words All that was typed after `scaffold`, for the history.
 */
export async function runInspect(
  { json = false, write = false }: InspectOptions,
  words: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const root = process.cwd();
  const disk = new DiskFiles(root);
  const files = new StagedFiles(disk);
  const { layout } = await layoutOfProject(files);
  if (!write) {
    terminal.print(json ? asJson(layout) : asTable(layout));
    return;
  }
  const { path, text } = await writtenSettings(files, layout);
  const holder = { signal, tell: terminal.warn.bind(terminal) };
  await withProject(root, holder, () => {
    const edits = planEdits(root, [{ path, content: Buffer.from(text) }], disk.found);
    applyEdits(root, edits, holder, words).forEach((edit) => {
      reportEdit(edit, terminal);
    });
    if (edits.length === 0) {
      terminal.print('No file has changed.');
    }
  });
}

function asTable(layout: FoundLayout): string {
  const rows = LAYOUT_KEYS.map((key) => {
    const { from, value } = layout[key];
    return [key, value === undefined ? '–' : String(value), from] as const;
  });
  const [first, second] = ([0, 1] as const).map((column) =>
    Math.max(...rows.map((row) => row[column].length)),
  );
  return rows
    .map(([key, value, from]) => `${key.padEnd(first ?? 0)}  ${value.padEnd(second ?? 0)}  ${from}`)
    .join('\n');
}

function asJson(layout: FoundLayout): string {
  const entries = LAYOUT_KEYS.map((key) => {
    const { from, value = null } = layout[key];
    return [key, { value, from }] as const;
  });
  return JSON.stringify(Object.fromEntries(entries), undefined, 2);
}
