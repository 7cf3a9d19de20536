// Specs: spec/existing/add-field.spec.ts
import { chain, type Rule } from '@angular-devkit/schematics';
import { type GrownModel, modelEdits, withoutFields } from '../rules/model-edits';
import type { ViewOptions } from '../naming/view-options';
import { stageEdits } from '../edit';
import { UsageError } from '../errors';
import type { Field } from '../fields/words';
import type { ProjectInTree } from '../growing';
import { DEFAULT_LAYOUT } from '../layout';
import { type ResourceNames, resourceNames } from '../naming/resource-names';
import type { ClassPlace } from '../project/class-place';
import { findModel } from '../project/models';
import { allOf, NOTHING, type Outcome } from '../rules/outcome';
import { rememberFields } from '../rules/request';
import { tell } from '../rules/tell';
import { refusalOf, resourceSegments } from '../view/grown-resource';
import type { Templates } from '../templates/templates';
import { type ExistingApplication, findApplication, served } from './application';
import { databaseOf } from './database';
import { grownForm } from './grown-form';
import { grownModel, placedModel } from './model';
import { carryPage, pagesOf, textOf } from './grown-pages';
import { refuseForeign } from './page-checks';
import { type Records, recordsOf } from './records';
import { adviseColumns } from './table-advice';

/**
 * Adds fields to a resource of an application that `new` did not make: columns to its model, and what follows from them to
 * its form and its pages. Its views do not name columns.
 *
 * @throws UsageError if a name or a field is wrong, SchematicsException and SourceError if the application does not
 *   allow it.
 */
export async function addFieldsIn(
  found: ProjectInTree,
  options: Pick<ViewOptions, 'name' | 'controller' | 'model'>,
  fields: readonly Field[],
  templates: Templates,
): Promise<Rule> {
  const existing = await findApplication(found);
  databaseOf(existing);
  const application = await served(existing);
  const { project } = existing;
  const resource = namesOf(application, options);
  const names = placedModel(application, resource.model, resource.model.table);
  const place = await findModel(project, names);
  if (place === undefined) {
    throw new UsageError(await refusalOf(project, resource, fields));
  }
  const grown = await grownModel(application, names, place, fields, templates);
  rememberFields(project, resource, grown.columns, fields);
  const added = await modelEdits(project, grown);
  const carryOn: Rule = async () => {
    const carried = await carryFields(application, resource, grown, fields, templates);
    const edits = [...added, ...carried.edits];
    return chain([
      stageEdits(carried.edits, project),
      tell([...carried.notes, ...adviseColumns(existing, resource, grown, fields, edits)]),
    ]);
  };
  return chain([stageEdits(added, project), carryOn]);
}

function namesOf(
  application: ExistingApplication,
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
  const names = resourceNames(wanted, new Set(), 'int', DEFAULT_LAYOUT);
  const [view] = names.views;
  refuseForeign(view.names, { controller });
  return names;
}

/** Carries new columns of a model to its form and its pages. */
async function carryFields(
  application: ExistingApplication,
  resource: ResourceNames,
  { columns, place }: GrownModel,
  fields: readonly Field[],
  templates: Templates,
): Promise<Outcome> {
  if (columns.filter(({ isPrimaryKey }) => isPrimaryKey).length !== 1) {
    return NOTHING;
  }
  const pages = await pagesOf(application, resource);
  const [before, after] = await recordsWithAndWithout(
    application,
    resource,
    place,
    fields,
    templates,
  );
  const of = pages.find(({ action }) => action !== 'index') ?? pages[0];
  const form = await grownForm(application, before, after, of?.place, fields, templates);
  const outcomes: Outcome[] = [form];
  for (const page of pages) {
    const [from, to] = [
      textOf(application, page, before, form.before, templates),
      textOf(application, page, after, form.after, templates),
    ];
    outcomes.push(await carryPage(application, fields, page, after.names, from, to));
  }
  return allOf(outcomes);
}

/** The records of a resource as they were, and with columns for these fields. */
async function recordsWithAndWithout(
  application: ExistingApplication,
  { model }: ResourceNames,
  { definition }: ClassPlace,
  fields: readonly Field[],
  templates: Templates,
): Promise<[Records, Records]> {
  const { project } = application;
  const look = async (known: readonly Field[]): Promise<Records> => {
    const request = { names: model, feature: model.table, fields: known, isMade: false };
    const records = await recordsOf(application, request, templates);
    if (records === undefined) {
      throw new Error(`${definition.name} is gone.`);
    }
    return records;
  };
  const after = await look(fields);
  const source = after.place.source;
  project.stageSource(withoutFields(source, definition.name, fields));
  const before = await look([]);
  project.stageSource(source);
  return [before, after];
}
