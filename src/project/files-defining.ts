import type { Project } from './project';

/** The paths of the Python files in a folder whose text has a class of this name. */
export function filesDefining(
  project: Project,
  { folder, className }: { readonly folder: string; readonly className: string },
): string[] {
  const head = Buffer.from(`class ${className}`);
  return project.pythonFilesIn(folder).filter((path) => project.read(path)?.includes(head));
}
