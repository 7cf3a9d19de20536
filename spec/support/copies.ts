import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { copiedApplication, madeApplication } from './application';
import { temporaryFolder } from './temporary-folder';

/** A copy of the made application that runs, with the original's packages behind links: for specs that install nothing. */
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

/** A copy of the made application with packages of its own: for specs that install more of them. */
export async function fullCopy(db: boolean): Promise<string> {
  const original = await madeApplication(db);
  const root = join(temporaryFolder(), basename(original));
  cpSync(original, root, { recursive: true, verbatimSymlinks: true });
  return root;
}
