// Specs: spec/existing/make-resource.spec.ts
import { chain, type Rule } from '@angular-devkit/schematics';
import { stageEdits } from '../edit';
import type { Field } from '../fields/words';
import {
  modelView,
  resourceNames,
  type ResourceOptions,
  type ResourceView,
} from '../naming/resource-names';
import { segmentsOf } from '../naming/segments';
import { viewNames } from '../naming/view-names';
import type { ViewOptions } from '../naming/view-options';
import { findModel } from '../project/models';
import { info, type Note, warning } from '../rules/outcome';
import { rememberModel } from '../rules/request';
import { tell } from '../rules/tell';
import { lackOfModel } from '../view/resource';
import type { Templates } from '../templates/templates';
import type { App } from '../app/app';
import { indexed } from '../app/index-app';
import { databaseOf } from '../app/database';
import { aboutTable, adviseTable } from '../rules/migration-advice';
import { functionOf } from './links';
import { makePages } from './make-page';
import { packageOf } from './new-blueprint';
import { placedModel } from '../view/model-home';
import { recordsOf } from './records';

/**
 * Makes a resource in an application that `new` did not make: model, form, views and pages.
 *
 * @throws UsageError if a name is wrong or nothing describes the model, SchematicsException and SourceError if the
 *   application does not allow it.
 */
export async function makeResourceIn(
  app: App,
  options: ResourceOptions,
  fields: readonly Field[],
  templates: Templates,
): Promise<Rule> {
  databaseOf(app);
  const resource = resourceNames(
    { ...options, generateModel: fields.length > 0 },
    new Set(),
    'int',
    app.project.layout,
  );
  if (fields.length === 0 && !(await findModel(app.project, resource.model))) {
    throw lackOfModel(resource);
  }
  const views = eachFunctionOnce(resource.views);
  const actions = views.map(({ action }) => functionOf(action));
  const requests = views.map(({ options: view }) => ({ ...view, fields, made: actions }));
  return makePages(app, requests, templates, (made) => {
    const [first] = made;
    const isDone = made.every(({ edits }) => edits.length === 0);
    const notes = new Map(made.flatMap((page) => page.notes).map((note) => [note.message, note]));
    return [
      ...notes.values(),
      {
        ...((isDone ? undefined : first?.url) ??
          info(`Nothing to do: ${resource.name} already exists.`)),
        ...(first?.records ? aboutTable(first.records) : {}),
      },
      ...(isDone ? [] : adviseTable(app, first?.records)),
    ];
  });
}

/**
 * Makes a model where an application that `new` did not make keeps its models.
 *
 * @throws UsageError if a name or a field is wrong, SchematicsException if the application does not allow it.
 */
export async function makeModelIn(
  app: App,
  options: ViewOptions,
  fields: readonly Field[],
  templates: Templates,
): Promise<Rule> {
  const application = await indexed(app);
  databaseOf(application);
  const wanted = modelView(options);
  const segments = segmentsOf(wanted.name);
  const names = viewNames(wanted, segments, new Set(), app.project.layout);
  const { model } = names;
  if (model === undefined) {
    return () => undefined;
  }
  const request = { names, feature: model.table, fields, isMade: true };
  const records = await recordsOf(application, request, templates);
  const edits = records?.isNew ? records.edits : [];
  const path = placedModel(application, model, request.feature).file;
  rememberModel(app.project, { model }, records?.columns ?? []);
  const isNewFolder = edits.some((edit) => edit.kind === 'create' && edit.path === path);
  const notes: Note[] =
    records?.isNew === false
      ? [info(`Nothing to do: ${model.className} already exists in ${records.place.source.path}.`)]
      : [
          ...(isNewFolder && edits.length === 1 ? [adviseImport(path, model.className)] : []),
          ...adviseTable(app, records),
        ];
  return chain([
    stageEdits([...(isNewFolder ? packageOf(application, path) : []), ...edits], app.project),
    tell(notes),
  ]);
}

/** A model that no module imports is unknown to migrations. */
function adviseImport(path: string, className: string): Note {
  return warning(
    `No module imports ${path} yet, so migrations do not see ${className}. Import it where the application starts, or ` +
      'make its views.',
  );
}

/** The views, each function once: the one for a form shows it and takes its input. */
function eachFunctionOnce(views: readonly ResourceView[]): ResourceView[] {
  const seen = new Set<string>();
  return views.filter(
    ({ action }) => !seen.has(functionOf(action)) && seen.add(functionOf(action)),
  );
}
