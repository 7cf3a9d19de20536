// Specs: spec/rules/owner.spec.ts
import { controllerNames } from '../naming/controller-names';
import type { ModelNames } from '../naming/model-names';
import { type ClassPlace, moduleOf } from '../project/class-place';
import { findController, methodOf } from '../project/controllers';
import type { Project } from '../project/project';
import { classesOf } from '../python/definitions';
import type { ClassValues } from '../templates/code-values';

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
 * @param names Of the model.
 * @param controllers The first of these that exists tells, such as `recipe_comment`; if none does, any other of the model.
 * @returns undefined if others see the records, too.
 */
export async function ownerScope(
  project: Project,
  names: ModelNames,
  ...controllers: readonly string[]
): Promise<OwnerScope | undefined> {
  if (!project.has(project.layout.auth)) {
    return undefined;
  }
  for (const name of controllers) {
    const place = await findController(project, controllerNames(undefined, name, project.layout));
    if (place) {
      return scopeIn(place, names);
    }
  }
  for await (const place of controllersOf(project, names)) {
    const scope = scopeIn(place, names);
    if (scope) {
      return scope;
    }
  }
  return undefined;
}

/** The controllers that select the records of a model, whatever they are called. */
async function* controllersOf(
  project: Project,
  { className, records }: ModelNames,
): AsyncGenerator<ClassPlace, void> {
  const paths = project.pythonFilesIn(project.layout.controllers).filter((path) => {
    const text = project.text(path);
    return text.includes(`def ${records}(self)`) && text.includes(`select(${className})`);
  });
  for (const path of paths) {
    const source = await project.source(path);
    if (source) {
      yield* classesOf(source).map((definition) => ({ source, definition }));
    }
  }
}

function scopeIn(place: ClassPlace, names: ModelNames): OwnerScope | undefined {
  const text = methodOf(place, names.records)?.body.text ?? '';
  if (!text.includes('current_user')) {
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
