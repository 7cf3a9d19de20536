// Specs: spec/make-resource/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { type App, databaseOf } from '../app/app';
import { UsageError } from '../errors';
import { resourceNames, type ResourceNames, type ResourceOptions } from '../naming/resource-names';
import { nearestWord, quoted } from '../naming/spelling';
import { modelOfClass } from '../naming/class-names';
import { actionOf } from '../naming/actions';
import { segmentsOf } from '../naming/segments';
import { pluralOf } from '../naming/words';
import type { ClassPlace } from '../project/class-place';
import { COLUMN_TYPES } from '../project/column-types';
import { columnsIn } from '../project/columns';
import { withoutModels } from '../project/database';
import { findModel, modelsIn, parentModels } from '../project/models';
import type { Project } from '../project/project';

/** A resource by its name, and its model if that exists. */
interface FoundResource {
  readonly names: ResourceNames;
  readonly place: ClassPlace | undefined;
}

/**
 * The names of a resource in a project.
 *
 * @throws UsageError if a name is wrong or nothing describes the model, SchematicsException without a database.
 */
export async function lookAtResource(
  app: App,
  { hasFields, ...options }: ResourceOptions & { readonly hasFields: boolean },
): Promise<ResourceNames> {
  const wanted = { ...options, generateModel: hasFields };
  const { names, place } = await findResource(app, wanted);
  if (place === undefined && !hasFields) {
    throw lackOfModel(names);
  }
  return names;
}

/** The error for a resource whose model is missing and that is typed without fields. */
export function lackOfModel({ model, name }: ResourceNames): UsageError {
  return new UsageError(
    `There is no model ${model.className} yet. Name its fields:\n` +
      `  scaffold make:resource ${name} title:string:120 body:text:optional`,
  );
}

/**
 * Finds the model of a resource.
 *
 * @throws UsageError if a name is wrong, SchematicsException without a database.
 */
export async function findResource(app: App, wanted: ResourceOptions): Promise<FoundResource> {
  const { isOurs, project } = app;
  const segments = segmentsOf(wanted.name, 'resource');
  const models = await parentModels(project, [...segments, 'index']);
  const names = resourceNames(wanted, models, 'int', project.layout);
  if (!isOurs) {
    databaseOf(app);
  }
  const refusal = isOurs ? await withoutModels(project) : undefined;
  if (refusal !== undefined) {
    throw new SchematicsException(refusal);
  }
  const place = await findModel(project, names.model);
  const columns = place ? await columnsIn(project, place) : [];
  const key = columns.find(({ isPrimaryKey }) => isPrimaryKey);
  const converter = key && COLUMN_TYPES[key.kind].converter;
  return {
    names:
      converter === undefined ? names : resourceNames(wanted, models, converter, project.layout),
    place,
  };
}

/** The names of a resource, as its manifest has them; none for single pages. */
export async function rememberedNames(app: App, resource: string): Promise<ResourceNames[]> {
  const { names, options } = app.project.changes.manifest({ resource })?.request ?? {};
  const { controller, model } = names ?? {};
  if ((controller === undefined && app.isOurs) || model === undefined) {
    return [];
  }
  const namespace = options?.['namespace'] === true;
  const wanted = { name: resource, model, controller, namespace };
  return [(await findResource(app, wanted)).names];
}

/** All resources of the model of one, by their manifests; that one last. */
export async function resourcesSharing(app: App, names: ResourceNames): Promise<ResourceNames[]> {
  const { project } = app;
  const { className } = names.model;
  const others: ResourceNames[] = [];
  for (const resource of project.changes.resources.filter((each) => each !== names.name)) {
    if (project.changes.manifest({ resource })?.request.names?.['model'] === className) {
      others.push(...(await rememberedNames(app, resource)));
    }
  }
  return [...others, names];
}

/** What to say of a model that does not exist. */
export async function refusalOf(
  project: Project,
  { model: { className }, name }: ResourceNames,
  typed: readonly string[],
): Promise<string> {
  const near = nearestWord(className, await modelsIn(project));
  const meant =
    near === undefined
      ? ['make:resource', name]
      : ['add:field', modelOfClass(near, project.layout).table];
  return `There is no model ${className} yet. Did you mean scaffold ${[...meant, ...typed].join(' ')}?`;
}

/**
 * The name of a resource that exists. People also name it by its model: `Post` for `posts`.
 *
 * @throws UsageError if the name is wrong, or is that of a view.
 */
export function folderOf(app: App, typed: string): string {
  const typedSegments = segmentsOf(typed, 'resource');
  const [last = '', folders] = [typedSegments.at(-1), typedSegments.slice(0, -1)];
  if (folders.length > 0 && actionOf(last) !== undefined) {
    throw new UsageError(
      `${quoted(typed)} cannot name a resource: ${last} is an action. Did you mean add:field ${folders.join('.')}?`,
    );
  }
  const { project } = app;
  const { routes, templates } = project.layout;
  const exists = (segments: readonly string[]): boolean =>
    app.isOurs
      ? [routes, templates].some(
          (each) => project.filesIn([each, ...segments].join('/')).length > 0,
        )
      : app.blueprints.some(({ endpoints }) => endpoints === segments.join('.'));
  const plural = [...folders, pluralOf(last)];
  const segments = !exists(typedSegments) && exists(plural) ? plural : typedSegments;
  if (!app.isOurs && segments.length > 1) {
    throw new UsageError(
      `${typed} has folders, and views here have one. Did you mean add:field ${segments.at(-1)}?`,
    );
  }
  return segments.join('.');
}
