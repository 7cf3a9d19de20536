import { chain, type Rule } from '@angular-devkit/schematics';
import { stageEdits } from '../edit';
import { parseFields } from '../fields/field-list';
import { DEFAULT_LAYOUT } from '../layout';
import { isMadeByNew } from '../layout/made-by-new';
import { addViews } from '../make-view/add-views';
import { planViews } from '../make-view/plan-views';
import type { ResourceView } from '../naming/resource-names';
import { TreeFiles, type WithFiles } from '../project/files';
import { Project } from '../project/project';
import { guardOption } from '../naming/guards';
import { guardTakenOver } from '../view/existing-guard';
import { refuseChangedMethods, refuseOpenMethods } from '../rules/guard-refusals';
import { reportOnResource } from '../rules/resource-report';
import { tell, tellIgnoredSettings, tellOwnTemplates } from '../rules/tell';
import { lookAtAll, type NamedLook } from '../view/look';
import { lookAtResource } from '../view/resource';
import { lookBefore, openMethods } from '../view/former-resource';
import { Templates } from '../view/templates';
import type { MakeResourceOptions } from './options';
import { lookAround, planAround } from './around';

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
    const { only, ...all } = { ...options, hasFields: fields.length > 0 };
    const whole = await lookAtResource(project, all);
    const resource = only === undefined ? whole : await lookAtResource(project, { ...all, only });
    const guard = guardOption(options.guard);
    const former = guard && (await lookBefore(project, resource, fields, templates));
    if (guard && former) {
      refuseChangedMethods(guard, former.views.values());
      const asked = resource.views.map(({ action }) => action);
      const open = await openMethods(project, asked, whole, guard, templates);
      refuseOpenMethods(guard, resource.name, open);
    }
    const [first, ...others] = resource.views;
    const takenOver = await guardTakenOver(project, first.options, templates);
    const lookFor = ({ action, names, options: wanted }: ResourceView): NamedLook => ({
      names,
      options: { ...wanted, takenOver, former: former?.views.get(action) },
    });
    return chain([
      addViews(
        project,
        () =>
          lookAtAll(project, [lookFor(first), ...others.map(lookFor)], {
            fields,
            templates,
            resource: resource.urls,
          }),
        (views) => async () => {
          const made = planViews(views);
          const before = await lookAround(project, whole, views, templates);
          const surround: Rule = async () => {
            const around = await planAround(project, whole, views, { before, former }, templates);
            return chain([
              stageEdits(around.edits, project),
              tell(reportOnResource(whole, views, made, around, options.guard), project),
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
