// Specs: spec/make-view/golden.spec.ts
import { ACTIONS, isOfRecord } from '../naming/actions';
import { isChange } from '../naming/guards';
import type { ModelNames } from '../naming/model-names';
import type { RouteNames } from '../naming/route-names';
import type { ViewNames } from '../naming/view-names';
import { text } from '../python/expression';
import type { Choices } from './choices';
import type { ModelState } from './model-state';
import { type ListValues, listValues } from './list-values';
import type { Pages } from './pages';
import { furtherArguments, type Pair, recordUrlValues, urlOf } from './url-code';
import { type PathRecord, recordsInUse, type ViewData } from './view-data';

/** The values of every controller and route. Code in them is Python. */
export interface TemplateValues {
  /** The page that the view shows: `posts/index.html`; nothing for an action that redirects. */
  readonly template: string | undefined;
  /** The folder of its pages: `posts`. */
  readonly folder: string;
  /** The class of the controller. */
  readonly controller: ClassValues;
  /** The method of the controller: `index`. */
  readonly method: string;
  /** The parameters of the method: `self, post_id: int`. */
  readonly signature: string;
  /** The start of its endpoints: `posts`. */
  readonly endpoints: string;
  /** The endpoints that it redirects to, best first: `"posts.show", "posts.index"`. */
  readonly targets: string;
  /** Further arguments for the page, beside its form or list: `, recipe=recipe`, or empty. */
  readonly handed: string;
}

/** The values of an action that uses the database. */
export interface DataValues extends TemplateValues {
  /** The module of `db`: `app.extensions`. */
  readonly database: string;
  /** The model of the view. */
  readonly model: ModelValues;
  /** What its list is searched, sorted and filtered by; nothing if the application has no lists. */
  readonly list: ListValues | undefined;
  /** The form of that model. */
  readonly form: ClassValues;
  /** The models of the view, its own and those that it belongs to, and the controllers that select these for their owner. */
  readonly models: readonly ClassValues[];
  /** The records to look up, in the order of the URL. */
  readonly lookups: readonly LookupValues[];
  /** The conditions that the URL sets for the view's own records: `recipe_id=recipe_id`, or empty. */
  readonly conditions: string;
  /** What is known of a new record: `recipe_id=recipe_id, user_id=current_user.id`, or empty. */
  readonly given: string;
  /** The fields that its form leaves out for that, if it has them: `"recipe_id"`, or empty. */
  readonly without: string;
  /** How records belong to users; nothing if owners make no difference. */
  readonly owner: OwnerValues | undefined;
  /** The URL of the record's page, or else of the list: `first_url("posts.show", "posts.index", post_id=post.id)`. */
  readonly recordUrl: string;
  /** The URL of the list: `first_url("posts.index")`, or `url_for("posts.index")` if that is known to exist. */
  readonly listUrl: string;
}

/** The values of a route and its function. */
export interface RouteValues extends TemplateValues {
  /** Its path below the prefix of the blueprint: `/posts/<int:post_id>`. */
  readonly path: string;
  /** The name of the function. */
  readonly function: string;
  /** The last part of the endpoint. */
  readonly endpoint: string;
  /** The method of the blueprint that decorates it: `get`. */
  readonly decorator: string;
  /** The parameters of the function: `post_id: int`. */
  readonly parameters: string;
  /** The arguments that it passes to the controller: `post_id`. */
  readonly arguments: string;
  /** The type that the function returns: `ResponseReturnValue`. */
  readonly returns: string;
  /** What decorates it below the route: `login_required`; nothing if everybody may open it. */
  readonly guard: string | undefined;
  /** Whether it calls the controller. Otherwise the function shows the page, or redirects, itself. */
  readonly callsController: boolean;
}

/** A class of the application, and its module. */
export interface ClassValues {
  /** The name of the class: `Post`. */
  readonly className: string;
  /** The module to import it from: `app.models`. */
  readonly module: string;
}

/** The class and the words of a view's model. */
export interface ModelValues extends ClassValues {
  /** The variable for one record: `shopping_list`. */
  readonly record: string;
  /** The variable for several: `shopping_lists`. */
  readonly records: string;
  /** The column with the primary key: `id`. */
  readonly key: string;
  /** One record, within a sentence: `shopping list`. */
  readonly phrase: string;
  /** Several, within a sentence: `shopping lists`. */
  readonly pluralPhrase: string;
}

/** A record to look up. */
export interface LookupValues {
  /** The class of its model: `Recipe`. */
  readonly className: string;
  /** The variable for it: `recipe`. */
  readonly record: string;
  /** Whether the action uses the record. Otherwise it only checks that the record exists. */
  readonly isKept: boolean;
  /** The parameter with its key, if that alone finds it: `recipe_id`. */
  readonly key: string | undefined;
  /** The query to search, unless its key alone finds it: `db.select(Comment)`. */
  readonly query: string;
  /** The conditions that find it: `id=comment_id, recipe_id=recipe_id`. */
  readonly conditions: string;
  /** Whether others than its owner get 403. */
  readonly isRefused: boolean;
}

/** How the records of a model belong to users. */
export interface OwnerValues {
  /** The column with the key of the owner: `user_id`. */
  readonly column: string;
  /** The column of the user that it refers to: `id`. */
  readonly key: string;
  /** Whether nobody but the owner sees a record. */
  readonly isHidden: boolean;
  /** Whether admins have the records that nobody owns. */
  readonly isForAdminsToo: boolean;
}

/** What the values are made of. */
interface ValueSources {
  readonly names: ViewNames;
  /** To import the controller from. */
  readonly controllerModule: string;
  readonly endpoints: string;
}

interface DataSources extends ValueSources {
  readonly database: string;
  readonly data: ViewData;
  readonly models: readonly ModelState[];
  /** To import the form from. */
  readonly formModule: string;
  /** To import lists from; undefined if the application has none. */
  readonly listModule: string | undefined;
  /** What foreign keys choose from. */
  readonly choices: ReadonlyMap<string, Choices>;
  readonly pages: Pages;
}

/** The values for a view without data. */
export function templateValues({
  controllerModule,
  endpoints,
  names,
}: ValueSources): TemplateValues {
  const { action, controller, method, route, template, templateFolder } = names;
  const targets = action ? ACTIONS[action].leadsTo : [];
  return {
    template,
    folder: templateFolder,
    controller: { className: controller.className, module: controllerModule },
    method,
    signature: ['self', ...typedParameters(route)].join(', '),
    endpoints,
    targets: targets.map((name) => text(`${endpoints}.${name}`)).join(', '),
    handed: furtherArguments(route.parameters.map(({ name }) => [name, name])),
  };
}

/** The values for an action that has data. */
export function dataValues(sources: DataSources): DataValues {
  const { choices, data, database, endpoints, formModule, listModule, models, pages } = sources;
  const { action, parents, record, rest } = data;
  const { className, phrase, pluralPhrase, ...model } = record.model;
  const parameters = [...new Set([...parents.map((each) => each.model.id), ...rest])];
  const given = parameters.map((name): Pair => [name, name]);
  const isPageShown = ACTIONS[action].hasTemplate || ACTIONS[action].showsAgain !== undefined;
  const used = recordsInUse(data);
  const scopes = parents.flatMap(({ scope }) => scope ?? []);
  const owner = models.at(-1)?.owner;
  const ownerGiven = owner ? [`${owner.column}=current_user.${owner.key}`] : [];
  const isRefused =
    owner !== undefined && !owner.isHidden && isOfRecord(action) && isChange(action);
  const module = (names: ModelNames): string =>
    models.find((each) => each.names === names)?.module ?? names.module;
  return {
    ...templateValues(sources),
    database,
    model: {
      className,
      module: module(record.model),
      record: model.record,
      records: model.records,
      key: record.key,
      phrase,
      pluralPhrase,
    },
    list: listModule === undefined ? undefined : listValues(record, choices, listModule),
    form: { className: model.form.className, module: formModule },
    models: [
      ...models.map(({ names }) => ({ className: names.className, module: module(names) })),
      ...scopes.map(({ controller }) => controller),
    ],
    lookups: [...parents, record]
      .filter((each) => used.includes(each) || each.scope !== undefined)
      .map((each) => ({
        ...lookupValues(
          each,
          used.includes(each) && (isPageShown || each === record),
          each === record && owner?.isHidden ? `self.${model.records}()` : each.scope?.query,
        ),
        isRefused: isRefused && each === record,
      })),
    conditions: conditionsOf(record),
    given: [...belongsGiven(record), ...ownerGiven].join(', '),
    without: [record.belongsBy, owner?.column]
      .flatMap((name) => (name === undefined ? [] : text(name)))
      .join(', '),
    owner,
    handed: furtherArguments([
      ...used.map((each): Pair => [each.model.record, each.model.record]),
      ...rest.map((name): Pair => [name, name]),
      ...(owner?.isHidden === false && action === 'show'
        ? [['may_change', `self.may_change(${model.record})`] as const]
        : []),
    ]),
    recordUrl: urlOf(['show', 'index'], endpoints, pages, [
      ...given,
      ...recordUrlValues(record, parameters, pages),
    ]),
    listUrl: urlOf(['index'], endpoints, pages, given),
  };
}

/** `post_id: int` */
export function typedParameters({ parameters }: RouteNames): string[] {
  return parameters.map(({ name, type }) => `${name}: ${type}`);
}

function lookupValues(
  each: PathRecord,
  isKept: boolean,
  scope: string | undefined,
): Omit<LookupValues, 'isRefused'> {
  const { belongsBy, key, lookups, model } = each;
  const [only, ...others] = lookups;
  const isByKey =
    only?.column === key && others.length === 0 && belongsBy === undefined && scope === undefined;
  return {
    className: model.className,
    record: model.record,
    isKept,
    key: isByKey ? only.parameter : undefined,
    query: scope ?? `db.select(${model.className})`,
    conditions: conditionsOf(each),
  };
}

/** What the URL says of a record: `id=comment_id, recipe_id=recipe_id`. */
function conditionsOf({ belongsBy, lookups }: PathRecord): string {
  return [
    ...lookups.map(({ column, parameter }) => `${column}=${parameter}`),
    ...belongsGiven({ belongsBy }),
  ].join(', ');
}

function belongsGiven({ belongsBy }: Pick<PathRecord, 'belongsBy'>): string[] {
  return belongsBy === undefined ? [] : [`${belongsBy}=${belongsBy}`];
}
