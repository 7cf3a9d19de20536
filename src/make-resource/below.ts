// Specs: spec/rules/owner.spec.ts
import type { ResourceNames } from '../naming/resource-names';
import type { Project } from '../project/project';
import { changeViews, pairsOf } from '../rules/changed-parts';
import { allChanges, type PartsChange } from '../rules/outcome';
import { changeTests } from '../rules/resource-tests';
import { existingLooks } from '../view/present-guard';
import type { NamedLook } from '../view/asked';
import { existingViews } from '../view/look';
import { rememberedNames } from '../view/resource';
import type { Templates } from '../templates/templates';
import { type TestsState, testsState } from '../view/tests-state';
import type { View } from '../view/view';

/** A resource that belongs to another one: `posts.notes` of `posts`. */
interface Below {
  readonly names: ResourceNames;
  readonly looks: readonly NamedLook[];
  /** As they would be made before the run. */
  readonly views: readonly View[];
  readonly tests: TestsState;
}

/** Looks at resources that belong to another one, before a run changes that. */
export async function lookBelow(
  project: Project,
  resources: readonly string[],
  templates: Templates,
): Promise<Below[]> {
  const below: Below[] = [];
  for (const resource of resources) {
    for (const names of await rememberedNames(project, resource)) {
      const looks = await existingLooks(project, names.views);
      const views = await existingViews(project, looks, templates);
      below.push({
        names,
        looks,
        views,
        tests: await testsState(project, names, views, templates),
      });
    }
  }
  return below;
}

/** Makes the difference that a changed resource makes to those below it. */
export async function changeBelow(
  project: Project,
  below: readonly Below[],
  templates: Templates,
): Promise<PartsChange> {
  const changes: PartsChange[] = [];
  for (const { looks, names, tests, views: before } of below) {
    const views = await existingViews(project, looks, templates);
    changes.push(
      await changeViews(project, pairsOf(before, views), undefined),
      await changeTests(project, tests, await testsState(project, names, views, templates)),
    );
  }
  return allChanges(changes);
}
