import { chain, type Rule } from '@angular-devkit/schematics';
import { indexOf } from '../app/index-app';
import { stageEdits } from '../edit';
import { parseFields } from '../fields/field-list';
import { parseUnique } from '../fields/unique-together';
import { growing } from '../growing';
import { DEFAULT_LAYOUT } from '../layout';
import { addViews, planViews } from '../make-view/plan-views';
import { guardNamed } from '../naming/guards';
import { resourceNames } from '../naming/resource-names';
import type { WithFiles } from '../project/files';
import type { Project } from '../project/project';
import { rememberViews } from '../rules/request';
import { changeApi, refuseOthersApi, servedApi, serveResource } from '../rules/served-resource';
import { reportOnResource } from '../rules/report';
import { tell } from '../rules/tell';
import { type NamedLook, urlsOf } from '../view/asked';
import { existingViews, lookAtAll } from '../view/look';
import type { Templates } from '../templates/templates';
import { changeViews, refuseConflicts } from '../rules/changed-parts';
import { follow, followers, lookAtFollowers } from '../rules/following';
import { allOf, noted, NOTHING } from '../rules/outcome';
import { adviseLeftOpen } from '../rules/left-open';
import { refuseLostCalls } from '../rules/lost-calls';
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
  return growing({ files, projectPath }, async (app, templates) => {
    const { project } = app;
    if (api) {
      refuseOthersApi(app);
    }
    const index = await indexOf(app);
    const asked = await askedResource(project, options, fields, index);
    const resource = urlsOf(asked.after);
    const made = addViews(
      project,
      () => lookAtAll(project, asked.after, { fields, index, resource, templates, unique }),
      (views) => addResource(project, asked, views, options, templates),
    );
    const looksNow = (): Promise<NamedLook[]> => looksAfter(project, asked);
    return api ? chain([made, serveResource(project, asked.whole, looksNow, templates)]) : made;
  });
}

/** Adds and changes the views of a resource, and then what belongs to them. */
function addResource(
  project: Project,
  asked: AskedResource,
  views: Views,
  options: Pick<MakeResourceOptions, 'namespace'>,
  templates: Templates,
): Rule {
  return async (tree) => {
    const own = askedOf(views, asked);
    const known = await followers(project, own);
    rememberViews(project, own, options, known.resources);
    const following = await lookAtFollowers(project, own, known, templates);
    const before = await existingViews(project, asked.before, templates);
    const change = await changeViews(project, before, views, asked.change);
    const made = planViews(own, change);
    // Other applications have no tests, sections and navigation that a run could add to.
    const around = own[0].index
      ? undefined
      : await lookAround(project, asked, views, before, templates);
    const served = await servedApi(project, asked.whole, asked.before, templates);
    let followed = NOTHING;
    const carryOn: Rule = async () => {
      followed = await follow(project, tree, following, asked.change, templates);
      const api = await changeApi(
        project,
        asked.whole,
        served,
        () => looksAfter(project, asked),
        templates,
      );
      if (asked.change) {
        refuseConflicts(asked.change, api);
      }
      return stageEdits(api.edits, project);
    };
    const surround: Rule = async () => {
      await refuseLostCalls(project, before, views);
      const outcome = allOf([
        noted(...(await adviseLeftOpen(project, own))),
        around ? await planAround(project, asked, views, around, templates) : NOTHING,
      ]);
      return chain([
        stageEdits(outcome.edits, project),
        tell(
          reportOnResource(asked.whole, own, allOf([made, followed]), outcome, asked.guard),
          project,
        ),
      ]);
    };
    return chain([stageEdits(made.edits, project), carryOn, surround]);
  };
}

/** The views that the run was asked for. */
function askedOf(views: Views, { actions }: AskedResource): Views {
  const [first = views[0], ...others] = views.filter(
    ({ names: { action } }) => action && actions.includes(action),
  );
  return [first, ...others];
}
