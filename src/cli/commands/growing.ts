// Specs: spec/acceptance/make-view-command.spec.ts
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AddFieldOptions } from '../../add-field/options';
import { UsageError } from '../../errors';
import { parseFields, parseNewFields } from '../../fields/field-list';
import { parseUnique } from '../../fields/unique-together';
import { DEFAULT_LAYOUT, VENV_PYTHON } from '../../layout';
import type { MakeApiOptions } from '../../make-api/options';
import type { MakeAuthOptions } from '../../make-auth/options';
import type { MakeModelOptions } from '../../make-model/options';
import type { MakeResourceOptions } from '../../make-resource/options';
import type { MakeViewOptions } from '../../make-view/options';
import { guardNamed } from '../../naming/guards';
import { modelView, resourceNames } from '../../naming/resource-names';
import { segmentsOf } from '../../naming/segments';
import { quoted } from '../../naming/spelling';
import { viewNames } from '../../naming/view-names';
import { wantsOf } from '../../naming/view-options';
import type { UpgradeOptions } from '../../upgrade/options';
import { checkGuard } from '../../view/guard-state';
import { grow, type GrowthFlags, type GrowthRequest } from '../grow';
import { type Invocation, withRemedy } from '../invocation';
import { withProgress } from '../progress';
import { projectRoot } from '../project-root';

/** The flags of `scaffold make:view`. */
export type MakeViewFlags = ViewFlags & GrowthFlags;

/** Runs `scaffold make:view`: it checks the words, plans all views in memory, and writes them at once. */
export async function runMakeView(
  names: readonly string[],
  { migrate, dryRun, verbose, ...flags }: MakeViewFlags,
  invocation: Invocation,
): Promise<void> {
  const views = requestedViews(names, flags, invocation.words);
  await grow({ schematic: 'make-view', options: { views, migrate, dryRun } }, invocation);
}

/** The flags that apply to every view of a run. */
type ViewFlags = Omit<MakeViewOptions, 'name' | 'projectPath' | 'replaceTemplate'> & {
  /** Whether to replace existing templates. */
  force?: boolean;
};

const FOR_ONE_VIEW = ['route', 'controller', 'model'] as const;

/**
 * Turns a command line into the options of the schematic, one for each view.
 *
 * @param words All that was typed after `scaffold`.
 * @throws UsageError if a name is wrong, or the flags do not fit the names.
 */
export function requestedViews(
  views: readonly string[],
  { force, ...flags }: ViewFlags,
  words: readonly string[],
): MakeViewOptions[] {
  if (views.length > 1) {
    checkSeveral(views, flags, words);
  }
  const requested = views.map((name) => ({ ...flags, name, replaceTemplate: force }));
  // The schematic checks the names too, but only after it has waited for other runs.
  requested.forEach((view) => {
    const names = viewNames(view, segmentsOf(view.name), new Set(), DEFAULT_LAYOUT);
    if (view.guard !== undefined) {
      checkGuard(guardNamed(view.guard), names, wantsOf(view));
    }
  });
  return requested;
}

function checkSeveral(views: readonly string[], flags: ViewFlags, words: readonly string[]): void {
  const route = views.find((view) => view.startsWith('/'));
  if (route !== undefined) {
    throw new UsageError(`${quoted(route)} is not a view name. Did you mean --route ${route}?`);
  }
  const flag = FOR_ONE_VIEW.find((name) => flags[name] !== undefined);
  if (flag !== undefined) {
    throw new UsageError(
      `--${flag} takes one view, but you gave ${views.length}: ${views.map(quoted).join(', ')}.`,
    );
  }
  if (!areAdjacent(views, words)) {
    throw new UsageError(
      `Name all views together, before or after the flags: ${views.map(quoted).join(', ')}. ` +
        '-r, -c and -m take no value; --route, --controller and --model do.',
    );
  }
}

function areAdjacent(views: readonly string[], words: readonly string[]): boolean {
  return words.some((_, start) => views.every((view, index) => words[start + index] === view));
}

/** The flags of `scaffold make:resource`. */
export type MakeResourceFlags = Omit<MakeResourceOptions, 'fields' | 'name' | 'projectPath'> &
  GrowthFlags;

/** Runs `scaffold make:resource`: it checks the words, plans the resource in memory, and writes it at once. */
export async function runMakeResource(
  name: string,
  fields: readonly string[],
  flags: MakeResourceFlags,
  invocation: Invocation,
): Promise<void> {
  const options = { ...flags, name, fields };
  // The schematic checks the words too, but only after it has waited for other runs.
  parseFields(fields);
  parseUnique(flags.unique);
  if (flags.guard !== undefined) {
    guardNamed(flags.guard);
  }
  resourceNames(options, new Set(), 'int', DEFAULT_LAYOUT);
  const needed = flags.api ? installing(invocation) : {};
  await grow({ schematic: 'make-resource', options, ...needed }, invocation);
}

/** The flags of `scaffold make:model`. */
export type MakeModelFlags = Omit<MakeModelOptions, 'fields' | 'name' | 'projectPath'> &
  GrowthFlags;

/** Runs `scaffold make:model`: it checks the words, plans the model in memory, and writes it at once. */
export async function runMakeModel(
  name: string,
  fields: readonly string[],
  flags: MakeModelFlags,
  invocation: Invocation,
): Promise<void> {
  const options = { ...flags, name, fields };
  // The schematic checks the words too, but only after it has waited for other runs.
  modelView(options);
  parseFields(fields);
  parseUnique(flags.unique);
  await grow({ schematic: 'make-model', options }, invocation);
}

/** The flags of `scaffold add:field`. */
export type AddFieldFlags = Omit<AddFieldOptions, 'fields' | 'name' | 'projectPath'> & GrowthFlags;

/** Runs `scaffold add:field`: it checks the words, plans all changes in memory, and writes them at once. */
export async function runAddField(
  name: string,
  fields: readonly string[],
  flags: AddFieldFlags,
  invocation: Invocation,
): Promise<void> {
  // The schematic checks the words too, but only after it has waited for other runs.
  segmentsOf(name, 'resource');
  parseNewFields(fields, name);
  await grow({ schematic: 'add-field', options: { ...flags, name, fields } }, invocation);
}

/** The flags of `scaffold make:api`. */
export type MakeApiFlags = Omit<MakeApiOptions, 'name' | 'projectPath'> & GrowthFlags;

/** Runs `scaffold make:api`: it plans all files in memory, writes them at once, and installs what the first API needs. */
export async function runMakeApi(
  name: string,
  options: MakeApiFlags,
  invocation: Invocation,
): Promise<void> {
  await grow(
    { schematic: 'make-api', options: { ...options, name }, ...installing(invocation) },
    invocation,
  );
}

/** The flags of `scaffold upgrade`. */
export type UpgradeFlags = Omit<UpgradeOptions, 'names' | 'projectPath'> & GrowthFlags;

/** Runs `scaffold upgrade`: it plans all changes in memory, and writes those of the names without conflicts at once. */
export async function runUpgrade(
  names: readonly string[],
  flags: UpgradeFlags,
  invocation: Invocation,
): Promise<void> {
  await grow(
    { schematic: 'upgrade', options: { ...flags, names }, ...installing(invocation) },
    invocation,
  );
}

/** The flags of `scaffold make:auth`. */
export type MakeAuthFlags = Omit<MakeAuthOptions, 'projectPath'> & GrowthFlags;

/** Runs `scaffold make:auth`: it plans all files in memory, writes them at once, and installs the new packages. */
export async function runMakeAuth(flags: MakeAuthFlags, invocation: Invocation): Promise<void> {
  await grow(
    { schematic: 'make-auth', options: { ...flags }, ...installing(invocation) },
    invocation,
  );
}

/** Installs new packages in the application. Without an environment, `scaffold setup` installs them later. */
function installing(invocation: Invocation): Pick<GrowthRequest, 'install' | 'root'> {
  const root = projectRoot(process.cwd());
  const hasEnvironment = existsSync(join(root, VENV_PYTHON));
  return { root, install: hasEnvironment ? () => installIn(root, invocation) : undefined };
}

async function installIn(root: string, invocation: Invocation): Promise<void> {
  const { setUpPython } = await import('../../setup/python-environment');
  const { signal, terminal } = invocation;
  await withRemedy(
    invocation,
    () => withProgress(terminal, (logger) => setUpPython({ root, logger, signal })),
    () => 'The files are written. Run `scaffold setup`, then migrate the database.',
  );
}
