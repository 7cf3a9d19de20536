import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesIn } from './files-in';

/**
 * Whether this run writes the expected output into the repository instead of comparing it: `npm run spec:update` sets
 * the variable. `git diff` then shows what changed.
 */
export const IS_RENEWING = process.env['SPEC_UPDATE'] !== undefined;

if (IS_RENEWING && process.env['CI']) {
  throw new Error('CI compares the expected output: run `npm run spec:update` elsewhere.');
}

/** Expects a file to have this content. */
export function expectFile(path: string, content: string): void {
  if (IS_RENEWING) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  // Line by line, a failure says which one differs.
  expect(content.split('\n')).toEqual(readFileSync(path, 'utf8').split('\n'));
}

/** Expects a folder to have these files and no others: path → content. */
export function expectFolder(folder: string, files: Readonly<Record<string, string>>): void {
  if (IS_RENEWING) {
    rmSync(folder, { recursive: true, force: true });
    for (const [path, content] of Object.entries(files)) {
      expectFile(join(folder, path), content);
    }
  }
  expect(filesIn(folder)).toEqual(files);
}
