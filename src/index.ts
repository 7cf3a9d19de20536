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
  MakeApiOptions,
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

/** Makes the rule that runs a schematic, for the chain of another one. `projectPath` points to the application. */
type RuleOf<Options> = (options: Options) => Rule;

function schematic(name: string): RuleOf<object> {
  return (options) => externalSchematic(COLLECTION, name, options);
}

/** Creates a Flask application in a folder of its own, and has it set up once its files are written. */
export const newApp: RuleOf<NewOptions> = schematic('new');

/** Adds a page to a Flask application, with the controller, the route and the model that serve it. */
export const makeView: RuleOf<MakeViewOptions> = schematic('make-view');

/** Adds a model to a Flask application, with a column for each field. */
export const makeModel: RuleOf<MakeModelOptions> = schematic('make-model');

/** Adds a resource to a Flask application, with its model, form, controller, routes, pages and tests. */
export const makeResource: RuleOf<MakeResourceOptions> = schematic('make-resource');

/** Adds fields to a resource, and carries them to its model, form, list, page, factory and tests. */
export const addField: RuleOf<AddFieldOptions> = schematic('add-field');

/**
 * Renames a field of a resource in its model, form, list, page, factory, tests and database, and in all code that
 * certainly means it.
 */
export const renameField: RuleOf<RenameFieldOptions> = schematic('rename-field');

/** Changes fields of a resource in its model, form, list, page, factory, tests and database. */
export const changeField: RuleOf<ChangeFieldOptions> = schematic('change-field');

/** Removes fields of a resource from its model, form, list, page, factory, tests and database. */
export const removeField: RuleOf<RemoveFieldOptions> = schematic('remove-field');

/** Adds a resource to the JSON API of a Flask application, with its schemas and its tests. */
export const makeApi: RuleOf<MakeApiOptions> = schematic('make-api');

/** Brings what was generated to today's templates, and keeps what people changed. */
export const upgrade: RuleOf<UpgradeOptions> = schematic('upgrade');

/** Removes a resource with its model, form, controller, routes, pages, factory, tests and table. */
export const removeResource: RuleOf<RemoveResourceOptions> = schematic('remove-resource');

/** Adds sign-in to a Flask application, with accounts, passwords and sessions, as code that belongs to it. */
export const makeAuth: RuleOf<MakeAuthOptions> = schematic('make-auth');
