// Specs: spec/layout/read-layout.spec.ts
import type { Files } from './files';

/** Whether a file is in a folder or below. `.` is the whole project. */
export function isBelow(path: string, folder: string): boolean {
  return folder === '.' || path.startsWith(`${folder}/`);
}

/** The levels of folders to look into. Links may lead in a circle. */
const DEEPEST = 8;

/**
 * The files in a folder and below, those nearest to it first.
 *
 * @param folder `.` for the whole project.
 * @param isMeant Whether to look into a folder, by its name and its path.
 */
export function pathsBelow(
  files: Pick<Files, 'filesIn' | 'foldersIn'>,
  folder: string,
  isMeant: (name: string, path: string) => boolean = () => true,
  depth = DEEPEST,
): string[] {
  const within = folder === '.' ? '' : `${folder}/`;
  const folders = depth > 1 ? files.foldersIn(folder) : [];
  return [
    ...files.filesIn(folder).map((name) => within + name),
    ...folders
      .filter((name) => isMeant(name, within + name))
      .flatMap((name) => pathsBelow(files, within + name, isMeant, depth - 1)),
  ];
}
