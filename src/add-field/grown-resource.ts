// Specs: spec/add-field/index.spec.ts
import { UsageError } from '../errors';
import type { Field } from '../fields/words';
import type { ResourceNames, ResourceOptions } from '../naming/resource-names';
import type { ClassPlace } from '../project/class-place';
import type { Project } from '../project/project';
import { existingLooks } from '../view/existing-guard';
import { existingViews, lookAt } from '../view/look';
import type { FieldsState } from '../view/model-fields';
import type { ModelState } from '../view/model-state';
import { findResource, refusalOf, resourceSegments } from '../view/resource';
import type { Templates } from '../templates/templates';
import { type TestsState, testsState } from '../view/tests-state';
import { ownModel, type View } from '../view/view';

/** A resource that exists, and the fields that it is to get. */
export interface GrownResource {
  readonly names: ResourceNames;
  readonly place: ClassPlace;
  readonly model: ModelState;
  readonly fields: FieldsState;
}

/** What a resource consists of beside its model, as far as the project has it. */
export interface ResourceParts {
  readonly views: readonly View[];
  readonly tests: TestsState | undefined;
}

/**
 * Looks at the model of a resource, and at the fields that it is to get.
 *
 * @throws UsageError if a name is wrong or the model is missing, SchematicsException without a database.
 */
export async function lookAtGrown(
  project: Project,
  typed: ResourceOptions,
  fields: readonly Field[],
  templates: Templates,
): Promise<GrownResource> {
  const options = { ...typed, name: folderOf(project, typed.name) };
  const { names, place } = await findResource(project, options);
  if (place === undefined) {
    throw new UsageError(await refusalOf(project, names, fields));
  }
  const { model, namespace } = options;
  const list = { name: `${names.name}.index`, fields, model, namespace };
  const state = ownModel(await lookAt(project, list, templates));
  if (state?.fields === undefined) {
    throw new UsageError(await refusalOf(project, names, fields));
  }
  return { names, place, model: state, fields: state.fields };
}

/** The name of a resource that exists: people also name it by its model. */
export function folderOf(project: Project, typed: string): string {
  const { routes, templates } = project.layout;
  const segments = resourceSegments(typed, (folders) =>
    [routes, templates].some((each) => project.filesIn([each, ...folders].join('/')).length > 0),
  );
  return segments.join('.');
}

/** The parts of a resource that exist, as this run would make them with the model as it is. */
export async function partsOf(
  project: Project,
  names: ResourceNames,
  templates: Templates,
): Promise<ResourceParts> {
  const looks = await existingLooks(project, names.views);
  const views = await existingViews(project, looks, templates);
  return {
    views,
    tests: views.length > 0 ? await testsState(project, names, views, templates) : undefined,
  };
}
