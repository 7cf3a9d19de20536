import { chain, type Rule } from '@angular-devkit/schematics';
import { stageEdits } from '../edit';
import { parseFields } from '../fields/field-list';
import { DEFAULT_LAYOUT } from '../layout';
import { isMadeByNew } from '../layout/made-by-new';
import { addView } from '../make-view/add-view';
import { planView } from '../make-view/plan-view';
import type { ResourceView } from '../naming/resource-names';
import { TreeFiles, type WithFiles } from '../project/files';
import { Project } from '../project/project';
import { guardOption } from '../naming/guards';
import { guardTakenOver } from '../view/existing-guard';
import { refuseChangedMethods, refuseOpenMethods } from '../rules/guard-refusals';
import { addLink } from '../rules/navigation';
import { allOf, NOTHING } from '../rules/outcome';
import { linkFromParent } from '../rules/parent-link';
import { type MadeView, reportOnResource } from '../rules/resource-report';
import { addTests } from '../rules/resource-tests';
import { tell, tellIgnoredSettings, tellOwnTemplates } from '../rules/tell';
import { lookAt } from '../view/look';
import { navigationState } from '../view/navigation-state';
import { parentPage } from '../view/parent-page';
import { lookAtResource } from '../view/resource';
import { lookBefore, openMethods } from '../view/former-resource';
import { Templates } from '../view/templates';
import { testsState } from '../view/tests-state';
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
    const [first] = resource.views;
    const takenOver = first && (await guardTakenOver(project, first.options, templates));
    const made: MadeView[] = [];
    const addAsked = (asked: ResourceView): Rule =>
      addView(
        project,
        () => {
          // The first view makes the model; for the others, it exists.
          const own = {
            ...asked.options,
            fields: made.length === 0 ? fields : [],
            former: before?.views.get(asked.action),
            takenOver,
          };
          return lookAt(project, own, templates, resource.urls);
        },
        (view) => {
          const outcome = planView(view);
          made.push({ view, outcome });
          return stageEdits(outcome.edits, project);
        },
      );
    const pageBefore = await parentPage(project, resource, templates);
    const surround: Rule = async () => {
      const views = made.map(({ view }) => view);
      const list = views.find(({ names }) => names.action === 'index');
      const outcome = allOf([
        pageBefore && list
          ? await linkFromParent(
              project,
              pageBefore,
              await parentPage(project, resource, templates),
              `${list.route.endpoints}.index`,
            )
          : NOTHING,
        addTests(await testsState(project, resource, views, templates), before?.hasTests),
        addLink(await navigationState(project, views)),
      ]);
      return chain([
        stageEdits(outcome.edits, project),
        tell(reportOnResource(resource, made, outcome, options.guard), project),
      ]);
    };
    return chain([
      ...resource.views.map(addAsked),
      surround,
      tellOwnTemplates(templates),
      tellIgnoredSettings(project),
    ]);
  };
}
