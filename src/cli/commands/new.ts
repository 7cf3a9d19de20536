import { posix } from 'node:path';
import { virtualFs } from '@angular-devkit/core';
import { appName } from '../../naming/app-name';
import type { NewOptions } from '../../new/options';
import { findPython } from '../../project/python';
import { AppFolder } from '../commit/app-folder';
import { confirm } from '../confirm';
import { withProgress } from '../progress';
import { reportEdit } from '../report';
import type { Terminal } from '../terminal';
import { runSchematic } from '../engine/run-schematic';

/** The schematic's options, and those of the command alone. */
export interface NewCommandOptions extends NewOptions {
  /** Whether to write into a folder that holds something. */
  force?: boolean;
  /** Whether to say what would be written, and write nothing. */
  dryRun?: boolean;
}

/** `scaffold new`. What can be checked is checked before the question, and before anything is written. */
export async function runNew(
  command: NewCommandOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const { force = false, dryRun = false, skipInstall = false, skipGit = false } = command;
  const { name } = appName(command.name);
  const folder = AppFolder.find(name, force);
  const python = skipInstall ? undefined : findPython(command.python);
  const unanswered = command.db === undefined && !terminal.isInteractive;
  const db =
    command.db ?? (unanswered || (await confirm(terminal, 'Include a SQLite Database?', signal)));

  await withProgress(terminal, (logger) =>
    runSchematic({
      schematic: 'new',
      // What of a folder that held something belongs into a commit is for its owner to say.
      options: { name, db, python, skipInstall, skipGit: skipGit || folder.holdsFiles },
      host: new virtualFs.SimpleMemoryHost(),
      root: folder.path,
      dryRun,
      logger,
      commit: async (staged) => {
        const files = staged.map((file) => ({ ...file, path: posix.relative(name, file.path) }));
        signal.throwIfAborted();
        const edits = dryRun
          ? folder.plan(files)
          : await folder.write(files, {
              signal,
              tell: (message) => {
                terminal.warn(message);
              },
            });
        for (const edit of edits) {
          reportEdit({ ...edit, path: `${name}/${edit.path}` }, terminal);
        }
      },
    }),
  );

  if (unanswered) {
    terminal.print('With a SQLite database, since nobody could be asked; --no-db leaves it out.');
  }
  terminal.print(dryRun ? 'Dry run: nothing was written.' : nextSteps(name, skipInstall));
}

/** What to do with an application that has just been made. */
function nextSteps(name: string, skipInstall: boolean): string {
  const commands = [`cd ${name}`, ...(skipInstall ? ['scaffold setup'] : []), './run.sh'];
  return `\n${name} is ready. Go on with\n\n${commands.map((line) => `  ${line}`).join('\n')}\n`;
}
