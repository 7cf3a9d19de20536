import { UsageError } from '../errors';
import type { Layout } from '../layout';
import { type Action, actionOf, type ActionRow, ACTIONS } from './actions';
import {
  type ClassNames,
  controllerNames,
  type ModelNames,
  modelOfFolder,
  requestedModel,
} from './class-names';
import { freeMethod } from './python-words';
import {
  type BlueprintNames,
  blueprintsOf,
  refusalOfUrl,
  type RouteNames,
  routeNames,
  urlOf,
} from './route-names';
import { segmentsOf } from './segments';
import { capitalize, phrase, quoted } from './spelling';
import { type ViewOptions, wantsOf } from './view-options';
import { isPlural, singularOf } from './words';

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

/**
 * The names that differ between pages of the main controller and those of a resource. Examples for
 * `recipes.comments.index` in a project with a model `Recipe`:
 */
interface PageNames {
  /** `index`; undefined for a page that is not an action. */
  readonly action: Action | undefined;
  /** The heading of the page: `Comments`. */
  readonly title: string;
  /** `RecipeCommentController` */
  readonly controller: ClassNames;
  /** The method of the controller: `index`. */
  readonly method: string;
  /** `recipes`, then `comments`: each registers the next, and the last one has the route. */
  readonly blueprints: readonly [BlueprintNames, ...BlueprintNames[]];
  readonly route: RouteNames;
  /** `Comment`; undefined for a page of the main controller, unless `--model` names one. */
  readonly model: ModelNames | undefined;
  /** The models that it belongs to, the outermost first: `Recipe`. */
  readonly parents: readonly ModelNames[];
}

/** The folder of the pages that the main controller shows. */
export const MAINS = 'mains';

/** What that controller is of. */
export const MAIN = 'main';

/**
 * A page of the main controller: `about` and `mains.about` both have the URL `/about`.
 *
 * @param segments The parts of the name, without a leading `mains`.
 */
function mainPage(options: ViewOptions, segments: readonly string[], layout: Layout): PageNames {
  if (options.generateModel && options.model === undefined) {
    throw new UsageError(
      `${quoted(options.name)} is a page of the main controller, which has no model. ` +
        'Name one, as in --model Post, or put the page in a folder, as in posts.index.',
    );
  }
  const name = segments.join('_');
  const path = name === 'index' ? '/' : urlOf(...segments);
  return {
    action: undefined,
    title: capitalize(phrase(name)),
    controller: controllerNames(options.controller, MAIN, layout),
    method: freeMethod(name),
    blueprints: blueprintsOf([MAINS], layout),
    route: routeNames(name, 'GET', path, options.route),
    model: options.model === undefined ? undefined : requestedModel(options.model, layout),
    parents: [],
  };
}

/** A part of the name before the last folder. A namespace has no model. */
interface OuterFolder {
  readonly folder: string;
  readonly parent: ModelNames | undefined;
}

/** How a browser reaches a view, and the title of its page. */
type ViewShape = Pick<ActionRow, 'method' | 'path' | 'hasTemplate' | 'title'>;

/** A view of a folder: an action, or a page beside them. */
function resourceView(
  options: ViewOptions,
  models: ReadonlySet<string>,
  folders: readonly [string, ...string[]],
  last: string,
  layout: Layout,
): PageNames {
  const action = actionOf(last);
  const name = action ?? last;
  const shape: ViewShape = action ? ACTIONS[action] : pageShape(last);
  const wants = wantsOf(options);
  if (!shape.hasTemplate && !wants.route && !wants.controller) {
    throw new UsageError(
      `${quoted(options.name)} has no template: ${name} redirects. ` +
        'Add -r for its route, -c for its controller, or both: -rc.',
    );
  }
  const folder = folders.at(-1) ?? '';
  const model =
    options.model === undefined
      ? modelOfFolder(folder, layout)
      : requestedModel(options.model, layout);
  const outer = folders.slice(0, -1).map((part): OuterFolder => {
    const parent = modelOfFolder(part, layout);
    return { folder: part, parent: isParent(part, parent, options, models) ? parent : undefined };
  });
  const parents = outer.flatMap(({ parent }) => parent ?? []);
  checkParents(options, [...parents, model]);
  return {
    action,
    title: shape.title(model.phrase, phrase(options.model === undefined ? folder : model.table)),
    controller: controllerNames(
      options.controller,
      [...outer.map((part) => singularOf(part.folder)), model.name].join('_'),
      layout,
    ),
    method: freeMethod(name),
    blueprints: blueprintsOf(folders, layout),
    route: routeNames(name, shape.method, pathOf(outer, folder, model, shape), options.route),
    model,
    parents,
  };
}

function pageShape(name: string): ViewShape {
  const title = (): string => capitalize(phrase(name));
  return { method: 'GET', path: urlOf(name), hasTemplate: true, title };
}

function isParent(
  folder: string,
  { className }: ModelNames,
  options: ViewOptions,
  models: ReadonlySet<string>,
): boolean {
  const isMade = wantsOf(options).model && !options.namespace;
  return isPlural(folder) && (models.has(className) || isMade);
}

function pathOf(
  outer: readonly OuterFolder[],
  folder: string,
  { id }: ModelNames,
  shape: ViewShape,
): string {
  const before = outer.map((part) => {
    return urlOf(part.folder) + (part.parent ? `/<int:${part.parent.id}>` : '');
  });
  return before.join('') + urlOf(folder) + shape.path.replace('ID', `<int:${id}>`);
}

/** A model that is its own parent would need two columns of one name. */
function checkParents(options: ViewOptions, line: readonly ModelNames[]): void {
  const ids = line.map(({ id }) => id);
  const twice = line.find(({ id }, index) => ids.indexOf(id) !== index);
  if (twice) {
    throw new UsageError(
      `Cannot make ${quoted(options.name)}: ${twice.className} would belong to itself. ` +
        'Name another model with --model NAME, or leave out a folder.',
    );
  }
}
