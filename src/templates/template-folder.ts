// Specs: spec/make-auth/index.spec.ts
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from './compiled-template';
import { ENDING, filesBelow } from './our-templates';

/** A file that a run makes. */
export interface GeneratedFile {
  /** Relative to the root of the project. */
  readonly path: string;
  readonly content: string;
}

/** The files that the templates of a folder make, in the order of their paths. A template may make none. */
export function filesOfFolder(folder: string, values: object): GeneratedFile[] {
  return filesBelow(folder)
    .map((name) => ({
      path: name.replace(ENDING, ''),
      content: renderedFile(join(folder, name), values),
    }))
    .filter(({ content }) => content !== '');
}

/** The text of a template, or of a file that is none. */
export function renderedFile(path: string, values: object): string {
  const text = readFileSync(path, 'utf8');
  return path.endsWith(ENDING) ? compile({ path, text })(values) : text;
}
