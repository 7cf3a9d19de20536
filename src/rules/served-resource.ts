// Specs: spec/make-api/index.spec.ts
import { chain, type Rule, SchematicsException } from '@angular-devkit/schematics';
import type { App } from '../app/app';
import { stageEdits } from '../edit';
import type { GuardOption } from '../naming/guards';
import type { ResourceNames } from '../naming/resource-names';
import { enumeration } from '../naming/spelling';
import type { Column } from '../project/column-type';
import type { Project } from '../project/project';
import { jsonName } from '../view/api-fields';
import { apiState } from '../view/api-state';
import type { NamedLook } from '../view/asked';
import { columnsOff, type FormState } from '../view/form-state';
import { existingViews } from '../view/look';
import { testsState } from '../view/tests-state';
import { addApi, checkApi, reportApi } from './api';
import { adviseLacks } from './api-lacks';
import { addTokens, lacksTokens } from './api-tokens';
import { allOf, type Note, NOTHING, tell, warningIf } from './outcome';
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
    const off = form ? await columnsOff(project, form) : [];
    const state = apiState(app, names, views, tests, { offForm: new Set(off.map(jsonName)) });
    const lacks = await adviseLacks(project, state, views, guard !== undefined);
    const { model, name } = names;
    project.changes.ask({ resource: name }, { options: { api: true } }, ownedBy(model));
    const tokens = lacksTokens(project) ? await addTokens(project) : NOTHING;
    const { edits, notes } = allOf([tokens, await addApi(project, state)]);
    return chain([
      stageEdits(edits, project),
      tell(
        [
          ...notes,
          ...lacks,
          ...(edits.length > 0 && form ? await adviseUnsent(project, name, form, off) : []),
          ...reportApi(project, state, edits, lacks.length === 0),
        ],
        project,
      ),
    ]);
  };
}

/** Warns of values that records need, and that programs cannot send because the form of another resource does not ask for them. */
async function adviseUnsent(
  { changes }: Project,
  resource: string,
  { names, place }: FormState,
  off: readonly Column[],
): Promise<Note[]> {
  const path = place?.source.path ?? '';
  const isOwn = (await changes.generatedMember({ resource }, path, names.className)) !== undefined;
  const needed = off.filter((each) => !each.isNullable && each.default === undefined);
  return warningIf(
    !isOwn &&
      needed.length > 0 &&
      `The API of ${resource} takes no ${enumeration(needed.map(jsonName))}, because the form has no field for it, so it makes no ` +
        `record unless the model sets the value. Once the form has the field, run \`scaffold make:api ${resource}\`.`,
  );
}
