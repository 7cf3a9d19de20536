// Specs: spec/acceptance/remove-field-command.spec.ts
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HeldData } from '../changing/held-data';
import { VENV_PYTHON } from '../layout';
import { ownPython } from '../project/environment';
import { dataIn } from '../setup/database';
import { messageOf } from '../setup/step';
import { DiskFiles } from './engine/disk-files';
import type { Invocation } from './invocation';
import { withProgress } from './progress';

/** Asks the database of an application which tables have rows, and which columns hold more than their default. */
export async function findData(
  root: string,
  places: readonly string[],
  { signal, terminal }: Invocation,
): Promise<HeldData> {
  const python = ownPython(new DiskFiles(root)) ?? VENV_PYTHON;
  if (!existsSync(join(root, python))) {
    return { reason: `${python} is missing, and \`scaffold setup\` makes it.` };
  }
  try {
    return await withProgress(terminal, (logger) =>
      dataIn({ root, python, logger, signal }, places),
    );
  } catch (error) {
    signal.throwIfAborted();
    return { reason: messageOf(error) };
  }
}
