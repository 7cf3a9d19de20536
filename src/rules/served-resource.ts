// Specs: spec/make-api/index.spec.ts
import { chain, type Rule, SchematicsException } from '@angular-devkit/schematics';
import type { App } from '../app/app';
import { stageEdits } from '../edit';
import type { GuardOption } from '../naming/guards';
import type { ResourceNames } from '../naming/resource-names';
import { jsonName } from '../view/api-fields';
import { apiState } from '../view/api-state';
import type { NamedLook } from '../view/asked';
import { columnsOff } from '../view/form-state';
import { existingViews } from '../view/look';
import { testsState } from '../view/tests-state';
import { addApi, checkApi, reportApi } from './api';
import { adviseLacks } from './api-lacks';
import { addTokens, lacksTokens } from './api-tokens';
import { allOf, NOTHING, tell } from './outcome';
import { ownedBy } from './request';

/** @throws SchematicsException if `new` did not make an application. */
export function refuseOthersApi({ isOurs }: Pick<App, 'isOurs'>): void {
  if (!isOurs) {
    throw new SchematicsException('The JSON API needs an application that `scaffold new` made.');
  }
}

/**
 * Adds a resource that exists to the JSON API.
 *
 * @param looksNow Its views, as the project has them by now.
 * @param options Those of the run.
 */
export function serveResource(
  app: App,
  names: ResourceNames,
  looksNow: () => Promise<readonly NamedLook[]>,
  { guard }: { readonly guard?: GuardOption } = {},
): Rule {
  return async () => {
    const { project } = app;
    const views = await existingViews(app, await looksNow());
    await checkApi(project, names, views);
    const tests = await testsState(app, names, views);
    const form = views.find((view) => view.form)?.form;
    const off = new Set(form && (await columnsOff(project, form)).map(jsonName));
    const state = apiState(app, names, views, tests, { offForm: off });
    const lacks = await adviseLacks(project, state, views, guard !== undefined);
    const { model, name } = names;
    project.changes.ask({ resource: name }, { options: { api: true } }, ownedBy(model));
    const tokens = lacksTokens(project) ? await addTokens(project) : NOTHING;
    const { edits, notes } = allOf([tokens, await addApi(project, state)]);
    return chain([
      stageEdits(edits, project),
      tell([...notes, ...lacks, ...reportApi(project, state, edits, lacks.length === 0)], project),
    ]);
  };
}
