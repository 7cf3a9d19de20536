// Specs: spec/add-field/index.spec.ts
import type { ResourceNames } from '../naming/resource-names';
import type { Project } from '../project/project';
import { apiPath, type ApiState, apiState } from './api-state';
import { existingViews } from './look';
import { existingLooks } from './present-guard';
import { type SectionPage, sectionPages } from './section-pages';
import type { Templates } from '../templates/templates';
import { type TestsState, testsState } from './tests-state';
import type { View } from './view';

/** What a resource consists of beside its model, as far as the project has it. */
export interface ResourceParts {
  readonly views: readonly View[];
  readonly tests: TestsState | undefined;
  /** Undefined if the API does not serve it. */
  readonly api: ApiState | undefined;
  /** The pages of what its records belong to. */
  readonly pages: readonly SectionPage[];
}

/**
 * The parts of a resource that exist, as this run would make them with the model as it is.
 *
 * @param above The resources on whose pages its records are.
 */
async function partsOf(
  project: Project,
  names: ResourceNames,
  above: readonly ResourceNames[],
  templates: Templates,
): Promise<ResourceParts> {
  const looks = await existingLooks(project, names.views);
  const views = await existingViews(project, looks, templates);
  return { views, ...(await partsAround(project, names, views, above, templates)) };
}

/** The parts of a resource around its views. */
export async function partsAround(
  project: Project,
  names: ResourceNames,
  views: readonly View[],
  above: readonly ResourceNames[],
  templates: Templates,
): Promise<Omit<ResourceParts, 'views'>> {
  const tests = views.length > 0 ? await testsState(project, names, views, templates) : undefined;
  const isServed = tests !== undefined && project.has(apiPath(project, names));
  return {
    tests,
    api: isServed ? apiState(project, names, views, tests, templates) : undefined,
    pages: await sectionPages(project, above, templates),
  };
}

/** The parts of several resources of one model. */
export async function partsOfAll(
  project: Project,
  resources: readonly ResourceNames[],
  above: readonly ResourceNames[],
  templates: Templates,
): Promise<ResourceParts[]> {
  const parts: ResourceParts[] = [];
  for (const [index, names] of resources.entries()) {
    // All resources of a model are on the same pages.
    parts.push(await partsOf(project, names, index === 0 ? above : [], templates));
  }
  return parts;
}
