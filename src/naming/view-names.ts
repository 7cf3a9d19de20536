import { UsageError } from '../errors';
import type { Layout } from '../layout';
import { type Action, actionOf, ACTIONS } from './actions';
import { mainPage, MAINS } from './main-page';
import type { PageNames } from './page-names';
import { resourceView } from './resource-view';
import { segmentsOf } from './segments';
import { refusalOfUrl } from './url-rule';
import type { ViewOptions } from './view-options';

/** All names of a view. Examples for `recipes.comments.index` in a project with a model `Recipe`: */
export interface ViewNames extends PageNames {
  /** Its normalized name: `recipes.comments.index`. */
  readonly view: string;
  /** The folder of its template, relative to the templates folder: `recipes/comments`, or ''. */
  readonly templateFolder: string;
  /** Its template, relative to the templates folder: `recipes/comments/index.html`. An action that redirects has none. */
  readonly template: string | undefined;
}

/**
 * Derives all names of a view.
 *
 * @param named The parts of its name, from `segmentsOf`.
 * @param models The classes of the project's models. A leading plural of the name is a parent if its model is among
 *   them.
 * @throws UsageError if a name or the route is invalid, or if the options leave nothing to make.
 */
export function viewNames(
  options: ViewOptions,
  named: readonly string[],
  models: ReadonlySet<string>,
  layout: Layout,
): ViewNames {
  // The start page keeps its template in the folder `mains`, with or without that prefix.
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

/** The resource that a view is of: `posts` for `posts.index`, `mains` for `about`. */
export function resourceOf({ view }: Pick<ViewNames, 'view'>): string {
  return view.includes('.') ? view.replace(/\.[^.]*$/, '') : MAINS;
}

/**
 * The action of the view of this name: `index` of `posts.index`; undefined for a page, such as `about`.
 *
 * @throws UsageError if the name is invalid.
 */
export function actionOfView(name: string): Action | undefined {
  const segments = segmentsOf(name);
  const [folder = MAINS] = segments.slice(0, -1);
  return folder === MAINS ? undefined : actionOf(segments.at(-1) ?? '');
}

/** The file of the controller imports the model and its form, so their classes need different names. */
function checkClasses({ controller: { className }, model }: PageNames): void {
  if (model && [model.className, model.form.className].includes(className)) {
    throw new UsageError(
      `The controller and its model or form cannot both be called ${className}.`,
    );
  }
}

/** The method of the controller uses these variables beside the URL parameters. */
function checkParameters({ model, parents, route }: PageNames, isTyped: boolean): void {
  const variables = [...parents, ...(model ? [model] : [])].flatMap(({ record, records }) => [
    record,
    records,
  ]);
  const taken = route.parameters.find(({ name }) => variables.includes(name));
  if (taken) {
    const reason = `the generated files use the name of its parameter ${taken.name}.`;
    throw refusalOfUrl(route.path, isTyped, reason);
  }
}
