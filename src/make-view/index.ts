import { chain, type Rule } from '@angular-devkit/schematics';
import { stageEdits } from '../edit';
import { growing, type Where } from '../growing';
import type { WithFiles } from '../project/files';
import type { Project } from '../project/project';
import { type Guard, guardOption, GUARDS } from '../naming/guards';
import { segmentsOf } from '../naming/segments';
import { actionOfView } from '../naming/view-names';
import {
  adviseGuard,
  adviseLeftOpen,
  adviseOwnedParents,
  adviseOwner,
  adviseTakeover,
  adviseUnread,
} from '../rules/guard-advice';
import { refuseChangedMethods, refuseOpenMethods } from '../rules/guard-refusals';
import { adviseLikelySlip } from '../rules/likely-slip';
import { adviseMethodsWithoutModel } from '../rules/methods-without-model';
import { adviseMissingKey } from '../rules/missing-key';
import { allOf, warning } from '../rules/outcome';
import { addReaders } from '../rules/readers';
import { report } from '../rules/report';
import { rememberViews } from '../rules/request';
import { tell } from '../rules/tell';
import { guardTakenOver } from '../view/existing-guard';
import { formerOf } from '../view/former';
import { openMethods } from '../view/former-resource';
import { lookAt } from '../view/look';
import { readersState } from '../view/readers-state';
import { findResource } from '../view/resource';
import type { Templates } from '../templates/templates';
import { addViews } from './add-views';
import type { MakeViewOptions } from './options';
import { planViews } from './plan-views';

/**
 * Adds a page to a Flask application, with the controller, the route and the model that serve it.
 *
 * @throws UsageError if a name or a URL is wrong, SchematicsException and SourceError if the project does not allow it.
 */
export function makeView({ projectPath, ...options }: MakeViewOptions): Rule {
  return viewsIn({ projectPath }, [options]);
}

/** Adds several pages to the application that the Tree is, each on top of those before it. What is read once serves all. */
export function makeViews({
  files,
  views,
}: WithFiles<{ readonly views: readonly MakeViewOptions[] }>): Rule {
  return viewsIn({ files }, views);
}

function viewsIn(where: Where, views: readonly MakeViewOptions[]): Rule {
  return growing(
    where,
    (project, templates) => chain(views.map((options) => viewIn(project, templates, options))),
    async (found, templates) => {
      const { makePages } = await import('../existing/make-page');
      return makePages(found, views, templates);
    },
  );
}

function viewIn(project: Project, templates: Templates, options: MakeViewOptions): Rule {
  return async () => {
    const guard = guardOption(options.guard);
    const former = guard && (await formerOf(project, options, guard, templates));
    if (guard && former) {
      refuseChangedMethods(guard, [former]);
      await refuseOpen(project, templates, options, guard);
    }
    const takenOver = await guardTakenOver(project, options, templates);
    return addViews(
      project,
      async () => [await lookAt(project, { ...options, former, takenOver }, templates)],
      (views) => async () => {
        rememberViews(project, views, options);
        const [view] = views;
        const { edits, notes } = allOf([
          planViews(views),
          addReaders(await readersState(project, views, templates), project.layout, templates),
        ]);
        return chain([
          stageEdits(edits, project),
          tell(
            [
              ...view.names.route.warnings.map(warning),
              ...notes,
              ...(edits.length > 0 ? adviseLikelySlip(view) : []),
              ...adviseMethodsWithoutModel(view),
              ...adviseMissingKey(view, edits),
              ...adviseGuard(view, options.guard),
              ...(edits.length > 0 ? adviseOwner(view) : []),
              ...adviseUnread(view),
              ...adviseTakeover(view),
              ...adviseOwnedParents(view),
              ...adviseLeftOpen(view),
              ...report(view, edits),
            ],
            project,
          ),
        ]);
      },
    );
  };
}

/** Refuses owners for one action if others of the resource leave its records to everybody. */
async function refuseOpen(
  project: Project,
  templates: Templates,
  { controller, model, name: view, namespace }: MakeViewOptions,
  guard: Guard,
): Promise<void> {
  const action = actionOfView(view);
  if (GUARDS[guard].owner !== undefined && action !== undefined) {
    const name = segmentsOf(view).slice(0, -1).join('.');
    const { names } = await findResource(project, { name, controller, model, namespace });
    refuseOpenMethods(guard, name, await openMethods(project, [action], names, guard, templates));
  }
}
