// Specs: spec/acceptance/composing.spec.ts
import { externalSchematic, type Rule } from '@angular-devkit/schematics';
import { COLLECTION } from './package';
import type { AddFieldOptions } from './add-field/options';
import type { ChangeFieldOptions } from './change-field/options';
import type { MakeApiOptions } from './make-api/options';
import type { MakeAuthOptions } from './make-auth/options';
import type { MakeModelOptions } from './make-model/options';
import type { MakeResourceOptions } from './make-resource/options';
import type { MakeViewOptions } from './make-view/options';
import type { NewOptions } from './new/options';
import type { RemoveFieldOptions } from './remove-field/options';
import type { RemoveResourceOptions } from './remove-resource/options';
import type { RenameFieldOptions } from './rename-field/options';
import type { UpgradeOptions } from './upgrade/options';

export type {
  AddFieldOptions,
  ChangeFieldOptions,
  MakeAuthOptions,
  MakeModelOptions,
  MakeResourceOptions,
  MakeViewOptions,
  NewOptions,
  RemoveFieldOptions,
  RemoveResourceOptions,
  RenameFieldOptions,
  UpgradeOptions,
};

/**
 * Creates a Flask application in a folder of its own, and has it set up once its files are written: the schematic `new`,
 * for the chain of another one.
 */
export function newApp(options: NewOptions): Rule {
  return externalSchematic(COLLECTION, 'new', options);
}

/**
 * Adds a page to a Flask application, with the controller, the route and the model that serve it: the schematic
 * `make-view`, for the chain of another one. `projectPath` points to the application.
 */
export function makeView(options: MakeViewOptions): Rule {
  return externalSchematic(COLLECTION, 'make-view', options);
}

/**
 * Adds a model to a Flask application, with a column for each field: the schematic `make-model`, for the chain of another
 * one. `projectPath` points to the application.
 */
export function makeModel(options: MakeModelOptions): Rule {
  return externalSchematic(COLLECTION, 'make-model', options);
}

/**
 * Adds a resource to a Flask application, with its model, form, controller, routes, pages and tests: the schematic
 * `make-resource`, for the chain of another one. `projectPath` points to the application.
 */
export function makeResource(options: MakeResourceOptions): Rule {
  return externalSchematic(COLLECTION, 'make-resource', options);
}

/**
 * Adds fields to a resource, and carries them to its model, form, list, page, factory and tests: the schematic
 * `add-field`, for the chain of another one. `projectPath` points to the application.
 */
export function addField(options: AddFieldOptions): Rule {
  return externalSchematic(COLLECTION, 'add-field', options);
}

/**
 * Renames a field of a resource in its model, form, list, page, factory, tests and database, and in all code that certainly
 * means it: the schematic `rename-field`, for the chain of another one. `projectPath` points to the application.
 */
export function renameField(options: RenameFieldOptions): Rule {
  return externalSchematic(COLLECTION, 'rename-field', options);
}

/**
 * Changes fields of a resource in its model, form, list, page, factory, tests and database: the schematic `change-field`, for
 * the chain of another one. `projectPath` points to the application.
 */
export function changeField(options: ChangeFieldOptions): Rule {
  return externalSchematic(COLLECTION, 'change-field', options);
}

/**
 * Removes fields of a resource from its model, form, list, page, factory, tests and database: the schematic
 * `remove-field`, for the chain of another one. `projectPath` points to the application.
 */
export function removeField(options: RemoveFieldOptions): Rule {
  return externalSchematic(COLLECTION, 'remove-field', options);
}

/**
 * Adds a resource to the JSON API of a Flask application, with its schemas and its tests: the schematic `make-api`, for the
 * chain of another one. `projectPath` points to the application.
 */
export function makeApi(options: MakeApiOptions): Rule {
  return externalSchematic(COLLECTION, 'make-api', options);
}

/**
 * Brings what was generated to today's templates, and keeps what people changed: the schematic `upgrade`, for the chain of
 * another one. `projectPath` points to the application.
 */
export function upgrade(options: UpgradeOptions): Rule {
  return externalSchematic(COLLECTION, 'upgrade', options);
}

/**
 * Removes a resource with its model, form, controller, routes, pages, factory, tests and table: the schematic
 * `remove-resource`, for the chain of another one. `projectPath` points to the application.
 */
export function removeResource(options: RemoveResourceOptions): Rule {
  return externalSchematic(COLLECTION, 'remove-resource', options);
}

/**
 * Adds sign-in to a Flask application, with accounts, passwords and sessions, as code that belongs to it: the schematic
 * `make-auth`, for the chain of another one. `projectPath` points to the application.
 */
export function makeAuth(options: MakeAuthOptions): Rule {
  return externalSchematic(COLLECTION, 'make-auth', options);
}
