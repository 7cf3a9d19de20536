import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { copiedApplication, madeApplication } from './application';
import { temporaryFolder } from './temporary-folder';

/** A copy of the application that shares the original's packages through links, for specs that install nothing. */
export async function linkedCopy(db: boolean): Promise<string> {
  const original = await madeApplication(db);
  const { root } = await copiedApplication(db);
  for (const name of ['venv', 'node_modules']) {
    if (existsSync(join(original, name))) {
      symlinkSync(join(original, name), join(root, name));
    }
  }
  return root;
}

/** A copy of the application with its own packages, for specs that install more. */
export async function fullCopy(db: boolean): Promise<string> {
  const original = await madeApplication(db);
  const root = join(temporaryFolder(), basename(original));
  cpSync(original, root, { recursive: true, verbatimSymlinks: true });
  return root;
}
