import { UsageError } from '../errors';
import type { Layout } from '../layout';
import { type Action, ACTION_NAMES, actionOf, type Actions, ACTIONS } from './actions';
import type { ModelNames } from './class-names';
import { checkOwner } from './guards';
import { segmentsOf } from './segments';
import { enumeration, quoted, wordMeant, wordsIn } from './spelling';
import { MAIN, MAINS, type ViewNames, viewNames } from './view-names';
import type { ViewOptions } from './view-options';

/** The options of `make-resource` that decide its names. */
export type ResourceOptions = Pick<
  ViewOptions,
  'controller' | 'generateModel' | 'guard' | 'model' | 'name' | 'namespace' | 'owner'
> & {
  /** The actions to make: a list, or one word with commas or spaces. */
  readonly only?: readonly string[] | string;
  /** The URL of the list. */
  readonly route?: string;
};

export interface ResourceNames {
  /** Its normalized name: `recipes.comments`. */
  readonly name: string;
  readonly model: ModelNames;
  /** Its views, in the order of the actions. */
  readonly views: readonly [ResourceView, ...ResourceView[]];
  readonly urls: ReadonlyMap<Action, string>;
}

export interface ResourceView {
  readonly action: Action;
  readonly options: ViewOptions;
  readonly names: ViewNames;
}

/**
 * Derives the names of a resource.
 *
 * @param models The classes of the project's models.
 * @param converter The URL converter that finds a record by its key: `int`.
 * @throws UsageError if a name, an action or the URL is invalid.
 */
export function resourceNames(
  options: ResourceOptions,
  models: ReadonlySet<string>,
  converter: string,
  layout: Layout,
): ResourceNames {
  const {
    controller,
    generateModel = false,
    guard,
    model,
    namespace,
    owner,
    only,
    route,
  } = options;
  checkOwner(guard, owner);
  const segments = segmentsOf(options.name, 'resource');
  checkSegments(options.name, segments, controller);
  const name = segments.join('.');
  const shared = {
    generateController: true,
    generateModel,
    generateRoute: true,
    controller,
    model,
    guard,
    owner,
    namespace,
  };
  const viewAt = (action: Action, url?: string): ResourceView => {
    const view = { ...shared, name: `${name}.${action}`, route: url };
    const names = viewNames(view, [...segments, action], models, layout);
    return { action, options: view, names };
  };
  const list = viewAt('index', route);
  const own = list.names.model;
  if (own === undefined) {
    throw refusalOf(options.name, 'the pages of the main controller have no model');
  }
  const isUsual = route === undefined && converter === 'int';
  const base = list.names.route.path.replace(/\/$/, '');
  const urlOf = (action: Action): string =>
    base + ACTIONS[action].path.replace('ID', `<${converter}:${own.id}>`) || '/';
  const viewOf = (action: Action): ResourceView =>
    isUsual && action === 'index' ? list : viewAt(action, isUsual ? undefined : urlOf(action));
  const [first, ...others] = actionsOf(only);
  const views = [viewOf(first), ...others.map(viewOf)] as const;
  const urls = new Map(views.map(({ action, names }) => [action, names.route.path]));
  return { name, model: own, views, urls };
}

/** The actions of these names in their usual order; all if none is named. */
export function actionsOf(only: ResourceOptions['only']): Actions {
  const listed = [only ?? []].flat();
  if (listed.length === 0) {
    return ACTION_NAMES;
  }
  const typed = wordsIn(listed);
  const wrong = typed.find((word) => actionOf(word) === undefined);
  if (wrong !== undefined) {
    const known = `they are ${enumeration(ACTION_NAMES)}.`;
    const advice = wordMeant(wrong, [...ACTION_NAMES, 'delete'], known);
    throw new UsageError(`--only ${quoted(wrong)} is not an action: ${advice}`);
  }
  const wanted = new Set(typed.map(actionOf));
  const [first, ...others] = ACTION_NAMES.filter((action) => wanted.has(action));
  if (first === undefined) {
    throw new UsageError('--only is empty. Name actions, such as --only=index,show.');
  }
  return [first, ...others];
}

function checkSegments(
  typed: string,
  segments: readonly string[],
  controller: string | undefined,
): void {
  const last = segments.at(-1) ?? '';
  const action = segments.length > 1 ? actionOf(last) : undefined;
  if (action !== undefined) {
    const name = segments.slice(0, -1).join('.');
    throw refusalOf(
      typed,
      `${last} is an action. Did you mean make:resource ${name} --only=${action}, or make:view ${name}.${action}?`,
    );
  }
  if (segments[0] === MAINS) {
    throw refusalOf(typed, `the pages in ${MAINS} have no model.`);
  }
  if (controller === undefined && segments.join('.') === MAIN) {
    throw refusalOf(
      typed,
      `MainController shows the pages in ${MAINS}. Choose another name, or another controller with --controller.`,
    );
  }
}

function refusalOf(name: string, reason: string): UsageError {
  return new UsageError(`${quoted(name)} cannot name a resource: ${reason}`);
}

/** How a person names a model: by its class or by the folder of its pages. */
interface TypedModel {
  /** `Post`, `posts`, `recipes.comments` */
  readonly name: string;
  readonly model?: string;
  readonly namespace?: boolean;
}

/**
 * The view that a model would have: the list of its records.
 *
 * @throws UsageError if the name is wrong.
 */
export function modelView({ name, ...options }: TypedModel): ViewOptions {
  const segments = segmentsOf(name, 'model');
  if (segments[0] === MAINS) {
    throw new UsageError(
      `${quoted(name)} cannot name a model: ${MAINS} are the pages without one.`,
    );
  }
  return { ...options, name: [...segments, 'index'].join('.'), generateModel: true };
}
