import { listed } from '../../naming/spelling';
import { basename, posix } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { virtualFs } from '@angular-devkit/core';
import { Interrupted } from '../../errors';
import { appName } from '../../naming/app-name';
import type { NewOptions } from '../../new/options';
import { findPython } from '../../project/python';
import { setUp } from '../../setup/set-up';
import { AppFolder } from '../commit/app-folder';
import type { FileEdit } from '../commit/planned-edit';
import { withProject } from '../commit/project';
import { runSchematic } from '../engine/run-schematic';
import { holderOf, type Invocation } from '../invocation';
import { withProgress } from '../progress';
import { projectRoot } from '../project-root';
import { noteIgnored, NOTHING_WRITTEN, reportEdits } from '../report';
import type { Terminal } from '../terminal';

/** The options of `scaffold new`, as its help describes them. */
export interface NewFlags extends Omit<NewOptions, 'ci'> {
  skipCi?: boolean;
  force?: boolean;
  dryRun?: boolean;
}

/** Runs `scaffold new`. It checks all that it can before it asks, and before it writes anything. */
export async function runNew(flags: NewFlags, invocation: Invocation): Promise<void> {
  const { signal, terminal } = invocation;
  const { force = false, dryRun = false, skipInstall = false, skipGit = false } = flags;
  const ci = flags.skipCi ? false : undefined;
  const { name: typed } = flags;
  const isHere = typed === '.';
  const { name } = appName(isHere ? basename(process.cwd()) : typed);
  const folder = isHere ? AppFolder.present(force) : AppFolder.find(name, force);
  const python = skipInstall ? undefined : findPython(flags.python);
  if (isHere) {
    process.chdir('..'); // A schematic makes the folder from its parent.
  }
  const unanswered = flags.db === undefined && !terminal.isInteractive;
  const db =
    flags.db ?? (unanswered || (await confirm(terminal, 'Include a SQLite Database?', signal)));

  const written: FileEdit[] = [];
  await withProgress(terminal, (logger) =>
    runSchematic({
      schematic: 'new',
      // Only the owner of a folder with other files can tell what belongs in its first commit.
      options: { name, db, ci, python, skipInstall, skipGit: skipGit || folder.holdsFiles },
      host: new virtualFs.SimpleMemoryHost(),
      root: folder.path,
      dryRun,
      logger,
      commit: async (staged) => {
        const files = staged.map((file) => ({ ...file, path: posix.relative(name, file.path) }));
        signal.throwIfAborted();
        const edits = dryRun ? folder.plan(files) : await folder.write(files, holderOf(invocation));
        reportEdits(
          isHere ? edits : edits.map((edit) => ({ ...edit, path: `${name}/${edit.path}` })),
          terminal,
        );
        written.push(...(dryRun ? [] : edits));
      },
    }),
  );

  await noteIgnored(folder.path, written, terminal);
  if (unanswered) {
    terminal.print(
      'Included a SQLite database: without a terminal, this is the default. Leave it out with --no-db.',
    );
  }
  if (dryRun) {
    terminal.print(NOTHING_WRITTEN);
  } else {
    terminal.print(nextSteps(name, isHere, skipInstall), { hasCommands: true });
  }
}

/** Tells what to do with a new application. */
function nextSteps(name: string, isHere: boolean, skipInstall: boolean): string {
  const commands = [
    ...(isHere ? [] : [`cd ${name}`]),
    ...(skipInstall ? ['scaffold setup'] : []),
    './run.sh',
  ];
  return `\n${name} is ready. Next:\n\n${listed(commands)}\n`;
}

/** The options of `scaffold setup`, as its help describes them. */
export interface SetUpFlags {
  python?: string;
}

/** Runs `scaffold setup`. */
export async function runSetUp({ python }: SetUpFlags, invocation: Invocation): Promise<void> {
  const root = projectRoot(process.cwd());
  await withProject(root, holderOf(invocation), () =>
    withProgress(invocation.terminal, (logger) => setUp({ root, python }, logger)),
  );
}

const ANSWERS: ReadonlyMap<string, boolean> = new Map([
  ['', true],
  ['y', true],
  ['yes', true],
  ['n', false],
  ['no', false],
]);

/**
 * Asks a question until somebody answers yes (or presses Enter) or no.
 *
 * @throws Interrupted if the signal is aborted or the input ends.
 */
export async function confirm(
  terminal: Terminal,
  question: string,
  signal: AbortSignal,
): Promise<boolean> {
  // readline's line editing writes escape codes, even to a dumb terminal.
  const lines = createInterface({
    input: terminal.input,
    output: terminal.output.stream,
    terminal: false,
  });
  const closed = new AbortController();
  lines.once('close', () => {
    closed.abort();
  });
  try {
    for (;;) {
      const answer = await lines.question(`${question} [Y/n]: `, {
        signal: AbortSignal.any([signal, closed.signal]),
      });
      const meaning = ANSWERS.get(answer.trim().toLowerCase());
      if (meaning !== undefined) {
        return meaning;
      }
      terminal.print('Please answer y or n.');
    }
  } catch (error) {
    signal.throwIfAborted();
    throw closed.signal.aborted ? new Interrupted('SIGINT') : error;
  } finally {
    lines.close();
  }
}
