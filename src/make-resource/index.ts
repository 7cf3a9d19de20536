import { chain, type Rule } from '@angular-devkit/schematics';
import { stageEdits } from '../edit';
import { DEFAULT_LAYOUT } from '../layout';
import { refuseOthers } from '../layout/made-by-new';
import { planView } from '../make-view/plan-view';
import type { ResourceView } from '../naming/resource-names';
import type { Files } from '../project/files';
import { Project } from '../project/project';
import { addLink } from '../rules/navigation';
import { allOf } from '../rules/outcome';
import { reportOnResource } from '../rules/resource-report';
import { tell } from '../rules/tell';
import { lookAt } from '../view/look';
import { navigationState } from '../view/navigation-state';
import { lookAtResource, type MadeView } from '../view/resource';
import { Templates } from '../view/templates';
import type { MakeResourceOptions } from './options';

/** `files` reads the project, if the host can do that faster than through the Tree. */
type Options = MakeResourceOptions & { readonly files?: Files };

/**
 * Adds a resource to a Flask application: its pages, what serves them, and what belongs to them.
 *
 * @throws UsageError if a name or a URL is wrong, SchematicsException and SourceError if the project does not allow it.
 */
export function makeResource({ files, projectPath = '.', ...options }: Options): Rule {
  return async (tree) => {
    const project = new Project(tree, projectPath, DEFAULT_LAYOUT, files);
    refuseOthers(project, 'make:resource');
    const templates = await Templates.load();
    const resource = await lookAtResource(project, options);
    const urls = new Map(resource.views.map(({ action, names }) => [action, names.route.path]));
    const made: MadeView[] = [];
    const addView =
      ({ options: own }: ResourceView): Rule =>
      async () => {
        const view = await lookAt(project, own, templates, urls);
        const outcome = planView(view);
        made.push({ view, outcome });
        return stageEdits(outcome.edits, project);
      };
    const surround: Rule = async () => {
      const others = [
        addLink(
          await navigationState(
            project,
            made.map(({ view }) => view),
          ),
        ),
      ];
      const outcome = allOf(others);
      return chain([
        stageEdits(outcome.edits, project),
        tell(reportOnResource(resource, made, outcome)),
      ]);
    };
    return chain([...resource.views.map(addView), surround]);
  };
}
