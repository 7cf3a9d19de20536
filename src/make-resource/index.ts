import { chain, type Rule } from '@angular-devkit/schematics';
import { indexOf } from '../app/index-app';
import { stageEdits } from '../edit';
import { parseFields } from '../fields/field-list';
import { parseUnique } from '../fields/unique-together';
import { growing } from '../growing';
import { DEFAULT_LAYOUT } from '../layout';
import { addViews, planViews } from '../make-view/plan-views';
import { guardNamed } from '../naming/guards';
import { resourceNames, type ResourceNames } from '../naming/resource-names';
import type { WithFiles } from '../project/files';
import type { Project } from '../project/project';
import { rememberViews } from '../rules/request';
import { changeApi, refuseOthersApi, servedApi, serveResource } from '../rules/served-resource';
import { reportOnResource } from '../rules/resource-report';
import { tell } from '../rules/tell';
import { type NamedLook, urlsOf } from '../view/asked';
import { existingViews, lookAtAll } from '../view/look';
import type { Templates } from '../templates/templates';
import { changeViews, refuseConflicts, withKnownPages } from '../rules/changed-parts';
import { carry, leftToAdd, type PartFiles } from '../rules/difference';
import { allChanges, allOf, noted, NOTHING, type Outcome } from '../rules/outcome';
import { textsOf } from '../rules/part-texts';
import { adviseLeftOpen } from '../rules/left-open';
import { refuseLostCalls } from '../rules/lost-calls';
import { addReaders, readersNow } from '../rules/readers';
import { rememberedNames, resourcesSharing } from '../view/resource';
import { partsOfAll } from '../view/resource-parts';
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
      (views) => {
        rememberViews(project, askedOf(views, asked), options, asked.below);
        return addResource(project, asked, views, templates);
      },
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
  templates: Templates,
): Rule {
  return async () => {
    const own = askedOf(views, asked);
    const couldRead = await readersNow(project, own);
    const before = await existingViews(project, asked.before, templates);
    const change = await changeViews(project, before, views, asked.change);
    const made = planViews(own, change);
    let readers: Outcome = NOTHING;
    // Other applications have no tests, sections and navigation that a run could add to.
    const around = own[0].index
      ? undefined
      : await lookAround(project, asked, views, before, templates);
    const below = await textsBelow(project, asked.below, templates);
    const served = await servedApi(project, asked.whole, asked.before, templates);
    const tellReaders: Rule = async () => {
      readers = await addReaders(project, own, couldRead, templates);
      // Others of the model have tests that say who reads its records.
      const all = readers.edits.length > 0 ? await resourcesSharing(project, asked.whole) : [];
      const look = (): Promise<PartFiles> => textsOfAll(project, all.slice(0, -1), templates);
      const beside = await look();
      const carryBeside: Rule = async () => {
        const { conflicts, edits } = await carry(project, beside, await look());
        const left = leftToAdd(conflicts, 'its new readers');
        return chain([stageEdits(edits, project), tell(left, project)]);
      };
      return chain([stageEdits(readers.edits, project), carryBeside]);
    };
    const carryOn: Rule = async () => {
      const now = await textsBelow(project, asked.below, templates);
      const carried = allChanges([
        await changeApi(project, asked.whole, served, () => looksAfter(project, asked), templates),
        await carry(project, below, now),
      ]);
      if (asked.change) {
        refuseConflicts(asked.change, carried);
      }
      return stageEdits(carried.edits, project);
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
          reportOnResource(asked.whole, own, allOf([made, readers]), outcome, asked.guard),
          project,
        ),
      ]);
    };
    return chain([stageEdits(made.edits, project), tellReaders, carryOn, surround]);
  };
}

/** What is generated of the resources that belong to another one. */
async function textsBelow(
  project: Project,
  below: readonly string[],
  templates: Templates,
): Promise<PartFiles> {
  const names = await Promise.all(below.map((resource) => rememberedNames(project, resource)));
  return textsOfAll(project, names.flat(), templates);
}

async function textsOfAll(
  project: Project,
  resources: readonly ResourceNames[],
  templates: Templates,
): Promise<PartFiles> {
  const parts = await partsOfAll(project, resources, [], templates);
  return textsOf(parts.map((each) => ({ ...each, views: withKnownPages(project, each.views) })));
}

/** The views that the run was asked for. */
function askedOf(views: Views, { actions }: AskedResource): Views {
  const [first = views[0], ...others] = views.filter(
    ({ names: { action } }) => action && actions.includes(action),
  );
  return [first, ...others];
}
