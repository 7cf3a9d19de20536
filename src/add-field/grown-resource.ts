// Specs: spec/add-field/index.spec.ts
import type { ResourceNames } from '../naming/resource-names';
import type { Project } from '../project/project';
import { apiPath, type ApiState, apiState } from '../view/api-state';
import { existingLooks } from '../view/present-guard';
import { existingViews } from '../view/look';
import { resourceSegments } from '../view/resource';
import { type SectionPage, sectionPages } from '../view/section-pages';
import type { Templates } from '../templates/templates';
import { type TestsState, testsState } from '../view/tests-state';
import type { View } from '../view/view';

/** What a resource consists of beside its model, as far as the project has it. */
export interface ResourceParts {
  readonly views: readonly View[];
  readonly tests: TestsState | undefined;
  /** Undefined if the API does not serve it. */
  readonly api: ApiState | undefined;
  /** The pages of what its records belong to. */
  readonly pages: readonly SectionPage[];
}

/** The name of a resource that exists: people also name it by its model. */
export function folderOf(project: Project, typed: string): string {
  const { routes, templates } = project.layout;
  const segments = resourceSegments(typed, (folders) =>
    [routes, templates].some((each) => project.filesIn([each, ...folders].join('/')).length > 0),
  );
  return segments.join('.');
}

/**
 * The parts of a resource that exist, as this run would make them with the model as it is.
 *
 * @param above The resources on whose pages its records are.
 */
export async function partsOf(
  project: Project,
  names: ResourceNames,
  above: readonly ResourceNames[],
  templates: Templates,
): Promise<ResourceParts> {
  const looks = await existingLooks(project, names.views);
  const views = await existingViews(project, looks, templates);
  const tests = views.length > 0 ? await testsState(project, names, views, templates) : undefined;
  const isServed = tests !== undefined && project.has(apiPath(project, names));
  return {
    views,
    tests,
    api: isServed ? apiState(project, names, views, tests, templates) : undefined,
    pages: await sectionPages(project, above, templates),
  };
}
