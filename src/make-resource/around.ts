// Specs: spec/rules/resource-tests.spec.ts
import type { Project } from '../project/project';
import { refuseConflicts } from '../rules/changed-parts';
import { addLink } from '../rules/navigation';
import { allOf, NOTHING, type Outcome } from '../rules/outcome';
import { linkFromParent } from '../rules/parent-link';
import { addTests, changeTests } from '../rules/resource-tests';
import { navigationState } from '../view/navigation-state';
import type { PageState } from '../view/page-state';
import { parentPage } from '../view/parent-page';
import type { Templates } from '../templates/templates';
import { type TestsState, testsState } from '../view/tests-state';
import type { View, Views } from '../view/view';
import type { AskedResource } from './asked-resource';

/** What a project has around the views of a resource. */
interface Around {
  /** The page of the record that it belongs to, as it would be made; undefined if it is missing. */
  readonly parent: PageState | undefined;
  /** Its tests, as they would be made for the views that exist; undefined if the run changes none of these. */
  readonly tests: TestsState | undefined;
}

/**
 * Looks at what belongs to the views of a resource.
 *
 * @param before The views that exist, as the last run left them.
 */
export async function lookAround(
  project: Project,
  { whole }: AskedResource,
  before: readonly View[],
  templates: Templates,
): Promise<Around> {
  return {
    parent: await parentPage(project, whole, templates),
    tests: before.length > 0 ? await testsState(project, whole, before, templates) : undefined,
  };
}

/**
 * Adds what belongs to the views of a resource once they are made: the link from the page that it belongs to, its tests, and
 * the link in the navigation.
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
  const list = views.find(({ names }) => names.action === 'index');
  const parent = before.parent && list && (await parentPage(project, whole, templates));
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
    before.parent && list
      ? await linkFromParent(project, before.parent, parent, `${list.route.endpoints}.index`, {
          resource: whole.name.replace(/\.[^.]*$/, ''),
        })
      : NOTHING,
    changed ?? addTests(tests, guard),
    addLink(await navigationState(project, views)),
  ]);
}
