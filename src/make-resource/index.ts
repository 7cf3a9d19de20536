import { chain, type Rule } from '@angular-devkit/schematics';
import type { App } from '../app/app';
import { stageEdits } from '../edit';
import { parseFields } from '../fields/field-list';
import { parseUnique } from '../fields/unique-together';
import { growing } from '../growing';
import { DEFAULT_LAYOUT } from '../layout';
import { addViews, planViews } from '../make-view/plan-views';
import { guardNamed } from '../naming/guards';
import { resourceNames } from '../naming/resource-names';
import type { WithFiles } from '../project/files';
import { adviseAllOwners } from '../rules/all-owners';
import { carryApi } from '../rules/api';
import { adviseUnknown } from '../rules/api-lacks';
import { rememberViews } from '../rules/request';
import { refuseOthersApi, serveResource } from '../rules/served-resource';
import { reportOnResource } from '../rules/report';
import { allOf, noted, NOTHING, tell } from '../rules/outcome';
import { type NamedLook, urlsOf } from '../view/asked';
import { existingViews, lookAtAll } from '../view/look';
import { changeViews, followPages } from '../rules/part-texts';
import { guardOperations, operationsToKeep, ownOperations } from '../rules/own-operations';
import { follow, followers, lookAtFollowers } from '../rules/following';
import { adviseLeftOpen, refuseAdoptedMethod, refuseLostCalls } from '../rules/left-open';
import { partsAround } from '../view/resource-parts';
import type { Views } from '../view/view';
import { lookAround, planAround } from './around';
import { type AskedResource, askedResource, looksAfter } from './asked-resource';
import type { MakeResourceOptions } from './options';

/**
 * Adds a resource to a Flask application: its pages, what serves them, and what belongs to them.
 *
 * @throws UsageError if a name or a URL is wrong, SchematicsException and SourceError if the project does not allow it.
 */
export function makeResource({
  api = false,
  fields: typed,
  files,
  projectPath,
  unique: together,
  ...options
}: WithFiles<MakeResourceOptions>): Rule {
  const fields = parseFields(typed);
  const unique = parseUnique(together);
  if (options.guard !== undefined) {
    guardNamed(options.guard);
  }
  resourceNames(options, new Set(), 'int', DEFAULT_LAYOUT);
  return growing({ files, projectPath }, async (app) => {
    if (api) {
      refuseOthersApi(app);
    }
    const asked = await askedResource(app, options, fields);
    const resource = urlsOf(asked.after);
    const made = addViews(
      () => lookAtAll(app, asked.after, { fields, resource, unique }),
      (views) => addResource(app, asked, views, options),
    );
    const looksNow = (): Promise<NamedLook[]> => looksAfter(app.project, asked);
    return api ? chain([made, serveResource(app, asked.whole, looksNow, options)]) : made;
  });
}

/** Adds and changes the views of a resource, and then what belongs to them. */
function addResource(
  app: App,
  asked: AskedResource,
  views: Views,
  options: Pick<MakeResourceOptions, 'namespace'>,
): Rule {
  return async (tree) => {
    const { isOurs, project } = app;
    const own = askedOf(views, asked);
    const known = await followers(own);
    const before = await existingViews(app, asked.before);
    // Other applications have no tests, sections, API and navigation that a run could add to.
    const around = isOurs ? await lookAround(asked, views, before) : undefined;
    const served = around?.parts.api;
    const operations = await ownOperations(own[0], served);
    rememberViews(own, options, known.resources, operationsToKeep(operations));
    const following = await lookAtFollowers(own, known);
    refuseAdoptedMethod(before, views);
    const change = await changeViews(before, views, asked.change);
    const made = planViews(own, change);
    let followed = NOTHING;
    const carryOn: Rule = async () => {
      const guarded = guardOperations(own[0], operations, asked.guard);
      const now = served ? await existingViews(app, await looksAfter(project, asked)) : [];
      const isGuarding = asked.change !== undefined;
      const { api: after } = await partsAround(app, asked.whole, now, { isGuarding });
      const api = await carryApi(project, served, after, asked.change);
      const lacks = after && asked.guard ? await adviseUnknown(project, after, now) : [];
      followed = allOf([await follow(tree, following, asked.change), guarded, noted(...lacks)]);
      return chain([stageEdits(api.edits, project), stageEdits(guarded.edits, project)]);
    };
    const surround: Rule = async () => {
      await refuseLostCalls(before, views);
      const done = allOf([made, followed]);
      const shown = done.edits.length > 0 ? await adviseAllOwners(own[0], operations) : [];
      const outcome = allOf([
        noted(...shown, ...(await adviseLeftOpen(own))),
        around ? await planAround(asked, views, around) : NOTHING,
      ]);
      return chain([
        stageEdits(outcome.edits, project),
        async () => {
          const tests = around ? await followPages(app, around.pageTests) : NOTHING;
          const all = allOf([outcome, tests]);
          return chain([
            stageEdits(tests.edits, project),
            tell(reportOnResource(asked.whole, own, done, all, asked.guard), project),
          ]);
        },
      ]);
    };
    return chain([stageEdits(made.edits, project), carryOn, surround]);
  };
}

function askedOf(views: Views, { actions }: AskedResource): Views {
  const [first = views[0], ...others] = views.filter(
    ({ names: { action } }) => action && actions.includes(action),
  );
  return [first, ...others];
}
