// Specs: spec/manifest/commands.spec.ts
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../package-folder';

/** The schematics whose templates make what a manifest holds. */
const SCHEMATICS = {
  resources: ['make-view', 'make-resource'],
  application: ['new', 'make-auth'],
} as const;

/** What a manifest holds. */
export type DigestedPart = keyof typeof SCHEMATICS;

/** A digest of the templates of this package that make a part of a project. The build keeps it in a file. */
export async function ourDigest(part: DigestedPart): Promise<string> {
  const file = join(PACKAGE_FOLDER, `${part}.digest`);
  return existsSync(file) ? readFileSync(file, 'utf8') : digestOfTemplates(part);
}

/** The digest that the build keeps. */
export async function digestOfTemplates(part: DigestedPart): Promise<string> {
  const folders = SCHEMATICS[part].map((name) => join(PACKAGE_FOLDER, name, 'files'));
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort(),
  );
  return digestOf(
    files.flatMap((file) => [file.slice(PACKAGE_FOLDER.length), readFileSync(file, 'utf8')]),
  );
}

/** A digest of texts in their order. Few runs need one, so they load Node's crypto. */
export async function digestOf(texts: readonly string[]): Promise<string> {
  const { createHash } = await import('node:crypto');
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
}
