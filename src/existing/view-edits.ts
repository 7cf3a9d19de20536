// Specs: spec/existing/make-page.spec.ts
import { inserted } from '../edit';
import { withBlueprint } from '../project/blueprints';
import { moduleOf, sourceOfModule } from '../project/class-place';
import { importsOf } from '../python/imports';
import type { PythonSource } from '../python/source';
import { withFunctions } from '../python/transplant';
import type { Templates } from '../templates/templates';
import type { AskedPage } from './asked-page';
import { refuseCircle } from '../rules/registration/circles';
import { refuseClashes } from '../rules/clashes';
import { allOf, edited, type Outcome } from '../rules/outcome';
import { databaseOf } from '../app/database';
import type { PlannedForm } from './form';
import { neighboursOf, newBlueprint, registration } from './new-blueprint';
import { quotedAs } from '../python/style';
import { ACTIONS, isOfRecord } from '../naming/actions';
import type { ViewNames } from '../naming/view-names';
import { text } from '../python/expression';
import { isOnForm } from '../view/form-fields';
import type { ClassValues } from '../templates/code-values';
import type { IndexedApp } from '../app/app';
import type { Links, PlainAction } from './links';
import type { PagePlace } from './page-place';
import { modelValues } from './page-edits';
import type { Records } from './records';
import { answersErrors, categoryIn, rendererOf } from '../app/style';
import type { PlainDataValues, PlainViewValues } from '../templates/plain-values';

/** The view function; with its blueprint, if that is new. */
export async function viewEdits(
  { application, data, names, place, url }: AskedPage,
  form: PlannedForm | undefined,
  templates: Templates,
): Promise<Outcome> {
  const { project } = application;
  const { found, source } = place;
  const values = valuesOf(application, names, place, url.local);
  const text = source?.text ?? neighboursOf(application);
  const render = (name: string, variable: string): PythonSource => {
    const endpoint = name === names.route.endpoint ? '' : `, endpoint="${names.route.endpoint}"`;
    const own = {
      ...values,
      name,
      path: values.path + endpoint,
      blueprint: { ...values.blueprint, variable },
    };
    const spelled = quotedAs(text);
    if (data === undefined) {
      return templates.module('plain/views.py', place.file, own, spelled);
    }
    const { action, formName, links, records } = data;
    const used = {
      action,
      form: form ?? { className: '', module: 'flask' },
      formName,
      links,
      place,
    };
    const all = dataValuesOf(application, own, records, used);
    return templates.module(`plain/${action}.py`, place.file, all, spelled);
  };
  if (found === undefined || source === undefined) {
    const rendered = render(names.route.function, place.variable);
    return allOf([
      edited(newBlueprint(application, place, rendered)),
      await registration(application, place, rendered),
    ]);
  }
  const database = data && (await sourceOfModule(project, databaseOf(application).module));
  const edits = inserted(source, (file) => {
    const { source: ready, variable } = withBlueprint(file, found);
    const rendered = (name: string): PythonSource => render(name, variable);
    const added = rendered(names.route.function);
    refuseClashes(ready, added);
    if (database && !importsOf(file).some(({ module }) => module === moduleOf(database))) {
      refuseCircle(database, moduleOf(file), added);
    }
    return withFunctions(ready, [{ name: names.route.function, render: rendered }]);
  });
  return edited(edits);
}

/** The values of a view function. */
export function valuesOf(
  { layout, required, sources }: IndexedApp,
  { action, route, title }: ViewNames,
  { blueprint, template, variable }: PagePlace,
  path: string,
): PlainViewValues {
  const isTyped = layout.typed.value === true;
  const { method, usesForm } = ACTIONS[action ?? 'index'];
  const isText = method === 'GET' && !usesForm;
  const titleVariable = /^\{\{ (\w+) \}\}$/.exec(String(layout.title.value))?.[1];
  const hasOwnTemplates = String(layout.templates.value).includes('{name}');
  const renderer = rendererOf(sources, String(layout.layout.value));
  return {
    render: renderer.name,
    renderer: renderer.module,
    blueprint: {
      variable,
      name: text(blueprint),
      folder: hasOwnTemplates ? `, template_folder=${text('templates')}` : '',
    },
    decorator: layout.decorator.value === 'get' && !required.hasOldFlask ? 'get' : 'route',
    path: text(path),
    name: route.function,
    parameters: route.parameters
      .map((each) => (isTyped ? `${each.name}: ${each.type}` : each.name))
      .join(', '),
    returns: isTyped ? (isText ? ' -> str' : ' -> ResponseReturnValue') : '',
    template: text(template),
    handed: titleVariable === undefined ? '' : `, ${titleVariable}=${text(title)}`,
  };
}

/** What a view function with data uses. */
interface FunctionData {
  readonly action: PlainAction;
  readonly form: ClassValues;
  readonly formName: string;
  readonly links: Links;
  readonly place: PagePlace;
}

/** The values of a view function with data. */
export function dataValuesOf(
  application: IndexedApp,
  values: PlainViewValues,
  records: Records,
  { action, form, formName, links, place }: FunctionData,
): PlainDataValues {
  const { isLegacy, routes, sources } = application;
  const start = routes.find(({ blueprint, path }) => blueprint && path === '/');
  const startUrl = start ? `url_for("${start.blueprint?.endpoints}.${start.endpoint}")` : '"/"';
  return {
    ...values,
    db: databaseOf(application),
    isLegacy,
    model: modelValues(records, place),
    form,
    formName,
    id: records.names.id,
    isDeleted: links.url('"', ['destroy']) !== undefined,
    answersErrors: answersErrors(sources),
    success: categoryIn(sources, 'success'),
    failure: categoryIn(sources, 'error', 'danger', 'warning'),
    recordUrl: links.url('"', ['show', 'index', action], keyAfter(action, records)) ?? startUrl,
    listUrl: links.url('"', ['index']) ?? startUrl,
  };
}

/**
 * The key in the URL to go to once a record is saved. After a commit, the record would be read again, and another request
 * may have deleted it. So it is that of the URL, unless the form can change it.
 */
function keyAfter(action: PlainAction, { columns, key, names }: Records): string | undefined {
  const isChanged = columns.some((column) => column.name === key && isOnForm(column));
  return isOfRecord(action) && !isChanged ? names.id : undefined;
}
