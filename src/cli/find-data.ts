// Specs: spec/acceptance/remove-field-command.spec.ts
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { VENV_PYTHON } from '../layout';
import { ownPython } from '../project/environment';
import { askDatabase, type DatabaseAnswers } from '../setup/database';
import { messageOf } from '../setup/step';
import { DiskFiles } from './engine/disk-files';
import type { Invocation } from './invocation';
import { withProgress } from './progress';

/** Asks the database of an application as `askDatabase` does; without an answer, the reason. */
export async function answerOrReason<Word extends keyof DatabaseAnswers>(
  root: string,
  word: Word,
  about: readonly string[],
  { signal, terminal }: Invocation,
): Promise<DatabaseAnswers[Word] | { readonly reason: string }> {
  const python = ownPython(new DiskFiles(root)) ?? VENV_PYTHON;
  if (!existsSync(join(root, python))) {
    return { reason: `${python} is missing, and \`scaffold setup\` makes it.` };
  }
  try {
    return await withProgress(terminal, (logger) =>
      askDatabase({ root, python, logger, signal }, word, about),
    );
  } catch (error) {
    signal.throwIfAborted();
    return { reason: messageOf(error) };
  }
}
