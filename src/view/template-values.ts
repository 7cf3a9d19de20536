// Specs: spec/make-view/golden.spec.ts
import { ACTIONS, isOfRecord } from '../naming/actions';
import { isChange } from '../naming/guards';
import type { ModelNames } from '../naming/class-names';
import type { RouteNames } from '../naming/route-names';
import { kebabCase } from '../naming/spelling';
import type { ViewNames } from '../naming/view-names';
import { parametersOfPath } from '../project/existing-routes';
import { text } from '../python/literals';
import type { Choices } from './choices';
import type { ModelState } from './model-state';
import { MAY_CHANGE } from './owner-scope';
import { listValues } from './list-values';
import type { Pages } from './pages';
import { furtherArguments, type Pair, recordUrlValues, urlOf } from './page-links';
import { limitsOf, type PathRecord, recordsInUse, type ViewData } from './view-data';
import type {
  DataValues,
  LookupValues,
  ModelValues,
  TemplateValues,
} from '../templates/code-values';

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
  /** What the application's own helpers do. */
  readonly helpers: Pick<DataValues, 'answersCsv' | 'answersInUse' | 'unsavedStatus'>;
  /** What foreign keys choose from. */
  readonly choices: ReadonlyMap<string, Choices>;
  readonly pages: Pages;
  /** The endpoint of the page that shows the record among others of what it belongs to: `projects.show`. */
  readonly above: string | undefined;
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
  const { choices, data, database, endpoints, formModule, helpers, listModule, models, pages } =
    sources;
  const { action, parents, record, rest } = data;
  const { model } = record;
  const parameters = [...new Set([...parents.map((each) => each.model.id), ...rest])];
  const given = parameters.map((name): Pair => [name, name]);
  const isPageShown = ACTIONS[action].hasTemplate || ACTIONS[action].showsAgain !== undefined;
  const used = recordsInUse(data);
  const scopes = parents.flatMap(({ scope }) => scope ?? []);
  const owner = models.at(-1)?.owner;
  const ownerGiven = owner ? [`${owner.column}=current_user.${owner.key}`] : [];
  const ownLimit = owner?.isHidden === false ? `self.${MAY_CHANGE}(${model.record})` : undefined;
  const limits = [...limitsOf(data), ...(ownLimit === undefined ? [] : [ownLimit])];
  const isLimited = isChange(action) || action === 'index' || action === 'show';
  const limitOf = (each: PathRecord): string | undefined =>
    isChange(action)
      ? each !== record
        ? each.scope?.mayChange
        : isOfRecord(action)
          ? ownLimit
          : undefined
      : undefined;
  const module = (names: ModelNames): string =>
    models.find((each) => each.names === names)?.module ?? names.module;
  return {
    ...templateValues(sources),
    database,
    model: modelValues(record, module(model)),
    list: listModule === undefined ? undefined : listValues(record, choices, listModule),
    form: { className: model.form.className, module: formModule },
    ...helpers,
    models: [
      ...models.map(({ names }) => ({ className: names.className, module: module(names) })),
      ...scopes.map(({ controller }) => controller),
    ],
    lookups: [...parents, record]
      .filter((each) => used.includes(each) || each.scope !== undefined)
      .map((each) => ({
        ...lookupValues(
          each,
          (used.includes(each) && (isPageShown || each === record)) ||
            (isLimited && each.scope?.mayChange !== undefined),
          each === record && owner?.isHidden ? `self.${model.records}()` : each.scope?.query,
        ),
        isRefused: limitOf(each) !== undefined,
        mayChange: limitOf(each),
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
      ...(limits.length > 0 && (action === 'show' || (action === 'index' && !ownLimit))
        ? [[MAY_CHANGE, limits.join(' and ')] as const]
        : []),
    ]),
    recordUrl:
      sectionUrl(sources, given) ??
      urlOf(['show', 'index'], endpoints, pages, [
        ...given,
        ...recordUrlValues(record, parameters, pages),
      ]),
    listUrl: urlOf(['index'], endpoints, pages, given),
  };
}

/** The class and the words of a model. */
export function modelValues(
  { key, model }: PathRecord,
  module: string,
  records = model.records,
): ModelValues {
  const { className, phrase, pluralPhrase, record } = model;
  return { className, module, record, records, key, phrase, pluralPhrase };
}

/** The URL of what the record belongs to, where that shows the record: `url_for("projects.show", …, _anchor="issues")`. */
function sectionUrl(
  { above, data: { record }, pages }: DataSources,
  given: readonly Pair[],
): string | undefined {
  const path = above === undefined ? undefined : pages.known?.get(above);
  const needed = path === undefined ? [] : parametersOfPath(path);
  const own = given.filter(([name]) => needed.includes(name));
  return above === undefined ||
    path === undefined ||
    record.belongsBy === undefined ||
    own.length < needed.length
    ? undefined
    : `url_for(${text(above)}${furtherArguments([...own, ['_anchor', text(kebabCase(record.model.table))]])})`;
}

/** `post_id: int` */
export function typedParameters({ parameters }: RouteNames): string[] {
  return parameters.map(({ name, type }) => `${name}: ${type}`);
}

function lookupValues(
  each: PathRecord,
  isKept: boolean,
  scope: string | undefined,
): Omit<LookupValues, 'isRefused' | 'mayChange'> {
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
