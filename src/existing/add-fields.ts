// Specs: spec/existing/add-field.spec.ts
import type { App, IndexedApp } from '../app/app';
import { databaseOf } from '../app/database';
import { indexed } from '../app/index-app';
import { formNameFor } from '../app/style';
import { UsageError } from '../errors';
import { checkAddable, columnNameOf } from '../fields/field-list';
import type { Field } from '../fields/words';
import { ACTIONS } from '../naming/actions';
import { resourceNames, type ResourceNames } from '../naming/resource-names';
import type { ViewOptions } from '../naming/view-options';
import { enumeration } from '../naming/spelling';
import { findModel } from '../project/models';
import { functionsOf } from '../python/queries';
import { addFormFields } from '../rules/form';
import { grownModel, type GrownModel } from '../rules/grown-model';
import { type GrowingResource, withAndWithout } from '../rules/model-edits';
import { allOf, NOTHING, type Outcome } from '../rules/outcome';
import type { PartFiles } from '../rules/difference';
import { carryFields } from '../rules/new-fields';
import { adviseFields } from '../rules/template';
import type { Templates } from '../templates/templates';
import { blueprintCalled } from '../view/blueprint-place';
import { choicesOf } from '../view/choices';
import type { NamedLook } from '../view/asked';
import { formHome } from '../view/form-home';
import {
  fieldsOf,
  fieldsOfForm,
  type FormModel,
  type FormState,
  formState,
} from '../view/form-state';
import { lookAtAll } from '../view/look';
import { modelHome, placedModel } from '../view/model-home';
import { modelStates } from '../view/model-state';
import { refuseForeign } from '../view/placed-names';
import { plainPage } from '../view/plain-page';
import { refusalOf, resourceSegments } from '../view/resource';
import type { View } from '../view/view';

/**
 * A resource of an application that `new` did not make, and the fields that it is to get: columns of its model, and what
 * follows from them in its form and its pages. Its views do not name columns.
 *
 * @throws UsageError if a name or a field is wrong, SchematicsException and SourceError if the application does not
 *   allow it.
 */
export async function foreignResource(
  app: App,
  options: Pick<ViewOptions, 'name' | 'controller' | 'model'>,
  fields: readonly Field[],
  templates: Templates,
): Promise<GrowingResource> {
  databaseOf(app);
  const application = await indexed(app);
  const { project } = app;
  const names = namesOf(application, options);
  const placed = placedModel(application, names.model, names.model.table);
  const place = await findModel(project, placed);
  if (place === undefined) {
    throw new UsageError(await refusalOf(project, names, fields));
  }
  const model = await grownModel(app, { model: placed, parents: [] }, place, fields, templates);
  checkAddable(model.fields.missing);
  const carry = (): Promise<Outcome> => carryToParts(application, names, model, fields, templates);
  return { names, model, resources: [names], carry };
}

function namesOf(
  application: IndexedApp,
  { name: typed, controller, model }: Pick<ViewOptions, 'name' | 'controller' | 'model'>,
): ResourceNames {
  const [name = '', ...others] = resourceSegments(typed, (segments) =>
    application.blueprints.some(({ endpoints }) => endpoints === segments.join('.')),
  );
  if (others.length > 0) {
    throw new UsageError(
      `${typed} has folders, and views here have one. Did you mean add:field ${others.at(-1)}?`,
    );
  }
  const wanted = { name, generateModel: true, model };
  const names = resourceNames(wanted, new Set(), 'int', application.project.layout);
  const [view] = names.views;
  refuseForeign(view.names, { controller });
  return names;
}

/** Carries new columns of a model to its form and its pages. */
async function carryToParts(
  application: IndexedApp,
  resource: ResourceNames,
  { columns, place }: GrownModel,
  fields: readonly Field[],
  templates: Templates,
): Promise<Outcome> {
  if (columns.filter(({ isPrimaryKey }) => isPrimaryKey).length !== 1) {
    return NOTHING;
  }
  const { project } = application;
  const looks = looksOf(application, resource);
  const model = placedModel(application, resource.model, resource.model.table);
  const look = async (known: readonly Field[]): Promise<GrownRecords> => {
    const [state] = await modelStates(project, {
      fields: known,
      guard: undefined,
      homeOf: (each) => modelHome(application, each),
      names: { ...resource.views[0].names, model, parents: [] },
      templates,
      wants: { model: false },
    });
    if (state?.place === undefined) {
      throw new Error(`${model.className} is gone.`);
    }
    const choices = await choicesOf(project, state.place, state.columns);
    const common = { fields: known, index: application, resource: undefined, templates };
    const [first, ...others] = looks;
    const views = first ? await lookAtAll(project, [first, ...others], common) : [];
    return {
      model: { ...state, choices },
      views: views.filter(({ page }) => page?.existing !== undefined),
    };
  };
  const { after, before } = await withAndWithout(project, place, fields, look);
  const of = after.views.find(({ names }) => names.action !== 'index') ?? after.views[0];
  const home = await formHome(application, model, {
    place: of?.blueprints[0].place,
    isKnown: true,
  });
  const [earlier, later] = [formState(home, before.model), formState(home, after.model)];
  const wanted = fields.map(columnNameOf);
  const obstacle = await obstacleIn(application, later);
  const form = await addFormFields(earlier, later, wanted, templates, obstacle);
  const known = later.place ? fieldsOfForm(later) : [];
  const shown = form.edits.length === 0 ? [] : later.fields.map(({ name }) => name);
  const added = shown.filter((name) => wanted.includes(name) && !known.includes(name));
  const outcomes: Outcome[] = [form];
  for (const [at, view] of after.views.entries()) {
    const former = before.views[at] ?? view;
    const [from, to] = [textOf(former, known), textOf(view, [...known, ...added])];
    outcomes.push(await carryPage(application, fields, view, from, to, added));
  }
  return allOf(outcomes);
}

/** What keeps a form from getting fields: it has another purpose, or a view saves its fields one by one. */
async function obstacleIn(
  { project, sources }: IndexedApp,
  { model, place }: FormState,
): Promise<string | undefined> {
  const { name, node } = place?.definition ?? {};
  if (!place || name === undefined || !node) {
    return undefined;
  }
  const others = fieldsOf(node).filter(
    (field) => !model.columns.some((each) => each.name === field),
  );
  if (others.length > 0) {
    return `${place.source.placeOf(node)}: ${name} also has ${enumeration(others)}, which no record has`;
  }
  for (const { path } of sources.containing(`${name}(`)) {
    const file = await project.source(path);
    const user = file && functionsOf(file).find(({ body }) => savesByField(body.text, name));
    if (file && user) {
      return `${file.placeOf(user.node)}: ${user.name} saves the fields of ${name} one by one`;
    }
  }
  return undefined;
}

function savesByField(code: string, form: string): boolean {
  return new RegExp(`\\b${form}\\(`).test(code) && !/\bpopulate_obj\(/.test(code);
}

/** The model of a resource, and its views that have pages. */
interface GrownRecords {
  readonly model: FormModel;
  readonly views: readonly View[];
}

/** The views with pages: none without a blueprint that the application registers. */
function looksOf(application: IndexedApp, { views }: ResourceNames): NamedLook[] {
  const [{ names }] = views;
  const isServed = blueprintCalled(application, names.blueprints[0].name)?.isRegistered;
  return isServed ? views.filter(({ action }) => ACTIONS[action].hasTemplate) : [];
}

/** The text that a run would make of a page with a form of these fields. */
function textOf(view: View, fields: readonly string[]): string {
  return view.index ? plainPage(view, view.index, fields) : '';
}

/**
 * Carries new columns to a page.
 *
 * @param before The text that a run would make of it without them, and with them.
 * @param added The fields that the form of the page gets.
 */
async function carryPage(
  { layout, project }: IndexedApp,
  fields: readonly Field[],
  { data, page }: View,
  before: string,
  after: string,
  added: readonly string[],
): Promise<Outcome> {
  if (!data || !page) {
    return NOTHING;
  }
  const { path } = page;
  const { record } = data.record.model;
  const textOf = (content: string): PartFiles => new Map([[path, { content }]]);
  const carried = (owner: string): Promise<Outcome> =>
    carryFields(project, fields, textOf(before), textOf(after), owner);
  if (!ACTIONS[data.action].usesForm) {
    return carried(record);
  }
  if (before === after) {
    // A macro shows the whole form, unless a person has listed its fields.
    const form = formNameFor(project, String(layout.layout.value), record);
    const show = (code: string): string => `{{ ${code}.label }} {{ ${code} }}`;
    return adviseFields(path, project.text(path), form, added, show);
  }
  return carried(`form|${record}_form`);
}
