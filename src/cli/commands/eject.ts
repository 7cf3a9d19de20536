// Specs: spec/acceptance/eject-command.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { UsageError } from '../../errors';
import { layoutIn } from '../../app/find-app';
import { ENDING, hintFor, ourTemplate, templateNames } from '../../templates/our-templates';
import { OwnTemplates } from '../../templates/own-templates';
import { planEdits, type PlannedEdit } from '../commit/planned-edit';
import { DiskFiles, ProjectFiles } from '../engine/disk-files';
import type { Invocation } from '../invocation';
import { applicationRoot } from '../project-root';
import type { Terminal } from '../terminal';
import { writeEdits } from '../write-edits';

/** The options of `scaffold eject`, as its help describes them. */
export interface EjectFlags {
  template?: string;
  dryRun?: boolean;
}

/**
 * Runs `scaffold eject`: copies a template into the project, which then uses the copy; without a name, it lists them.
 */
export async function runEject(
  { dryRun = false, template: typed }: EjectFlags,
  invocation: Invocation,
): Promise<void> {
  const root = applicationRoot(process.cwd());
  if (typed === undefined) {
    await printNames(root, invocation.terminal);
    return;
  }
  const name = knownName(typed);
  await writeEdits(root, () => planEject(root, name), dryRun, invocation);
}

/** The names of all templates, and the file of the project that replaces one. */
async function printNames(root: string, terminal: Terminal): Promise<void> {
  const own = await OwnTemplates.of(new DiskFiles(root));
  const templates = templateNames().map((name) => ({
    name,
    path: own.template(name)?.path ?? null,
  }));
  const lines = templates.map(({ name, path }) => (path === null ? name : `${name}  →  ${path}`));
  terminal.answer(templates, lines.join('\n'));
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
  const files = new ProjectFiles(root);
  await layoutIn(files);
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
