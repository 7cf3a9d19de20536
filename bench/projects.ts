import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SCAFFOLD } from '../spec/support/run';
import { temporaryFolder } from '../spec/support/temporary-folder';
import type { Candidate } from './compare';
import { environment, runOrFail } from './run-or-fail';

/** Where a resource is registered. */
const REGISTRIES = ['app/__init__.py', 'app/controllers/__init__.py', 'app/models/__init__.py'];

/** The files of a new application with this many resources of a model, a controller and a route each. */
export function projectOf(resources: number): string {
  const folder = temporaryFolder();
  const scaffold = (cwd: string, ...words: readonly string[]): void => {
    runOrFail(process.execPath, [SCAFFOLD, ...words], cwd, environment());
  };
  scaffold(folder, 'new', 'blog', '--db', '--skip-install', '--skip-git');
  const root = join(folder, 'blog');
  if (resources > 0) {
    scaffold(root, 'make:view', 'things.index', '-rcm');
    multiply(
      root,
      Array.from({ length: resources }, (_, index) => lettersOf(index)),
    );
  }
  return root;
}

/** Makes of the one resource as many as there are endings: faster than by as many commands. */
function multiply(root: string, endings: readonly string[]): void {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.includes('thing') && statSync(join(root, path)).isFile(),
  );
  for (const path of files) {
    const text = readFileSync(join(root, path), 'utf8');
    for (const ending of endings) {
      mkdirSync(join(root, dirname(renamed(path, ending))), { recursive: true });
      writeFileSync(join(root, renamed(path, ending)), renamed(text, ending));
    }
  }
  for (const path of REGISTRIES) {
    const lines = readFileSync(join(root, path), 'utf8').split('\n');
    const all = (line: string, between: string): string =>
      endings.map((ending) => renamed(line, ending)).join(between);
    const multiplied = lines.map((line) =>
      line.startsWith('__all__')
        ? line.replace(/\[(.*)\]/, (_, names: string) => listOf(names.split(', '), all))
        : all(line, '\n'),
    );
    const isOne = (line: string): boolean => !/thing/i.test(line);
    writeFileSync(
      join(root, path),
      lines.map((line, row) => (isOne(line) ? line : multiplied[row])).join('\n'),
    );
  }
}

/** A list as `make:view` leaves one that is too long for a line. */
function listOf(names: readonly string[], all: (line: string, between: string) => string): string {
  const items = names.map((name) =>
    name.includes('Thing') ? all(`    ${name},`, '\n') : `    ${name},`,
  );
  return `[\n${items.join('\n')}\n]`;
}

/** `things` becomes `thing_abs`, `Thing` becomes `ThingAb`. */
function renamed(text: string, ending: string): string {
  const camel = ending.charAt(0).toUpperCase() + ending.slice(1);
  return text.replaceAll('thing', `thing_${ending}`).replaceAll('Thing', `Thing${camel}`);
}

/** A number in letters: what ends in a digit has no plural. */
function lettersOf(number: number): string {
  return String(number).replace(/\d/g, (digit) => 'abcdefghik'.charAt(Number(digit)));
}

/**
 * A program that changes a project. It has a copy of its own, which git brings back to what it was before each time: to
 * make thousands of files anew would slow down what comes after it.
 *
 * @param before The arguments of a run that is not timed, which prepares the project each time.
 */
export function inCopyOf(
  original: string,
  name: string,
  program: string,
  args: readonly string[],
  code = 0,
  before?: readonly string[],
): Candidate {
  const cwd = temporaryFolder();
  const git = (...words: readonly string[]): void => {
    runOrFail('git', words, cwd, environment());
  };
  cpSync(original, cwd, { recursive: true });
  git('init', '-q');
  git('add', '.');
  return {
    name,
    once: () => ({
      prepare: () => {
        git('checkout', '-q', '.');
        git('clean', '-fdq');
        if (before) {
          runOrFail(program, before, cwd, environment());
        }
      },
      time: () => {
        runOrFail(program, args, cwd, environment(), code);
      },
    }),
  };
}
