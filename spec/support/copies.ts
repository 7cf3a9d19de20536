import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { copyOf, madeApplication, PACKAGES } from './application';

/** A copy of the application that shares the original's packages through links, for specs that install nothing. */
export async function linkedCopy(db: boolean): Promise<string> {
  const original = await madeApplication(db);
  return copyWithPackagesOf(original, original);
}

/** A copy of an application that shares the packages of another one. */
export function copyWithPackagesOf(packaged: string, original: string): string {
  const root = copyOf(original, PACKAGES);
  for (const name of PACKAGES.filter((each) => existsSync(join(packaged, each)))) {
    symlinkSync(join(packaged, name), join(root, name));
  }
  return root;
}

/** A copy of the application with its own packages, for specs that install more. */
export async function fullCopy(db: boolean): Promise<string> {
  return copyOf(await madeApplication(db));
}
