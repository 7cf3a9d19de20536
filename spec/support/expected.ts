import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import { filesIn } from './files-in';

const REPO = join(__dirname, '../..');

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
  expectContent(path, existsSync(path) ? readFileSync(path, 'utf8') : undefined, content);
}

/** Expects a folder to have these files and no others: path → content. */
export function expectFolder(folder: string, files: Readonly<Record<string, string>>): void {
  if (IS_RENEWING) {
    rmSync(folder, { recursive: true, force: true });
    for (const [path, content] of Object.entries(files)) {
      expectFile(join(folder, path), content);
    }
  }
  const expected = filesIn(folder);
  for (const path of new Set([...Object.keys(expected), ...Object.keys(files)])) {
    expectContent(join(folder, path), expected[path], files[path]);
  }
}

/** Shows the lines that differ, and the command that accepts them. Undefined stands for a file that does not exist. */
function expectContent(
  path: string,
  expected: string | undefined,
  actual: string | undefined,
): void {
  const name = relative(REPO, path);
  const isSame = actual === expected;
  const lines = isSame ? '' : createTwoFilesPatch(name, name, expected ?? '', actual ?? '');
  expect(isSame)
    .withContext(`${name} differs. If it should, run \`npm run spec:update\`.\n${lines}`)
    .toBeTrue();
}
