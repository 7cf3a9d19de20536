import { join } from 'node:path';

/**
 * The folder that the sources, or what was built from them, stand in. Files that are read at run time are found from
 * here: the same place for this module and for a bundle in `bin/`.
 */
export const PACKAGE_FOLDER = join(__dirname, '../src');
