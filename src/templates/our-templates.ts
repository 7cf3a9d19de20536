// Specs: spec/templates/templates.spec.ts
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { nearestWord } from '../naming/spelling';
import { PACKAGE_FOLDER, PACKAGE_VERSION } from '../package';
import type { TemplateText } from './compiled-template';

/** The schematics whose templates make what a manifest holds. */
const SCHEMATICS = {
  resources: ['make-view', 'make-resource', 'make-api'],
  application: ['new', 'make-auth', 'make-api'],
} as const;

/** The schematics with the templates of a folder; `make-view` has the others. */
const OTHERS: Readonly<Partial<Record<string, DigestedSchematic>>> = {
  api: 'make-api',
  tests: 'make-resource',
};

type DigestedSchematic = (typeof SCHEMATICS)['resources'][number];

/** The folder of templates that make files of the application, which nobody replaces by their own. */
const SHARED = 'shared/';

/** The ending of template files. It keeps tools for Python and HTML away from them. */
export const ENDING = '.template';

/**
 * A template of this package.
 *
 * @throws Error if there is none of that name. The message names the nearest one.
 */
export function ourTemplate(name: string): TemplateText {
  const schematic = OTHERS[/^\w+/.exec(name)?.[0] ?? ''] ?? 'make-view';
  try {
    const file = join(folderOf(schematic), name + ENDING);
    return { path: name, text: readFileSync(file, 'utf8') };
  } catch {
    throw new Error(`there is no template ${name}.${hintFor(name)}`);
  }
}

/** The names of all templates, sorted: `controllers/index.py`. */
export function templateNames(): string[] {
  return SCHEMATICS.resources
    .flatMap((schematic) => filesBelow(folderOf(schematic)))
    .filter((path) => path.endsWith(ENDING) && !path.startsWith(SHARED))
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

/** The files in a folder and below, relative to it, sorted. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

function folderOf(schematic: DigestedSchematic): string {
  return join(PACKAGE_FOLDER, schematic, 'files');
}

/** What a manifest holds. */
type DigestedPart = keyof typeof SCHEMATICS;

/** A digest of this version and its templates that make a part of a project. The build keeps it in a file. */
export async function ourDigest(part: DigestedPart): Promise<string> {
  const file = join(PACKAGE_FOLDER, `${part}.digest`);
  return existsSync(file) ? readFileSync(file, 'utf8') : digestOfTemplates(part);
}

/** The digest that the build keeps. */
export async function digestOfTemplates(part: DigestedPart): Promise<string> {
  const folders = SCHEMATICS[part].map((name) => join(PACKAGE_FOLDER, name, 'files'));
  const files = folders.flatMap((folder) => filesBelow(folder).map((path) => join(folder, path)));
  const texts = files.flatMap((file) => [
    file.slice(PACKAGE_FOLDER.length),
    readFileSync(file, 'utf8'),
  ]);
  return digestOf([PACKAGE_VERSION, ...texts]);
}

/** A digest of texts in their order. Few runs need one, so they load Node's crypto. */
export async function digestOf(texts: readonly string[]): Promise<string> {
  const { createHash } = await import('node:crypto');
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
}
