import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { temporaryFolder } from './temporary-folder';

/** The Node package managers that `scaffold` knows. */
export const PACKAGE_MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'];

/** The PATH without these programs: each folder that has one becomes a folder of links to its other programs. */
export function pathWithout(...programs: readonly string[]): string {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter(existsSync)
    .map((folder) =>
      programs.some((name) => existsSync(join(folder, name)))
        ? linksWithout(programs, folder)
        : folder,
    )
    .join(delimiter);
}

function linksWithout(programs: readonly string[], folder: string): string {
  const links = temporaryFolder();
  for (const name of readdirSync(folder).filter((each) => !programs.includes(each))) {
    symlinkSync(join(folder, name), join(links, name));
  }
  return links;
}

/** The environment of this process with another PATH. */
export function environmentWith(path: string, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { ...process.env, PATH: path, ...more };
}
