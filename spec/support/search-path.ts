import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { temporaryFolder } from './temporary-folder';

/** The Node package managers that `scaffold` knows. */
export const PACKAGE_MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'];

/** A PATH on which everything of the present one is found but these programs. */
export function pathWithout(...programs: string[]): string {
  const folder = join(temporaryFolder(), 'bin');
  mkdirSync(folder);
  for (const source of (process.env['PATH'] ?? '').split(delimiter).filter(existsSync)) {
    for (const name of readdirSync(source)) {
      if (!programs.includes(name) && !existsSync(join(folder, name))) {
        symlinkSync(join(source, name), join(folder, name));
      }
    }
  }
  return folder;
}

/** The environment of this process with another PATH. */
export function environmentWith(path: string, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { ...process.env, PATH: path, ...more };
}
