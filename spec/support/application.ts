import { cpSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { scaffold } from './run';
import { shared } from './shared';
import { temporaryFolder } from './temporary-folder';

/** The folders of an application's packages. */
export const PACKAGES = ['venv', 'node_modules'];

/** What Python and SQLite make and remove while other specs copy. */
const PASSING = /\.pyc\.\d+$|\.db-(shm|wal)$/;

const withDatabase = shared('with-database', (folder) => make(folder, '--db'));
const withoutDatabase = shared('without-database', (folder) => make(folder, '--no-db'));

/**
 * An application that the real command made, with its packages: one with a database, one without, each made once in a run.
 * Specs that change something work on a copy.
 *
 * @returns Its folder, named `blog`.
 */
export function madeApplication(db: boolean): Promise<string> {
  return db ? withDatabase() : withoutDatabase();
}

async function make(cwd: string, flag: string): Promise<string> {
  const { code, stdout, stderr } = await scaffold(['new', 'blog', flag], { cwd });
  if (code !== 0) {
    throw new Error(`scaffold new ended with ${code}:\n${stdout}\n${stderr}`);
  }
  return join(cwd, 'blog');
}

/** A copy of the application without its packages; `python` is the path of its Python. */
export async function copiedApplication(db: boolean): Promise<{ root: string; python: string }> {
  const original = await madeApplication(db);
  return { root: copyOf(original, PACKAGES), python: pythonOf(original) };
}

/** A copy of an application's folder, without some of what is in it. */
export function copyOf(original: string, left: readonly string[] = []): string {
  const root = join(temporaryFolder(), basename(original));
  const paths = left.map((name) => join(original, name));
  cpSync(original, root, {
    recursive: true,
    verbatimSymlinks: true,
    // Python reads what it has compiled only while the times are the same.
    preserveTimestamps: true,
    filter: (path) => !paths.includes(path) && !PASSING.test(path),
  });
  return root;
}

/** The Python of an application's virtual environment. */
export function pythonOf(application: string): string {
  const python = join(application, 'venv/bin/python');
  if (!existsSync(python)) {
    throw new Error(`${python} is missing.`);
  }
  return python;
}
