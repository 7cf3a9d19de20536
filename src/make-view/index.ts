import type { JsonObject } from '@angular-devkit/core';
import { chain, type Rule } from '@angular-devkit/schematics';
import { stageEdits } from '../edit';
import { DEFAULT_LAYOUT } from '../layout';
import type { Files } from '../project/files';
import { Project } from '../project/project';
import { addBlueprints } from '../rules/blueprints';
import { addControllerMethod } from '../rules/controller-method';
import { addForm } from '../rules/form';
import { adviseLikelySlip } from '../rules/likely-slip';
import { adviseMethodsWithoutModel } from '../rules/methods-without-model';
import { adviseMissingKey } from '../rules/missing-key';
import { addModel } from '../rules/model';
import { type Note, type ViewRule, warning } from '../rules/outcome';
import { report } from '../rules/report';
import { addRoute } from '../rules/route';
import { refuseTakenUrl } from '../rules/taken-url';
import { removeStartPage } from '../rules/start-page';
import { addTemplate } from '../rules/template';
import { refuseUnfitUrl } from '../rules/unfit-url';
import { lookAt } from '../view/look';
import { startPageAt } from '../view/start-page';
import { Templates } from '../view/templates';
import type { MakeViewOptions } from './options';

/** What makes a view, in the order of the edits. */
const RULES: readonly ViewRule[] = [
  addModel,
  addForm,
  addControllerMethod,
  addBlueprints,
  addRoute,
  addTemplate,
];

/**
 * Adds a page to a Flask application, with the controller, the route and the model that serve it.
 *
 * @throws UsageError if a name or a URL is wrong, SchematicsException and SourceError if the project does not allow it.
 */
export function makeView({ projectPath = '.', ...options }: MakeViewOptions): Rule {
  return async (tree) => {
    const project = new Project(tree, projectPath, DEFAULT_LAYOUT);
    return viewIn(project, await Templates.load(), options);
  };
}

/** Several pages for the application that the Tree is. */
interface Views {
  readonly views: readonly MakeViewOptions[];
  /** To read, if the host can do that faster than through the Tree. */
  readonly files?: Files;
}

/** Adds several pages, each on top of those before it. What is read once serves all. */
export function makeViews({ files, views }: Views): Rule {
  return async (tree) => {
    const project = new Project(tree, '.', DEFAULT_LAYOUT, files);
    const templates = await Templates.load();
    return chain(views.map((options) => viewIn(project, templates, options)));
  };
}

function viewIn(project: Project, templates: Templates, options: MakeViewOptions): Rule {
  return async () => {
    const view = await lookAt(project, options, templates);
    const start = await startPageAt(project, view);
    const removed = start ? removeStartPage(start, view) : [];
    if (removed.length > 0) {
      return chain([stageEdits(removed, project), viewIn(project, templates, options)]);
    }
    refuseTakenUrl(view);
    refuseUnfitUrl(view);
    const outcomes = RULES.map((rule) => rule(view));
    const edits = outcomes.flatMap((outcome) => outcome.edits);
    return chain([
      stageEdits(edits, project),
      tell([
        ...view.names.route.warnings.map(warning),
        ...outcomes.flatMap(({ notes }) => notes),
        ...(edits.length > 0 ? adviseLikelySlip(view) : []),
        ...adviseMethodsWithoutModel(view),
        ...adviseMissingKey(view, edits),
        ...report(view, edits),
      ]),
    ]);
  };
}

/** Logs what a person should know. What a note has beside its message goes with it. */
function tell(notes: readonly Note[]): Rule {
  return (_tree, { logger }) => {
    notes.forEach(({ level, message, ...rest }) => {
      logger.log(level, message, rest as JsonObject);
    });
  };
}
