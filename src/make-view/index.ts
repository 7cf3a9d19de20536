import { chain, type Rule } from '@angular-devkit/schematics';
import { modelOfFolder } from '../naming/model-names';
import { segmentsOf } from '../naming/segments';
import { viewNames } from '../naming/view-names';
import { wantsOf } from '../naming/view-options';
import { findModel } from '../project/models';
import type { Files } from '../project/files';
import { Project } from '../project/project';
import { addBlueprints } from '../rules/add-blueprints';
import { addControllerMethod } from '../rules/controller-method';
import { addForm } from '../rules/form';
import { adviseMissingKey } from '../rules/missing-key';
import { addModel } from '../rules/model';
import { reportMethodsWithoutModel } from '../rules/methods-without-model';
import { before, report } from '../rules/report';
import { addRoute } from '../rules/route';
import { refuseTakenUrl } from '../rules/taken-url';
import { addTemplate } from '../rules/template';
import { refuseUnfitUrl } from '../rules/unfit-url';
import type { View } from '../rules/page/view';
import type { MakeViewOptions } from './options';

/**
 * Adds a page to a Flask application, with the controller, the route and the model that serve it.
 *
 * @throws UsageError where a name or a URL is wrong, SchematicsException and SourceError where the project does not
 * allow it.
 */
export function makeView(options: MakeViewOptions): Rule {
  return (tree) => viewIn(new Project(tree, options.projectPath ?? '.'), options);
}

/** Several pages for the application that the Tree is. */
interface Views {
  readonly views: readonly MakeViewOptions[];
  /** What is read instead of the Tree. */
  readonly files?: Files;
}

/** Adds several pages, each on top of those before it: what is read once serves all. */
export function makeViews({ views, files }: Views): Rule {
  return (tree) => {
    const project = new Project(tree, '.', files);
    return chain(views.map((options) => viewIn(project, options)));
  };
}

function viewIn(project: Project, options: MakeViewOptions): Rule {
  return async (_tree, context) => {
    const view = await describe(options, project);
    view.names.route.warnings.forEach((warning) => {
      context.logger.warn(warning);
    });
    const was = await before(view);
    return chain([
      refuseTakenUrl(view),
      addModel(view),
      refuseUnfitUrl(view),
      addForm(view),
      addControllerMethod(view),
      addBlueprints(view),
      addRoute(view),
      addTemplate(view),
      reportMethodsWithoutModel(view, was),
      adviseMissingKey(view),
      report(view, was),
    ]);
  };
}

async function describe(options: MakeViewOptions, project: Project): Promise<View> {
  return {
    names: viewNames(options, await parentModels(options.name, project)),
    project,
    wants: wantsOf(options),
    hasOwnUrl: options.route !== undefined,
    replaceTemplate: options.replaceTemplate ?? false,
    writesBefore: project.writes,
  };
}

/** The models of the project that a view of this name may belong to. */
async function parentModels(name: string, project: Project): Promise<ReadonlySet<string>> {
  const models = segmentsOf(name).slice(0, -2).map(modelOfFolder);
  const found = await Promise.all(models.map((model) => findModel(project, model)));
  return new Set(
    models.filter((_, index) => found[index] !== undefined).map(({ className }) => className),
  );
}
