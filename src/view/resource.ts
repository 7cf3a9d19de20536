// Specs: spec/make-resource/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { UsageError } from '../errors';
import { type ResourceNames, resourceNames, type ResourceOptions } from '../naming/resource-names';
import { segmentsOf } from '../naming/segments';
import type { ClassPlace } from '../project/class-place';
import { COLUMN_TYPES } from '../project/column-types';
import { columnsIn } from '../project/columns';
import { withoutModels } from '../project/database';
import { findModel } from '../project/models';
import type { Project } from '../project/project';
import { parentModels } from './look';

/** A resource by its name, and its model if that exists. */
export interface FoundResource {
  readonly names: ResourceNames;
  readonly place: ClassPlace | undefined;
}

/**
 * The names of a resource in a project.
 *
 * @throws UsageError if a name is wrong or nothing describes the model, SchematicsException without a database.
 */
export async function lookAtResource(
  project: Project,
  { hasFields, ...options }: ResourceOptions & { readonly hasFields: boolean },
): Promise<ResourceNames> {
  const { names, place } = await findResource(project, { ...options, generateModel: hasFields });
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
export async function findResource(
  project: Project,
  wanted: ResourceOptions,
): Promise<FoundResource> {
  const segments = segmentsOf(wanted.name, 'resource');
  const models = await parentModels(project, [...segments, 'index']);
  const names = resourceNames(wanted, models, 'int', project.layout);
  const refusal = await withoutModels(project);
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
