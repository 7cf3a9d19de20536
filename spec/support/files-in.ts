import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The files below a folder: path → content. */
export function filesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]),
  );
}
