import { untilWritten } from './until-written';

/** A class that is searched for. */
interface Wanted {
  readonly folder: string;
  readonly className: string;
}

/**
 * The paths of the Python files in a folder whose text has a class of this name. The folder may have a thousand, and each
 * class is asked for several times.
 */
export const filesDefining = untilWritten(
  (project, { folder, className }: Wanted): readonly string[] => {
    const head = Buffer.from(`class ${className}`);
    return project.pythonFilesIn(folder).filter((path) => project.read(path)?.includes(head));
  },
  ({ folder, className }) => `${folder} ${className}`,
);
