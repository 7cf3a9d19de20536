import type { Edit } from '../edit';
import type { Field } from '../fields/field';
import { DEFAULT_LAYOUT } from '../layout';
import type { MakeViewOptions } from '../make-view/options';
import { ACTIONS, isOfRecord } from '../naming/actions';
import { segmentsOf } from '../naming/segments';
import { actionOfView, type ViewNames, viewNames } from '../naming/view-names';
import { wantsOf } from '../naming/view-options';
import { keptModel } from '../rules/model';
import { info, type Note, NOTHING, type Outcome, warning } from '../rules/outcome';
import type { Templates } from '../view/templates';
import type { ExistingApplication } from './application';
import { databaseOf, hasDatabase } from './database';
import { plannedForm, requireForms } from './form';
import { formMacroOf, formNameFor } from './form-style';
import { adviseLink, FUNCTIONS, Links, type PlainAction } from './links';
import {
  methodsOf,
  refuseTakenUrl,
  refuseUnknown,
  refuseWithoutRecords,
  routeIn,
  urlOf,
  withKey,
} from './page-checks';
import { withNeighbours } from './neighbours';
import { type PageData, pageEdits } from './page-edits';
import { type PagePlace, placeOfPage, refuseTakenFiles } from './page-place';
import { type Records, recordsOf, refuseArguments } from './records';
import { viewEdits } from './view-edits';

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
  found: ExistingApplication,
  request: PageRequest,
  templates: Templates,
): Promise<MadePage> {
  const options = asFunction(request);
  const wants = wantsOf(options);
  const asked = viewNames(options, segmentsOf(options.name), new Set(), DEFAULT_LAYOUT);
  refuseUnknown(found, asked, options);
  const place = await placeOfPage(found, asked);
  const application = withNeighbours(found, place);
  const records = await dataFor(application, asked, request, place, templates);
  refuseWithoutRecords(request, asked, records);
  const names = records ? withKey(asked, options, records) : asked;
  const url = urlOf(names, place);
  const existing = routeIn(application, names, place);
  const action = records && names.action && FUNCTIONS[names.action];
  const does = ACTIONS[action ?? 'index'];
  const isNew = existing === undefined && wants.route;
  if (isNew) {
    refuseTakenUrl(application, url.full, methodsOf(action));
    refuseTakenFiles(application, place);
  }
  const isMade = isNew || options.replaceTemplate === true;
  const data =
    records && action && (wants.route || existing)
      ? dataOf(application, place, records, action, request.made)
      : undefined;
  const form =
    data && isMade && does.usesForm
      ? await plannedForm(application, data.records, place, data.formMacro !== undefined, templates)
      : undefined;
  if (does.makesRecord && records && isNew) {
    refuseArguments(records);
  }
  if (data && isNew && usesForms(data)) {
    requireForms(application, names.view);
  }
  const shown = data && form ? { ...data, fields: form.fields } : data;
  const page =
    names.template === undefined || (data && !isMade)
      ? NOTHING
      : pageEdits(application, names, place, shown, options.replaceTemplate ?? false, templates);
  const view = isNew
    ? await viewEdits(application, names, place, url.local, shown, form, templates)
    : [];
  const isServed = existing !== undefined || view.length > 0;
  return {
    records,
    edits: withContent([...(records?.edits ?? []), ...(form?.edits ?? []), ...view, ...page.edits]),
    notes: [
      ...names.route.warnings.map(warning),
      ...(form?.notes ?? []),
      ...page.notes,
      ...(isNew && action ? adviseLink(application, place, names.templateFolder, action) : []),
    ],
    url: isServed
      ? `${does.method} ${existing?.path ?? url.full}  →  ${place.blueprint}.${names.route.endpoint}`
      : undefined,
  };
}

/** What to say about a view that is made alone. */
export function notesOn(
  { edits, notes, records, url }: MadePage,
  name: string,
  isModelWanted: boolean,
): Note[] {
  const kept =
    isModelWanted && records && !records.isNew ? [keptModel(records.names, records.place)] : [];
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

/** A button that deletes a record is a form, too. */
function usesForms({ action, links }: PageData): boolean {
  const { method, usesForm } = ACTIONS[action];
  const isDeletable = isOfRecord(action) && links.on(action).destroy !== undefined;
  return usesForm || method === 'POST' || isDeletable;
}

/** One function shows a form and takes its input: `posts.store` is what `posts.create` does. */
function asFunction(request: PageRequest): PageRequest {
  const action = actionOfView(request.name);
  const own = action && FUNCTIONS[action];
  return own === undefined || own === action
    ? request
    : { ...request, name: request.name.replace(/\w+$/, own) };
}

/** The model of a view; undefined for a page without data. */
async function dataFor(
  application: ExistingApplication,
  { action, blueprints, model }: ViewNames,
  { fields = [], ...options }: PageRequest,
  { file }: PagePlace,
  templates: Templates,
): Promise<Records | undefined> {
  const { model: isMade } = wantsOf(options);
  if (isMade) {
    databaseOf(application);
  }
  const feature = file.split('/').at(-2) ?? blueprints[0].name;
  return model && action && hasDatabase(application)
    ? recordsOf(application, { names: model, feature, fields, isMade }, templates)
    : undefined;
}

/** The data of a page. */
export function dataOf(
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

/** Of several edits that make a file, the one with content. */
function withContent(edits: readonly Edit[]): Edit[] {
  const isTwin = (edit: Edit): boolean =>
    edit.kind === 'create' &&
    edit.content === '' &&
    edits.some((each) => each !== edit && each.path === edit.path);
  return edits.filter((edit) => !isTwin(edit));
}
