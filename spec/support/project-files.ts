import type { Files } from '../../src/project/files';

/** A project in memory, to read from: path → content. */
export function projectFiles(contents: Readonly<Record<string, string>>): Files {
  const paths = Object.keys(contents);
  const below = (folder: string): string[] =>
    paths
      .filter((path) => folder === '.' || path.startsWith(`${folder}/`))
      .map((path) => (folder === '.' ? path : path.slice(folder.length + 1)));
  return {
    has: (path) => path in contents,
    read: (path) => (path in contents ? Buffer.from(contents[path] ?? '') : undefined),
    text: (path) => contents[path],
    filesIn: (folder) => below(folder).filter((path) => !path.includes('/')),
    foldersIn: (folder) => [
      ...new Set(
        below(folder)
          .filter((path) => path.includes('/'))
          .map((path) => path.replace(/\/.*/, '')),
      ),
    ],
  };
}
