import { SchematicsException } from '@angular-devkit/schematics';
import { type Edit, inserted } from '../edit';
import type { Field } from '../fields/field';
import { DEFAULT_LAYOUT } from '../layout';
import type { MakeViewOptions } from '../make-view/options';
import { actionOf, ACTIONS, isOfRecord } from '../naming/actions';
import { segmentsOf } from '../naming/segments';
import { type ViewNames, viewNames } from '../naming/view-names';
import { wantsOf } from '../naming/view-options';
import { variablesOf } from '../project/blueprints';
import { moduleOf } from '../project/class-place';
import { COLUMN_TYPES } from '../project/column-types';
import { shapeOf } from '../project/existing-routes';
import { addImport } from '../python/add-import';
import type { PythonSource } from '../python/source';
import { withFunction } from '../python/transplant';
import { info, type Note, type Outcome, warning } from '../rules/outcome';
import type { Templates } from '../view/templates';
import type { ExistingApplication } from './application';
import { refuseClashes } from './clashes';
import { databaseOf, hasDatabase } from './database';
import { type PlannedForm, plannedForm, requireForms } from './form';
import { formMacroOf, formNameFor } from './form-style';
import { FUNCTIONS, Links, type PlainAction } from './links';
import { newBlueprint, registration } from './new-blueprint';
import { type PageData, pageEdits } from './page-edits';
import { type PagePlace, placeOfPage, refuseTakenFiles } from './page-place';
import { type Records, recordsOf, refuseArguments } from './records';
import { quotedAs } from './style';
import { dataValuesOf, valuesOf } from './view-values';

/** A view to make in an application that `new` did not make. */
export interface PageRequest extends MakeViewOptions {
  /** The fields of its model. */
  readonly fields?: readonly Field[];
  /** The actions that the run makes. */
  readonly made?: readonly PlainAction[];
}

/** What a run makes of a view. */
export interface MadePage extends Outcome {
  readonly records: Records | undefined;
  /** `GET /posts  →  posts.index`; undefined for a template without a URL. */
  readonly url: string | undefined;
}

/**
 * Plans a view of an application that `new` did not make: a function of a blueprint, and a template that extends the
 * application's own layout. With a model, it lists, shows, makes, changes or deletes its records.
 *
 * @throws UsageError if the name or the URL is wrong, SchematicsException and SourceError if the application does not
 *   allow it.
 */
export async function makePage(
  application: ExistingApplication,
  request: PageRequest,
  templates: Templates,
): Promise<MadePage> {
  const options = asFunction(request);
  const wants = wantsOf(options);
  const asked = viewNames(options, segmentsOf(options.name), new Set(), DEFAULT_LAYOUT);
  refuseUnknown(asked, options);
  const place = await placeOfPage(application, asked);
  const records = await dataFor(application, asked, request, place, templates);
  refuseWithoutRecords(request, asked, records);
  const names = records ? withKey(asked, options, records) : asked;
  const url = urlOf(names, place);
  const existing = routeIn(application, names, place);
  const action = records && names.action && FUNCTIONS[names.action];
  const isNew = existing === undefined && wants.route;
  if (isNew) {
    refuseTakenUrl(application, url.full, methodsOf(action));
    refuseTakenFiles(application, place);
  }
  const data =
    records && action && (wants.route || existing)
      ? dataOf(application, place, records, action, request.made)
      : undefined;
  const form =
    data && isNew && (action === 'create' || action === 'edit')
      ? await plannedForm(application, data.records, place, data.formMacro !== undefined, templates)
      : undefined;
  if (action === 'create' && records && isNew) {
    refuseArguments(records);
  }
  if (data && isNew && usesForms(data)) {
    requireForms(application, names.view);
  }
  const shown = data && form ? { ...data, fields: form.fields } : data;
  const page =
    names.template === undefined || (existing && data)
      ? { edits: [], notes: [] }
      : pageEdits(application, names, place, shown, options.replaceTemplate ?? false, templates);
  const view = isNew
    ? await viewEdits(application, names, place, url.local, shown, form, templates)
    : [];
  const isServed = existing !== undefined || view.length > 0;
  const method = action === 'destroy' ? 'POST' : 'GET';
  return {
    records,
    edits: withoutTwins([
      ...(records?.edits ?? []),
      ...(form?.edits ?? []),
      ...view,
      ...page.edits,
    ]),
    notes: [...names.route.warnings.map(warning), ...(form?.notes ?? []), ...page.notes],
    url: isServed
      ? `${method} ${existing?.path ?? url.full}  →  ${place.blueprint}.${names.route.endpoint}`
      : undefined,
  };
}

/** What to say about a view that is made alone. */
export function notesOn(
  { edits, notes, records, url }: MadePage,
  name: string,
  isModelWanted: boolean,
): Note[] {
  const kept = isModelWanted && records && !records.isNew ? [keptModel(records)] : [];
  const template = edits.find(({ kind, path }) => kind === 'create' && path.endsWith('.html'));
  return [
    ...kept,
    ...notes,
    info(
      edits.length === 0
        ? `Nothing to do: ${name} already exists.`
        : (url ?? `${template?.path ?? name} has no URL yet. Run again with -r to add one.`),
    ),
  ];
}

function keptModel({ names, place }: Records): Note {
  const { path } = place.source;
  return {
    ...warning(`The model ${names.className} already exists in ${path}. It stays as it is.`),
    existingModel: path,
  };
}

/** A button that deletes a record is a form, too. */
function usesForms({ action, links }: PageData): boolean {
  return action === 'show' ? links.url('"', 'destroy') !== undefined : action !== 'index';
}

/** One function shows a form and takes its input: `posts.store` is what `posts.create` does. */
function asFunction(request: PageRequest): PageRequest {
  const action = actionOf(segmentsOf(request.name).at(-1) ?? '');
  const own = action && FUNCTIONS[action];
  return own === undefined || own === action
    ? request
    : { ...request, name: request.name.replace(/\w+$/, own) };
}

function refuseUnknown({ blueprints, view }: ViewNames, { controller, guard }: PageRequest): void {
  if (controller !== undefined) {
    throw new SchematicsException(
      'This application has no controllers: a view is a function of its blueprint. Leave out --controller.',
    );
  }
  if (guard !== undefined) {
    throw new SchematicsException(
      `${view}: --guard needs an application made by \`scaffold new\`, with the sign-in of \`make:auth\`.`,
    );
  }
  if (blueprints.length > 1) {
    throw new SchematicsException(
      `${view} is in a folder of a folder. Here, scaffold makes views in one folder, such as posts.index.`,
    );
  }
}

function refuseWithoutRecords(
  { name }: PageRequest,
  { model }: ViewNames,
  records: Records | undefined,
): void {
  const action = actionOf(segmentsOf(name).at(-1) ?? '');
  if (records === undefined && action && !ACTIONS[action].hasTemplate) {
    throw new SchematicsException(
      `${name} saves or deletes a record, and this application has no model ${model?.className ?? 'for it'}. ` +
        'Make it with -m, or name another model with --model NAME.',
    );
  }
}

/** The model of a view; undefined for a page without data. */
async function dataFor(
  application: ExistingApplication,
  { action, blueprints, model }: ViewNames,
  { fields = [], ...options }: PageRequest,
  { file }: PagePlace,
  templates: Templates,
): Promise<Records | undefined> {
  const wants = wantsOf(options);
  if (wants.model) {
    databaseOf(application);
  }
  const feature = file.split('/').at(-2) ?? blueprints[0].name;
  const records =
    model && action && hasDatabase(application)
      ? await recordsOf(
          application,
          { names: model, feature, fields, isMade: wants.model },
          templates,
        )
      : undefined;
  return records;
}

/** The names with the URL that finds a record by its key. */
function withKey(
  names: ViewNames,
  options: PageRequest,
  { columns, key, names: { id } }: Records,
): ViewNames {
  const kind = columns.find(({ name }) => name === key)?.kind ?? 'integer';
  const converter = COLUMN_TYPES[kind].converter ?? 'int';
  const path = names.route.path.replace(`<int:${id}>`, `<${converter}:${id}>`);
  const own =
    path === names.route.path
      ? names
      : viewNames({ ...options, route: path }, segmentsOf(options.name), new Set(), DEFAULT_LAYOUT);
  const found = own.route.parameters.map(({ name }) => name);
  const needed = own.action && isOfRecord(own.action) ? [id] : [];
  if (found.join() !== needed.join()) {
    throw new SchematicsException(
      `${own.route.path} must have ${needed.length > 0 ? `the parameter <${converter}:${id}> alone` : 'no parameters'}. Change --route.`,
    );
  }
  return own;
}

function dataOf(
  application: ExistingApplication,
  place: PagePlace,
  records: Records,
  action: PlainAction,
  made: readonly PlainAction[] = [],
): PageData {
  const { layout, project } = application;
  return {
    action,
    records,
    links: new Links(application, place, records, [...made, action]),
    fields: [],
    formName: formNameFor(project, String(layout.layout.value), records.names.record),
    formMacro: formMacroOf(project),
  };
}

/** The URL of a view: below the prefix of its blueprint, and in full. */
function urlOf(
  { route: { path } }: ViewNames,
  { found }: PagePlace,
): { local: string; full: string } {
  const prefix = found?.prefix.replace(/\/$/, '') ?? '';
  const isBelow = prefix !== '' && (path === prefix || path.startsWith(`${prefix}/`));
  const local = isBelow ? path.slice(prefix.length) : path;
  return { local, full: prefix + local };
}

function routeIn(
  { routes }: ExistingApplication,
  { route }: ViewNames,
  { found }: PagePlace,
): ExistingApplication['routes'][number] | undefined {
  return routes.find(
    ({ blueprint, endpoint }) => found && blueprint === found && endpoint === route.endpoint,
  );
}

function methodsOf(action: PlainAction | undefined): string[] {
  return action === 'destroy'
    ? ['POST']
    : action === 'create' || action === 'edit'
      ? ['GET', 'POST']
      : ['GET'];
}

function refuseTakenUrl(
  { routes }: ExistingApplication,
  url: string,
  methods: readonly string[],
): void {
  const taken = routes.find(
    (each) =>
      each.methods.some((method) => methods.includes(method)) &&
      shapeOf(each.path) === shapeOf(url),
  );
  if (taken) {
    throw new SchematicsException(
      `${taken.source.path}:${taken.line}: ${taken.function} already serves ${methods.join(' and ')} ${url}. ` +
        'Choose another URL with --route, or remove that route.',
    );
  }
}

/** The view function; with its blueprint, if that is new. */
async function viewEdits(
  application: ExistingApplication,
  names: ViewNames,
  place: PagePlace,
  path: string,
  data: PageData | undefined,
  form: PlannedForm | undefined,
  templates: Templates,
): Promise<Edit[]> {
  const { found, source } = place;
  const values = valuesOf(application, names, place, path);
  const text = source?.text ?? application.blueprints[0]?.source.text ?? '';
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
    return [
      ...newBlueprint(application, place, rendered),
      ...(await registration(application, place)),
    ];
  }
  return inserted(source, (file) => {
    const [known] = variablesOf(file, found);
    const wanted = { module: moduleOf(found.source), name: found.variable };
    const ready = known === undefined ? addImport(file, wanted) : file;
    const rendered = (name: string): PythonSource => render(name, known ?? found.variable);
    refuseClashes(ready, rendered(names.route.function));
    return withFunction(ready, names.route.function, rendered);
  });
}

/** Of several edits that make a file, the one with content. */
function withoutTwins(edits: readonly Edit[]): Edit[] {
  const isTwin = (edit: Edit): boolean =>
    edit.kind === 'create' &&
    edit.content === '' &&
    edits.some((each) => each !== edit && each.path === edit.path);
  return edits.filter((edit) => !isTwin(edit));
}
