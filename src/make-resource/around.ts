// Specs: spec/rules/resource-tests.spec.ts
import type { Project } from '../project/project';
import { addLink } from '../rules/navigation';
import { allOf, NOTHING, type Outcome } from '../rules/outcome';
import { linkFromParent } from '../rules/parent-link';
import { addTests, growTests } from '../rules/resource-tests';
import { partsOf } from '../view/grown-resource';
import { navigationState } from '../view/navigation-state';
import type { PageState } from '../view/page-state';
import { parentPage } from '../view/parent-page';
import type { Templates } from '../templates/templates';
import { type TestsState, testsState } from '../view/tests-state';
import type { Views } from '../view/view';
import type { AskedResource } from './asked-resource';

/** What a project has around the views of a resource. */
interface Around {
  /** The page of the record that it belongs to, as it would be made; undefined if it is missing. */
  readonly parent: PageState | undefined;
  /** The tests of all its actions that exist, as they would be made; undefined if its blueprint has no route. */
  readonly tests: TestsState | undefined;
}

/** Looks at what belongs to the views of a resource. */
export async function lookAround(
  project: Project,
  { whole }: AskedResource,
  [{ route }]: Views,
  templates: Templates,
): Promise<Around> {
  return {
    parent: await parentPage(project, whole, templates),
    tests: route.own.length > 0 ? (await partsOf(project, whole, templates)).tests : undefined,
  };
}

/**
 * Adds what belongs to the views of a resource once they are made: the link from the page that it belongs to, its tests, and
 * the link in the navigation.
 */
export async function planAround(
  project: Project,
  asked: AskedResource,
  views: Views,
  before: Around,
  templates: Templates,
): Promise<Outcome> {
  const { former, whole } = asked;
  const list = views.find(({ names }) => names.action === 'index');
  const after = await lookAround(project, asked, views, templates);
  return allOf([
    before.parent && list
      ? await linkFromParent(
          project,
          before.parent,
          after.parent,
          `${list.route.endpoints}.index`,
          {
            resource: whole.name.replace(/\.[^.]*$/, ''),
          },
        )
      : NOTHING,
    before.tests?.existing !== undefined && before.tests.generated && after.tests && !former
      ? await growTests(project, before.tests, after.tests)
      : addTests(await testsState(project, whole, views, templates), former?.hasTests),
    addLink(await navigationState(project, views)),
  ]);
}
