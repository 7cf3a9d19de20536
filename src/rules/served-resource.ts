// Specs: spec/make-api/index.spec.ts
import { chain, type Rule, SchematicsException } from '@angular-devkit/schematics';
import type { App } from '../app/app';
import { stageEdits } from '../edit';
import type { ResourceNames } from '../naming/resource-names';
import type { Templates } from '../templates/templates';
import { apiState } from '../view/api-state';
import { existingLooks } from '../view/present-guard';
import { existingViews } from '../view/look';
import { testsState } from '../view/tests-state';
import { addApi, checkApi, reportApi } from './api';
import { addTokens, lacksTokens } from './api-tokens';
import { allOf, NOTHING } from './outcome';
import { ownedBy } from './request';
import { tell } from './tell';

/** @throws SchematicsException if `new` did not make an application. */
export function refuseOthersApi({ isOurs }: Pick<App, 'isOurs'>): void {
  if (!isOurs) {
    throw new SchematicsException('The JSON API needs an application that `scaffold new` made.');
  }
}

/** Adds a resource that exists to the JSON API. */
export function serveResource(
  project: App['project'],
  names: ResourceNames,
  templates: Templates,
): Rule {
  return async () => {
    const looks = await existingLooks(project, names.views);
    const views = await existingViews(project, looks, templates);
    await checkApi(project, names, views);
    const tests = await testsState(project, names, views, templates);
    const state = apiState(project, names, views, tests, templates);
    const { model, name } = names;
    project.changes.ask({ resource: name }, { options: { api: true } }, ownedBy(model));
    const tokens = lacksTokens(project) ? await addTokens(project) : NOTHING;
    const { edits, notes } = allOf([tokens, await addApi(project, state)]);
    return chain([
      stageEdits(edits, project),
      tell([...notes, ...reportApi(project, state, edits)], project),
    ]);
  };
}
