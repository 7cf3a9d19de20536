// Specs: spec/existing/make-model.spec.ts
import { dirname } from 'node:path';
import { chain, type Rule } from '@angular-devkit/schematics';
import type { App } from '../app/app';
import { databaseOf } from '../app/database';
import { indexed } from '../app/index-app';
import { stageEdits } from '../edit';
import type { Field } from '../fields/words';
import { initOf } from '../layout';
import { modelView } from '../naming/resource-names';
import { segmentsOf } from '../naming/segments';
import { viewNames } from '../naming/view-names';
import type { ViewOptions } from '../naming/view-options';
import { adviseTable } from '../rules/migration-advice';
import { info, type Note, warning } from '../rules/outcome';
import { rememberModel } from '../rules/request';
import { tell } from '../rules/tell';
import type { Templates } from '../templates/templates';
import { needsInit } from '../view/blueprint-place';
import { placedModel } from '../view/model-home';
import { recordsOf } from './records';

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
    stageEdits(
      [
        ...(isNewFolder && needsInit(application, dirname(path))
          ? [{ kind: 'create', path: initOf(dirname(path)), content: '' } as const]
          : []),
        ...edits,
      ],
      app.project,
    ),
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
