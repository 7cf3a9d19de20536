// Specs: spec/templates/templates.spec.ts
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../package-folder';
import { nearestWord } from '../naming/nearest';
import type { TemplateText } from './compiled-template';

/** The schematics that have templates, each in its own folders. */
const SCHEMATICS = ['make-view', 'make-resource'] as const;

/** The ending of template files. It keeps tools for Python and HTML away from them. */
export const ENDING = '.template';

/**
 * A template of this package.
 *
 * @throws Error if there is none of that name. The message names the nearest one.
 */
export function ourTemplate(name: string): TemplateText {
  const schematic = name.startsWith('tests/') ? 'make-resource' : 'make-view';
  try {
    const file = join(folderOf(schematic), name + ENDING);
    return { path: name, text: readFileSync(file, 'utf8') };
  } catch {
    throw new Error(`there is no template ${name}.${hintFor(name)}`);
  }
}

/** The names of all templates, sorted: `controllers/index.py`. */
export function templateNames(): string[] {
  return SCHEMATICS.flatMap((schematic) =>
    readdirSync(folderOf(schematic), { recursive: true, encoding: 'utf8' }),
  )
    .filter((path) => path.endsWith(ENDING))
    .map((path) => path.slice(0, -ENDING.length))
    .sort();
}

/** A sentence that names the template that was probably meant; empty if none is near. */
export function hintFor(name: string): string {
  const names = templateNames();
  const near =
    nearestWord(name, names) ??
    names.find((each) => each.endsWith(`/${name}`) || each.replace(/\.\w+$/, '') === name);
  return near === undefined ? '' : ` Did you mean ${near}?`;
}

function folderOf(schematic: (typeof SCHEMATICS)[number]): string {
  return join(PACKAGE_FOLDER, schematic, 'files');
}
