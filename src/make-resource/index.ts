import { chain, type Rule } from '@angular-devkit/schematics';
import { stageEdits } from '../edit';
import { parseFields } from '../fields/field-list';
import { DEFAULT_LAYOUT } from '../layout';
import { isMadeByNew } from '../layout/made-by-new';
import { addViews } from '../make-view/add-views';
import { planViews } from '../make-view/plan-views';
import type { ResourceNames, ResourceView } from '../naming/resource-names';
import { TreeFiles, type WithFiles } from '../project/files';
import { Project } from '../project/project';
import { guardOption } from '../naming/guards';
import { guardTakenOver } from '../view/existing-guard';
import { refuseChangedMethods, refuseOpenMethods } from '../rules/guard-refusals';
import { addLink } from '../rules/navigation';
import { allOf, NOTHING, type Outcome } from '../rules/outcome';
import { linkFromParent } from '../rules/parent-link';
import { reportOnResource } from '../rules/resource-report';
import { addTests } from '../rules/resource-tests';
import { tell, tellIgnoredSettings, tellOwnTemplates } from '../rules/tell';
import { lookAtAll, type NamedLook } from '../view/look';
import { navigationState } from '../view/navigation-state';
import type { PageState } from '../view/page-state';
import { parentPage } from '../view/parent-page';
import { lookAtResource } from '../view/resource';
import { lookBefore, openMethods } from '../view/former-resource';
import { Templates } from '../view/templates';
import { testsState } from '../view/tests-state';
import type { Views } from '../view/view';
import type { MakeResourceOptions } from './options';

/**
 * Adds a resource to a Flask application: its pages, what serves them, and what belongs to them.
 *
 * @throws UsageError if a name or a URL is wrong, SchematicsException and SourceError if the project does not allow it.
 */
export function makeResource({
  fields: typed,
  files,
  projectPath = '.',
  ...options
}: WithFiles<MakeResourceOptions>): Rule {
  return async (tree) => {
    const fields = parseFields(typed);
    const found = files ?? new TreeFiles(tree, projectPath);
    const templates = await Templates.load(found);
    if (!isMadeByNew(found)) {
      const { makeResourceIn } = await import('../existing/make-resources');
      return chain([
        await makeResourceIn({ tree, projectPath, files: found }, options, fields, templates),
        tellOwnTemplates(templates),
      ]);
    }
    const project = new Project(tree, projectPath, DEFAULT_LAYOUT, files);
    const resource = await lookAtResource(project, { ...options, hasFields: fields.length > 0 });
    const guard = guardOption(options.guard);
    const before = guard && (await lookBefore(project, resource, fields, templates));
    if (guard && before) {
      refuseChangedMethods(guard, before.views.values());
      const { only: _, ...all } = options;
      const whole = await lookAtResource(project, { ...all, hasFields: fields.length > 0 });
      const asked = resource.views.map(({ action }) => action);
      const open = await openMethods(project, asked, whole, guard, templates);
      refuseOpenMethods(guard, resource.name, open);
    }
    const [first, ...others] = resource.views;
    const takenOver = await guardTakenOver(project, first.options, templates);
    const lookFor = ({ action, names, options: wanted }: ResourceView): NamedLook => ({
      names,
      options: { ...wanted, takenOver, former: before?.views.get(action) },
    });
    const parentBefore = await parentPage(project, resource, templates);
    return chain([
      addViews(
        project,
        () =>
          lookAtAll(project, [lookFor(first), ...others.map(lookFor)], {
            fields,
            templates,
            resource: resource.urls,
          }),
        (views) => {
          const made = planViews(views);
          const surround: Rule = async () => {
            const outcome = allOf([
              await parentLink(project, resource, views, parentBefore, templates),
              addTests(await testsState(project, resource, views, templates), before?.hasTests),
              addLink(await navigationState(project, views)),
            ]);
            return chain([
              stageEdits(outcome.edits, project),
              tell(reportOnResource(resource, views, made, outcome, options.guard), project),
            ]);
          };
          return chain([stageEdits(made.edits, project), surround]);
        },
      ),
      tellOwnTemplates(templates),
      tellIgnoredSettings(project),
    ]);
  };
}

/** The link to the list, on the page of the record that the resource belongs to. */
async function parentLink(
  project: Project,
  resource: ResourceNames,
  views: Views,
  before: PageState | undefined,
  templates: Templates,
): Promise<Outcome> {
  const list = views.find(({ names }) => names.action === 'index');
  return before && list
    ? linkFromParent(
        project,
        before,
        await parentPage(project, resource, templates),
        `${list.route.endpoints}.index`,
      )
    : NOTHING;
}
