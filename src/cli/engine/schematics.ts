import { join } from 'node:path';
import type { RuleFactory } from '@angular-devkit/schematics';
import type collection from '../../collection.json';
import { PACKAGE_FOLDER } from '../../package-folder';
import { SET_UP_SCHEMATIC } from '../../setup/schematic-name';

/** A schematic, as the engine needs it. */
export interface PackageSchematic {
  /** Loads its factory, when it runs. */
  readonly load: () => Promise<RuleFactory<object>>;
  /** The folder that its templates are found from, absolute. */
  readonly path: string;
}

/** The schematics of `collection.json`, for an engine that looks nothing up on disk. Here `make-view` takes several views. */
export const SCHEMATICS: Readonly<Record<string, PackageSchematic>> = {
  new: schematic('new', async () => (await import('../../new')).newApp),
  'make-view': schematic('make-view', async () => (await import('../../make-view')).makeViews),
  'make-resource': schematic(
    'make-resource',
    async () => (await import('../../make-resource')).makeResource,
  ),
  'make-model': schematic('make-model', async () => (await import('../../make-model')).makeModel),
  'add-field': schematic('add-field', async () => (await import('../../add-field')).addField),
  'make-auth': schematic('make-auth', async () => (await import('../../make-auth')).makeAuth),
  [SET_UP_SCHEMATIC]: schematic('setup', async () => (await import('../../setup')).setUpApp),
} satisfies Record<keyof (typeof collection)['schematics'], PackageSchematic>;

function schematic<Options extends object>(
  folder: string,
  load: () => Promise<RuleFactory<Options>>,
): PackageSchematic {
  return {
    load: load as () => Promise<RuleFactory<object>>,
    path: join(PACKAGE_FOLDER, folder),
  };
}
