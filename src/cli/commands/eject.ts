// Specs: spec/acceptance/eject-command.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { UsageError } from '../../errors';
import { isMadeByNew } from '../../layout/made-by-new';
import { layoutOfProject } from '../../layout/of-project';
import { applicationRoot } from '../project-root';
import { StagedFiles } from '../../project/staged-files';
import { ENDING, hintFor, ourTemplate, templateNames } from '../../view/our-templates';
import { OwnTemplates } from '../../view/own-templates';
import { planEdits, type PlannedEdit } from '../commit/planned-edit';
import { applyEdits, withProject } from '../commit/project';
import { DiskFiles } from '../engine/disk-files';
import { reportEdit, reportPlan } from '../report';
import type { Terminal } from '../terminal';

/** The flags of `scaffold eject`. */
export interface EjectOptions {
  /** Whether to print the plan and write nothing. */
  dryRun?: boolean;
}

/**
 * Runs `scaffold eject`: copies a template into the project, which then uses the copy; without a name, it lists them.
 *
 * @param typed The name of a template.
 * @param words All that was typed after `scaffold`, for the history.
 */
export async function runEject(
  typed: string | undefined,
  { dryRun = false }: EjectOptions,
  words: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const root = applicationRoot(process.cwd());
  if (typed === undefined) {
    await printNames(root, terminal);
    return;
  }
  const name = knownName(typed);
  if (dryRun) {
    await reportPlan(await planEject(root, name), terminal);
    terminal.print('Dry run: nothing was written.');
    return;
  }
  const holder = { signal, tell: terminal.warn.bind(terminal) };
  await withProject(root, holder, async () => {
    const edits = await planEject(root, name);
    applyEdits(root, edits, holder, words).forEach((edit) => {
      reportEdit(edit, terminal);
    });
  });
}

/** The names of all templates, and the file of the project that replaces one. */
async function printNames(root: string, terminal: Terminal): Promise<void> {
  const own = await OwnTemplates.of(new DiskFiles(root));
  templateNames().forEach((name) => {
    const path = own.template(name)?.path;
    terminal.print(path === undefined ? name : `${name}  →  ${path}`);
  });
}

/** @throws UsageError if there is no such template. */
function knownName(typed: string): string {
  const name = typed.endsWith(ENDING) ? typed.slice(0, -ENDING.length) : typed;
  if (!templateNames().includes(name)) {
    const hint = hintFor(name) || ' `scaffold eject` lists them.';
    throw new UsageError(`There is no template ${name}.${hint}`);
  }
  return name;
}

/** @throws SchematicsException if the folder has no application, or the project has a template of that name. */
async function planEject(root: string, name: string): Promise<PlannedEdit[]> {
  const files = new StagedFiles(new DiskFiles(root));
  if (!isMadeByNew(files)) {
    await layoutOfProject(files);
  }
  const own = await OwnTemplates.of(files);
  const existing = own.template(name);
  if (existing) {
    throw new SchematicsException(
      `${existing.path} already exists. Remove it first if you want our template again.`,
    );
  }
  return planEdits(root, [
    { path: own.pathOf(name), content: Buffer.from(ourTemplate(name).text) },
  ]);
}
