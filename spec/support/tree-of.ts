import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Everything below a folder, without the files that Python compiles and the history of runs: path → mode and content. The
 * path of a folder ends with `/`. The content is read as latin1, so that every byte counts.
 */
export function treeOf(folder: string): Record<string, string> {
  const tree: Record<string, string> = {};
  const visit = (path: string): void => {
    const names = namesIn(join(folder, path));
    for (const name of names.sort()) {
      const below = join(path, name);
      const file = join(folder, below);
      const stats = lstatSync(file);
      const mode = (stats.mode & 0o777).toString(8);
      if (stats.isDirectory()) {
        tree[`${below}/`] = mode;
        visit(below);
      } else {
        const content = stats.isSymbolicLink() ? readlinkSync(file) : readFileSync(file, 'latin1');
        tree[below] = `${mode} ${content}`;
      }
    }
  };
  visit('');
  return tree;
}

function namesIn(folder: string): string[] {
  return readdirSync(folder).filter(
    (name) => name !== '__pycache__' && !isHistory(join(folder, name)),
  );
}

/** The history, and what keeps it out of git. */
const KEPT = ['.gitattributes', '.gitignore', 'history'];

/** Whether it is the history, or the folder that holds nothing else. */
function isHistory(path: string): boolean {
  return (
    path.endsWith('/.scaffold/history') ||
    (path.endsWith('/.scaffold') &&
      existsSync(join(path, 'history')) &&
      readdirSync(path).every((name) => KEPT.includes(name)))
  );
}
