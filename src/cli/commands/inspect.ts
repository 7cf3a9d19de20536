// Specs: spec/acceptance/inspect-command.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { UsageError } from '../../errors';
import { type FoundLayout, LAYOUT_KEYS } from '../../layout/finding';
import { isMadeByNew, withoutEffect } from '../../layout/made-by-new';
import { layoutOfProject } from '../../layout/read-layout';
import { writtenSettings } from '../../layout/settings';
import { planEdits, type PlannedEdit } from '../commit/planned-edit';
import { ProjectFiles } from '../engine/disk-files';
import type { Invocation } from '../invocation';
import { applicationRoot } from '../project-root';
import type { Terminal } from '../terminal';
import { writeEdits } from '../write-edits';

/** The options of `scaffold inspect`, as its help describes them. */
export interface InspectFlags {
  write?: boolean;
  dryRun?: boolean;
}

/** Runs `scaffold inspect`: prints the layout of the application in this folder, and where each line comes from. */
export async function runInspect(
  { write = false, dryRun = false }: InspectFlags,
  invocation: Invocation,
): Promise<void> {
  if (dryRun && !write) {
    throw new UsageError('--dry-run needs --write: without it, inspect writes nothing.');
  }
  const root = applicationRoot(process.cwd());
  await (write
    ? writeEdits(root, () => planSettings(root), dryRun, invocation)
    : print(root, invocation.terminal));
}

async function print(root: string, terminal: Terminal): Promise<void> {
  const files = new ProjectFiles(root);
  const { layout } = await layoutOfProject(files);
  terminal.answer(asData(layout), asTable(layout));
  const ignored = isMadeByNew(files) ? await withoutEffect(files) : undefined;
  if (ignored) {
    terminal.warn(ignored.message, ignored);
  }
}

/** @throws SchematicsException if settings have no effect in the project. */
async function planSettings(root: string): Promise<PlannedEdit[]> {
  const files = new ProjectFiles(root);
  if (isMadeByNew(files)) {
    throw new SchematicsException(
      '`scaffold new` made this project, so its layout is known and is not written down.',
    );
  }
  const { layout } = await layoutOfProject(files);
  const { path, text } = await writtenSettings(files, layout);
  return planEdits(root, [{ path, content: Buffer.from(text) }], files.asFound);
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

function asData(layout: FoundLayout): object {
  const entries = LAYOUT_KEYS.map((key) => {
    const { from, value = null } = layout[key];
    return [key, { value, from }] as const;
  });
  return Object.fromEntries(entries);
}
