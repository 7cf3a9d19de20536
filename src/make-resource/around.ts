// Specs: spec/rules/resource-tests.spec.ts
import type { ResourceNames } from '../naming/resource-names';
import { carryParts, changeTests, type PageTests, pageTests } from '../rules/part-texts';
import { addLink, navigationState } from '../rules/navigation';
import { allOf, NOTHING, type Outcome, withLeft } from '../rules/outcome';
import { addTests } from '../rules/resource-tests';
import { partsAround, type ResourceParts, resourcesAbove } from '../view/resource-parts';
import { ownModel, type View, type Views } from '../view/view';
import type { AskedResource } from './asked-resource';

const REMEDY = 'To see them, move the file away and run this again.';

/** What a project has around the views of a resource. */
export interface Around {
  /** The resources on whose pages its records are. */
  readonly above: readonly ResourceNames[];
  /** The tests of these, which expect what their pages show. */
  readonly pageTests: PageTests;
  /** As they would be made for the views that exist; without tests if the run changes none of these. */
  readonly parts: Omit<ResourceParts, 'views'>;
}

/**
 * Looks at what belongs to the views of a resource.
 *
 * @param views The asked ones, and those that the run changes.
 * @param before The views that exist, as the last run left them.
 */
export async function lookAround(
  { whole }: AskedResource,
  views: Views,
  before: readonly View[],
): Promise<Around> {
  const { app } = views[0];
  const above = await resourcesAbove(app, ownModel(views[0])?.columns ?? []);
  return {
    above,
    pageTests: await pageTests(app, above),
    parts: await partsAround(app, whole, before, { above }),
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
  { change: guard, whole }: AskedResource,
  views: Views,
  { above, parts: before }: Around,
): Promise<Outcome> {
  const { app } = views[0];
  const { project } = app;
  const { pages, tests } = await partsAround(app, whole, views, { above });
  const sections = await carryParts(project, [{ pages: before.pages }], [{ pages }]);
  const own = await changeTests(app, whole, { before: before.tests, after: tests }, guard);
  return allOf([
    withLeft(sections, 'what belongs to its record'),
    own
      ? withLeft(own, 'tests of further actions', REMEDY)
      : tests
        ? addTests(tests, guard)
        : NOTHING,
    addLink(await navigationState(views)),
  ]);
}
