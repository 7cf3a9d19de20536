// Specs: spec/existing/make-page.spec.ts
import { ACTIONS, isOfRecord } from '../naming/actions';
import type { ViewNames } from '../naming/view-names';
import { text } from '../python/expression';
import { isOnForm } from '../view/form-fields';
import type { ClassValues, ModelValues } from '../templates/code-values';
import type { ExistingApplication } from './application';
import { databaseOf } from './database';
import type { Links, PlainAction } from './links';
import type { PagePlace } from './page-place';
import type { Records } from './records';
import { answersErrors, categoryIn, rendererOf } from './style';
import type { PlainDataValues, PlainViewValues } from '../templates/plain-values';

/** The values of a view function. */
export function valuesOf(
  { layout, required, sources }: ExistingApplication,
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
  application: ExistingApplication,
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

/** The class and the words of a model. Its records are not called as the blueprint is. */
export function modelValues({ key, module, names }: Records, { variable }: PagePlace): ModelValues {
  const { className, phrase, pluralPhrase, record } = names;
  const records = variable === names.records ? `${record}_list` : names.records;
  return { className, module, key, phrase, pluralPhrase, record, records };
}
