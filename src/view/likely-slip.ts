// Specs: spec/make-resource/index.spec.ts
import { dirname, posix } from 'node:path';
import { UsageError } from '../errors';
import { initOf } from '../layout';
import { modelOfClass, modelOfFolder } from '../naming/class-names';
import { nearestWord, quoted } from '../naming/spelling';
import type { ViewNames } from '../naming/view-names';
import type { ViewOptions } from '../naming/view-options';
import { pluralOf } from '../naming/words';
import { modelsIn } from '../project/models';
import type { Project } from '../project/project';
import { ownBlueprint } from './blueprint-state';
import type { ModelState } from './model-state';
import type { View } from './view';

/** Shorter names differ by a letter on purpose: `v1` and `v2`. */
const SHORTEST = 4;

/**
 * Refuses a view in a folder that does not exist yet and is nearly another one, or the singular of one: it would begin a
 * second model or a second namespace.
 *
 * @throws UsageError with the name that was probably meant, and how to insist.
 */
export async function refuseLikelySlip(
  project: Project,
  { parents, view }: ViewNames,
  { namespace = false }: ViewOptions,
): Promise<void> {
  const { layout } = project;
  const folders = view.split('.').slice(0, -1);
  const outer = namespace ? [] : folders.slice(0, -1);
  for (const [index, folder] of outer.entries()) {
    const around = posix.join(layout.routes, ...outer.slice(0, index));
    const meant = project.has(initOf(`${around}/${folder}`))
      ? undefined
      : nearFolder(folder, [...(await tablesIn(project)), ...project.foldersIn(around)]);
    if (meant !== undefined) {
      const { className } = modelOfFolder(folder, layout);
      const isModel = parents.some((parent) => parent.className === className);
      const name = folders.with(index, meant).join('.');
      throw new UsageError(
        `${quoted(folder)} would be a new ${isModel ? `model, ${className}` : 'namespace'}. Did you mean ${name}? If not, ` +
          `${isModel ? `run \`scaffold make:model ${className}\` first, or ` : ''}add --namespace.`,
      );
    }
  }
}

async function tablesIn(project: Project): Promise<string[]> {
  const models = await modelsIn(project);
  return models.map((name) => modelOfClass(name, project.layout).table);
}

/** The folder that was probably meant; undefined if the typed one is among them, or near to none. */
function nearFolder(typed: string, folders: readonly string[]): string | undefined {
  const plural = pluralOf(typed);
  const long = folders.filter(({ length }) => length >= SHORTEST);
  return !folders.includes(typed) && folders.includes(plural) ? plural : nearestWord(typed, long);
}

/** What was probably meant by the folders of a view: the last one may be the singular of one that exists. */
export function meantFolders(
  project: Project,
  { view }: ViewNames,
  blueprints: View['blueprints'],
  model: ModelState | undefined,
): View['meantFolders'] {
  const plural = pluralFolderIn(project, blueprints, model);
  return plural === undefined ? undefined : [...view.split('.').slice(0, -2), plural];
}

/** The plural of a new blueprint's name, if a folder beside its own has that name, or if a model exists for it. */
function pluralFolderIn(
  project: Project,
  blueprints: View['blueprints'],
  model: ModelState | undefined,
): string | undefined {
  const { found, isNew, names } = ownBlueprint({ blueprints });
  const plural = pluralOf(names.name);
  const isMissing = isNew || found === undefined;
  const hasModel = model?.place !== undefined && !model.isNew;
  return isMissing &&
    plural !== names.name &&
    (hasModel || project.foldersIn(dirname(names.folder)).includes(plural))
    ? plural
    : undefined;
}
