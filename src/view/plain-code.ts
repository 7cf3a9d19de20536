// Specs: spec/existing/make-page.spec.ts
import { databaseOf, type OtherApp } from '../app/app';
import { answersErrors, categoryIn, formNameFor, neighboursOf, rendererOf } from '../app/style';
import { type Action, ACTIONS, BUTTONS, isOfRecord } from '../naming/actions';
import { decoratorOf } from '../naming/guards';
import { parametersOfPath, routesIn } from '../project/existing-routes';
import { lastRouteOf } from '../project/route-guards';
import { addMissingImports } from '../python/add-import';
import { decorator } from '../python/class-edits';
import { text } from '../python/literals';
import type { PythonSource } from '../python/source';
import { quotedAs } from '../python/style';
import type { ModelValues } from '../templates/code-values';
import type { PlainDataValues, PlainViewValues } from '../templates/plain-values';
import type { ViewBasis } from './basis';
import { type Blueprints, blueprintValues, ownBlueprint } from './blueprint-state';
import type { Choices } from './choices';
import { isOnForm } from './form-fields';
import type { FormState } from './form-state';
import type { ModelState } from './model-state';
import type { Pages } from './pages';
import type { RouteState } from './route-state';
import { modelValues } from './template-values';
import { urlOf } from './page-links';
import type { ViewData } from './view-data';

/** What code and pages in the application's own style are made from. */
export interface PlainBasis extends Pick<ViewBasis, 'guard' | 'layout' | 'names'> {
  readonly blueprints: Blueprints;
  readonly choices: ReadonlyMap<string, Choices>;
  readonly data: ViewData | undefined;
  readonly form: FormState | undefined;
  readonly models: readonly ModelState[];
  readonly pages: Pages;
  readonly route: RouteState;
}

/** What differs between places of a function: its name, its URL below that of the blueprint, the variable of that. */
interface FunctionPlace {
  readonly function: string;
  readonly path: string;
  readonly variable: string;
}

/** A module with the function that serves a view where there are no controllers. */
export function viewFunction(view: PlainBasis, app: OtherApp, place: FunctionPlace): PythonSource {
  const { data, names, route } = view;
  const { templates } = app;
  const { file } = ownBlueprint(view);
  const values = valuesOf(view, app, place);
  const spelled = quotedAs(route.file?.text ?? neighboursOf(app));
  const made =
    data && names.action
      ? templates.module(
          TEMPLATES[names.action],
          file,
          { ...values, ...dataValuesOf(view, app, data) },
          spelled,
        )
      : templates.module('plain/views.py', file, values, spelled);
  return withGuard(made, view);
}

/** The function with the decorator of its guard below its route. */
function withGuard(made: PythonSource, { guard, names }: PlainBasis): PythonSource {
  const name = decoratorOf(guard?.word, names.route);
  const [route] = routesIn(made, '');
  return guard && name && route?.definition
    ? addMissingImports(made.insert(decorator(made, route.definition, lastRouteOf(route), name)), [
        { module: guard.module, name },
      ])
    : made;
}

/** The function with a form shows it and takes its input. */
const TEMPLATES = {
  index: 'plain/index.py',
  show: 'plain/show.py',
  create: 'plain/create.py',
  store: 'plain/create.py',
  edit: 'plain/edit.py',
  update: 'plain/edit.py',
  destroy: 'plain/destroy.py',
} as const;

function valuesOf(
  { names: { action, route, template = '', title }, ...view }: PlainBasis,
  app: OtherApp,
  place: FunctionPlace,
): PlainViewValues {
  const { layout, required, sources } = app;
  const isTyped = layout.typed.value === true;
  const { method, usesForm } = ACTIONS[action ?? 'index'];
  const isText = method === 'GET' && !usesForm;
  const titleVariable = /^\{\{ (\w+) \}\}$/.exec(String(layout.title.value))?.[1];
  const renderer = rendererOf(sources, String(layout.layout.value));
  const endpoint = place.function === route.endpoint ? '' : `, endpoint="${route.endpoint}"`;
  const { name } = ownBlueprint(view).names;
  return {
    render: renderer.name,
    renderer: renderer.module,
    blueprint: blueprintValues(app, { name, variable: place.variable }),
    decorator: layout.decorator.value === 'get' && !required.hasOldFlask ? 'get' : 'route',
    path: text(place.path) + endpoint,
    name: place.function,
    parameters: route.parameters
      .map((each) => (isTyped ? `${each.name}: ${each.type}` : each.name))
      .join(', '),
    returns: isTyped ? (isText ? ' -> str' : ' -> ResponseReturnValue') : '',
    template: text(template),
    handed: titleVariable === undefined ? '' : `, ${titleVariable}=${text(title)}`,
  };
}

function dataValuesOf(
  view: PlainBasis,
  app: OtherApp,
  data: ViewData,
): Omit<PlainDataValues, keyof PlainViewValues> {
  const { isLegacy, layout, project, routes, sources } = app;
  const { record } = data;
  const start = routes.find(({ blueprint, path }) => blueprint && path === '/');
  const startUrl = start ? `url_for("${start.blueprint?.endpoints}.${start.endpoint}")` : '"/"';
  return {
    db: databaseOf(app),
    isLegacy,
    model: plainModel(view, data),
    form: view.form?.names ?? { className: '', module: 'flask' },
    formName: formNameFor(project, String(layout.layout.value), record.model.record),
    id: record.model.id,
    isDeleted: plainUrl(view, data, BUTTONS) !== undefined,
    answersErrors: answersErrors(sources),
    success: categoryIn(sources, 'success'),
    failure: categoryIn(sources, 'error', 'danger', 'warning'),
    recordUrl: plainUrl(view, data, ['show', 'index', data.action], keyAfter(data)) ?? startUrl,
    listUrl: plainUrl(view, data, ['index']) ?? startUrl,
  };
}

/**
 * The key in the URL to go to once a record is saved. After a commit, the record would be read again, and another request
 * may have deleted it. So it is that of the URL, unless the form can change it.
 */
function keyAfter({ action, record }: ViewData): string | undefined {
  const { columns, key, model } = record;
  const isChanged = columns.some((column) => column.name === key && isOnForm(column));
  return isOfRecord(action) && !isChanged ? model.id : undefined;
}

/** The class and the words of a model. Its records are not called as the blueprint is. */
export function plainModel(view: PlainBasis, { record }: ViewData): ModelValues {
  const { module, record: one, records } = record.model;
  const isTaken = ownBlueprint(view).found?.variable === records;
  const known = view.models.at(-1)?.module ?? module;
  return modelValues(record, known, isTaken ? `${one}_list` : records);
}

/**
 * The URL of the first of these actions that exists: `url_for("posts.show", post_id=post.id)`.
 *
 * @param key The key of the record in it.
 */
export function plainUrl(
  { pages, route: { endpoints } }: Pick<PlainBasis, 'pages' | 'route'>,
  { record }: ViewData,
  actions: readonly Action[],
  key = `${record.model.record}.${record.key}`,
): string | undefined {
  for (const action of actions) {
    const path = pages.own.get(action);
    const parameters = path === undefined ? [] : parametersOfPath(path);
    if (path !== undefined && parameters.length === Number(isOfRecord(action))) {
      return urlOf(
        [action],
        endpoints,
        pages,
        parameters.map((name) => [name, key]),
      );
    }
  }
  return undefined;
}
