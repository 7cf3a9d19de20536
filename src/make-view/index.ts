import { chain, type Rule, type Tree } from '@angular-devkit/schematics';
import { stageEdits } from '../edit';
import { DEFAULT_LAYOUT } from '../layout';
import { isMadeByNew } from '../layout/made-by-new';
import { type Files, TreeFiles, type WithFiles } from '../project/files';
import { Project } from '../project/project';
import {
  adviseGuard,
  adviseOwnedParents,
  adviseTakeover,
  refuseChangedMethods,
} from '../rules/guard';
import { adviseLikelySlip } from '../rules/likely-slip';
import { adviseMethodsWithoutModel } from '../rules/methods-without-model';
import { adviseMissingKey } from '../rules/missing-key';
import { warning } from '../rules/outcome';
import { report } from '../rules/report';
import { tell, tellIgnoredSettings, tellOwnTemplates } from '../rules/tell';
import { formerOf } from '../view/former';
import { lookAt } from '../view/look';
import { Templates } from '../view/templates';
import { addView } from './add-view';
import type { MakeViewOptions } from './options';
import { planView } from './plan-view';

/**
 * Adds a page to a Flask application, with the controller, the route and the model that serve it.
 *
 * @throws UsageError if a name or a URL is wrong, SchematicsException and SourceError if the project does not allow it.
 */
export function makeView({ projectPath = '.', ...options }: MakeViewOptions): Rule {
  return async (tree) => {
    return viewsIn(tree, projectPath, undefined, [options]);
  };
}

/** Adds several pages to the application that the Tree is, each on top of those before it. What is read once serves all. */
export function makeViews({
  files,
  views,
}: WithFiles<{ readonly views: readonly MakeViewOptions[] }>): Rule {
  return (tree) => viewsIn(tree, '.', files, views);
}

async function viewsIn(
  tree: Tree,
  projectPath: string,
  given: Files | undefined,
  views: readonly MakeViewOptions[],
): Promise<Rule> {
  const files = given ?? new TreeFiles(tree, projectPath);
  const templates = await Templates.load(files);
  if (!isMadeByNew(files)) {
    const { makePages } = await import('../existing/make-pages');
    return chain([
      await makePages(tree, projectPath, files, views, templates),
      tellOwnTemplates(templates),
    ]);
  }
  const project = new Project(tree, projectPath, DEFAULT_LAYOUT, given);
  return chain([
    ...views.map((options) => viewIn(project, templates, options)),
    tellOwnTemplates(templates),
    tellIgnoredSettings(project),
  ]);
}

function viewIn(project: Project, templates: Templates, options: MakeViewOptions): Rule {
  return async () => {
    const former = options.guard && (await formerOf(project, options, templates));
    if (options.guard && former) {
      refuseChangedMethods(options.guard, [former]);
    }
    return addView(
      project,
      () => lookAt(project, { ...options, former }, templates),
      (view) => {
        const { edits, notes } = planView(view);
        return chain([
          stageEdits(edits, project),
          tell([
            ...view.names.route.warnings.map(warning),
            ...notes,
            ...(edits.length > 0 ? adviseLikelySlip(view) : []),
            ...adviseMethodsWithoutModel(view),
            ...adviseMissingKey(view, edits),
            ...adviseGuard(view),
            ...adviseTakeover(view),
            ...adviseOwnedParents(view),
            ...report(view, edits),
          ]),
        ]);
      },
    );
  };
}
