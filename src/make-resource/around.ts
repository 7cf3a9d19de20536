// Specs: spec/rules/resource-tests.spec.ts
import type { ResourceNames } from '../naming/resource-names';
import type { Project } from '../project/project';
import { refuseConflicts } from '../rules/changed-parts';
import { addLink } from '../rules/navigation';
import { allOf, type Outcome } from '../rules/outcome';
import { addTests, changeTests } from '../rules/resource-tests';
import { changeSections } from '../rules/sections';
import { navigationState } from '../view/navigation-state';
import { resourcesAbove, type SectionPage, sectionPages } from '../view/section-pages';
import type { Templates } from '../templates/templates';
import { type TestsState, testsState } from '../view/tests-state';
import { ownModel, type View, type Views } from '../view/view';
import type { AskedResource } from './asked-resource';

/** What a project has around the views of a resource. */
interface Around {
  /** The resources on whose pages its records are. */
  readonly above: readonly ResourceNames[];
  /** These pages, as they would be made. */
  readonly pages: readonly SectionPage[];
  /** Its tests, as they would be made for the views that exist; undefined if the run changes none of these. */
  readonly tests: TestsState | undefined;
}

/**
 * Looks at what belongs to the views of a resource.
 *
 * @param views The asked ones, and those that the run changes.
 * @param before The views that exist, as the last run left them.
 */
export async function lookAround(
  project: Project,
  { whole }: AskedResource,
  views: Views,
  before: readonly View[],
  templates: Templates,
): Promise<Around> {
  const above = await resourcesAbove(project, ownModel(views[0])?.columns ?? [], whole.name);
  return {
    above,
    pages: await sectionPages(project, above, templates),
    tests: before.length > 0 ? await testsState(project, whole, before, templates) : undefined,
  };
}

/**
 * Adds what belongs to the views of a resource once they are made: the sections on the pages of what its records belong to, its
 * tests, and the link in the navigation.
 *
 * @param views The asked ones, and those that the run changes.
 * @throws SchematicsException if a person changed tests that a guard changes.
 */
export async function planAround(
  project: Project,
  { change: guard, whole }: AskedResource,
  views: Views,
  before: Around,
  templates: Templates,
): Promise<Outcome> {
  const pages = await sectionPages(project, before.above, templates);
  const tests = await testsState(project, whole, views, templates);
  const isOurs =
    guard === undefined || project.changes.isKnown({ resource: whole.name }, tests.path);
  const changed =
    before.tests?.generated && tests.existing !== undefined && isOurs
      ? await changeTests(project, before.tests, tests)
      : undefined;
  if (changed && guard) {
    refuseConflicts(guard, changed);
  }
  return allOf([
    await changeSections(project, before.pages, pages),
    changed ?? addTests(tests, guard),
    addLink(await navigationState(project, views)),
  ]);
}
