import { UsageError } from '../errors';
import type { Layout } from '../layout';
import { ACTIONS } from './actions';
import { mainPage, MAINS } from './main-page';
import type { PageNames } from './page-names';
import { resourceView } from './resource-view';
import { refusalOfUrl } from './url-rule';
import type { ViewOptions } from './view-options';

/** Everything that a view's name says. For `recipes.comments.index`, where there is a model `Recipe`: */
export interface ViewNames extends PageNames {
  /** The name as it is understood: `recipes.comments.index`. */
  readonly view: string;
  /** The folder of its template, and of those beside it, below `app/templates`: `recipes/comments`, or ''. */
  readonly templateFolder: string;
  /** Its template below `app/templates`: `recipes/comments/index.html`. None for an action that redirects. */
  readonly template: string | undefined;
}

/**
 * All names for one view.
 *
 * @param named The parts of its name, as `segmentsOf` returns them.
 * @param models The classes of the models that the project has. A leading plural of the name is a parent if its model is
 * among them.
 * @throws UsageError if a name or the route is wrong, or nothing would be made.
 */
export function viewNames(
  options: ViewOptions,
  named: readonly string[],
  models: ReadonlySet<string>,
  layout: Layout,
): ViewNames {
  // The start page has its template in a folder, however it is called.
  const segments = named.join('.') === 'index' ? [MAINS, ...named] : named;
  const folders = segments.slice(0, -1);
  const [first, ...others] = folders;
  const last = segments.at(-1) ?? '';
  const names =
    first === undefined || first === MAINS
      ? mainPage(options, [...others, last], layout)
      : resourceView(options, models, [first, ...others], last, layout);
  checkClasses(names);
  checkParameters(names, options.route !== undefined);
  const { action } = names;
  const hasTemplate = action === undefined || ACTIONS[action].hasTemplate;
  return {
    ...names,
    view: [...folders, action ?? last].join('.'),
    templateFolder: folders.join('/'),
    template: hasTemplate ? `${segments.join('/')}.html` : undefined,
  };
}

/** The controller's file imports the model and its form. */
function checkClasses({ controller: { className }, model }: PageNames): void {
  if (model && [model.className, model.form.className].includes(className)) {
    throw new UsageError(`The controller and its model's files cannot both define ${className}.`);
  }
}

/** The controller's method has variables of its own beside the parameters of the URL. */
function checkParameters({ model, parents, route }: PageNames, isTyped: boolean): void {
  const variables = [...parents, ...(model ? [model] : [])].flatMap(({ record, records }) => [
    record,
    records,
  ]);
  const taken = route.parameters.find(({ name }) => variables.includes(name));
  if (taken) {
    const reason = `its parameter ${taken.name} is a name that the generated files use.`;
    throw refusalOfUrl(route.path, isTyped, reason);
  }
}
