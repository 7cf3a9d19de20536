import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The commands below a second-level heading of an application's README: one text for each block. */
export function commandsInReadme(root: string, heading: string): string[] {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const section = readme.split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) {
    throw new Error(`README.md has no section ${heading}.`);
  }
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands);
}
