// Specs: spec/rules/owner.spec.ts
import { controllerNames } from '../naming/controller-names';
import type { ModelNames } from '../naming/model-names';
import { moduleOf } from '../project/class-place';
import { findController, methodOf } from '../project/controllers';
import type { Project } from '../project/project';
import type { ClassValues } from './template-values';

/** What selects the records of a model that the user owns, who alone sees them. */
export interface OwnerScope {
  readonly names: ModelNames;
  /** `RecipeController().recipes()` */
  readonly query: string;
  readonly controller: ClassValues;
  /** The column with the key of the owner, and the column of the user that it refers to; undefined if a person rewrote that. */
  readonly owner: { readonly column: string; readonly key: string } | undefined;
}

/**
 * What a controller selects for the owner of records.
 *
 * @param name Of the controller: `recipe_comment`.
 * @returns undefined if others see the records, too.
 */
export async function ownerScope(
  project: Project,
  name: string,
  names: ModelNames,
): Promise<OwnerScope | undefined> {
  const place = project.has(project.layout.auth)
    ? await findController(project, controllerNames(undefined, name, project.layout))
    : undefined;
  const text = (place && methodOf(place, names.records)?.body.text) ?? '';
  if (!place || !text.includes('current_user')) {
    return undefined;
  }
  const { name: className } = place.definition;
  const [, column, key] = /(\w+) ?==? ?current_user\.(\w+)/.exec(text) ?? [];
  return {
    names,
    query: `${className}().${names.records}()`,
    controller: { className, module: moduleOf(place.source) },
    owner: column === undefined || key === undefined ? undefined : { column, key },
  };
}
