// Specs: spec/acceptance/remove-field-command.spec.ts
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HeldData } from '../changing/held-data';
import type { FindRows } from '../changing/unfit-rows';
import type { ReadyApp } from '../setup/step';
import { VENV_PYTHON } from '../layout';
import { ownPython } from '../project/environment';
import { dataIn, rowsIn } from '../setup/database';
import { messageOf } from '../setup/step';
import { DiskFiles } from './engine/disk-files';
import type { Invocation } from './invocation';
import { withProgress } from './progress';

/** Asks the database of an application which tables have rows, and which columns hold more than their default. */
export function findData(
  root: string,
  places: readonly string[],
  invocation: Invocation,
): Promise<HeldData> {
  return asking(root, invocation, (app) => dataIn(app, places));
}

/** Asks the database of an application for rows. */
export function findRows(
  root: string,
  checks: Parameters<FindRows>[0],
  invocation: Invocation,
): ReturnType<FindRows> {
  return asking(root, invocation, (app) => rowsIn(app, checks));
}

/** Asks the database of an application; without an answer, the reason. */
async function asking<Answer>(
  root: string,
  { signal, terminal }: Invocation,
  ask: (app: ReadyApp) => Promise<Answer>,
): Promise<Answer | { readonly reason: string }> {
  const python = ownPython(new DiskFiles(root)) ?? VENV_PYTHON;
  if (!existsSync(join(root, python))) {
    return { reason: `${python} is missing, and \`scaffold setup\` makes it.` };
  }
  try {
    return await withProgress(terminal, (logger) => ask({ root, python, logger, signal }));
  } catch (error) {
    signal.throwIfAborted();
    return { reason: messageOf(error) };
  }
}
