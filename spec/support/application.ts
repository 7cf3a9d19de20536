import { cpSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { scaffold } from './run';
import { temporaryFolder } from './temporary-folder';

const made = new Map<boolean, Promise<string>>();

/**
 * An application that the real command made, with its packages: one with a database, one without, each made once. Specs
 * that change something work on a copy.
 *
 * @returns Its folder, named `blog`.
 */
export function madeApplication(db: boolean): Promise<string> {
  let application = made.get(db);
  if (!application) {
    application = make(db);
    made.set(db, application);
  }
  return application;
}

async function make(db: boolean): Promise<string> {
  const cwd = temporaryFolder();
  const { code, stdout, stderr } = await scaffold(['new', 'blog', db ? '--db' : '--no-db'], {
    cwd,
  });
  if (code !== 0) {
    throw new Error(`scaffold new ended with ${code}:\n${stdout}\n${stderr}`);
  }
  return join(cwd, 'blog');
}

/** A copy of the application without its packages; `python` is the path of its Python. */
export async function copiedApplication(db: boolean): Promise<{ root: string; python: string }> {
  const original = await madeApplication(db);
  const root = join(temporaryFolder(), basename(original));
  const left = ['venv', 'node_modules'].map((name) => join(original, name));
  cpSync(original, root, { recursive: true, filter: (path) => !left.includes(path) });
  return { root, python: pythonOf(original) };
}

/** The Python of an application's virtual environment. */
export function pythonOf(application: string): string {
  const python = join(application, 'venv/bin/python');
  if (!existsSync(python)) {
    throw new Error(`${python} is missing.`);
  }
  return python;
}
