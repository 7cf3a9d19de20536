import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { copiedApplication, madeApplication } from './application';
import { PYTHON } from './flask';
import { succeed } from './run';
import { temporaryFolder } from './temporary-folder';

/** A copy of the application that shares the original's packages through links, for specs that install nothing. */
export async function linkedCopy(db: boolean): Promise<string> {
  return copyWithPackagesOf(await madeApplication(db), db);
}

let served: Promise<string> | undefined;

/** The same with a database, gunicorn and the driver of PostgreSQL, which are installed once. */
export async function servedCopy(): Promise<string> {
  served ??= makeServed();
  return copyWithPackagesOf(await served, true);
}

/** A copy of the application with its own packages, for specs that install more. */
export async function fullCopy(db: boolean): Promise<string> {
  const original = await madeApplication(db);
  const root = join(temporaryFolder(), basename(original));
  cpSync(original, root, { recursive: true, verbatimSymlinks: true });
  return root;
}

async function makeServed(): Promise<string> {
  const root = await fullCopy(true);
  const packages = ['gunicorn', 'psycopg[binary]'];
  await succeed(PYTHON, ['-m', 'pip', 'install', '-q', ...packages], { cwd: root });
  return root;
}

async function copyWithPackagesOf(packaged: string, db: boolean): Promise<string> {
  const { root } = await copiedApplication(db);
  for (const name of ['venv', 'node_modules']) {
    if (existsSync(join(packaged, name))) {
      symlinkSync(join(packaged, name), join(root, name));
    }
  }
  return root;
}
