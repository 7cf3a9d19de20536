// Specs: spec/index.spec.ts
import { join } from 'node:path';
import { version } from '../package.json';

/** This package, as other collections and the engine name it. */
export const COLLECTION = 'scaffold-flask';

/** The private schematic's name. No other collection has it: the devkit looks it up in the one that is running. */
export const SET_UP_SCHEMATIC = 'scaffold-flask-setup';

/**
 * The folder that the sources, or what was built from them, stand in. Files that are read at run time are found from
 * here: the same place for this module and for a bundle in `bin/`.
 */
export const PACKAGE_FOLDER = join(__dirname, '../src');

export const PACKAGE_VERSION = version;
