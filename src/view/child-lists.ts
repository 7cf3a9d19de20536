// Specs: spec/make-view/parent-and-children.spec.ts
import { modelOfFolder } from '../naming/class-names';
import { capitalize, phrase } from '../naming/spelling';
import { columnsOf } from '../project/columns';
import type { Project } from '../project/project';

/** A list of records that belong to another one, in a folder below the routes of that one. */
export interface ChildFolder {
  /** `comments` */
  readonly folder: string;
  /** `Comments` */
  readonly title: string;
}

/**
 * The lists of what belongs to a record, as far as the project has routes for them.
 *
 * @param folder Of the routes of the record.
 * @param id The column with the key of the record: `recipe_id`.
 */
export async function childFolders(
  project: Project,
  folder: string,
  id: string,
): Promise<ChildFolder[]> {
  const children: ChildFolder[] = [];
  for (const name of project.foldersIn(folder).toSorted()) {
    const columns = await columnsOf(project, modelOfFolder(name, project.layout));
    if (columns?.some((column) => column.name === id)) {
      children.push({ folder: name, title: capitalize(phrase(name)) });
    }
  }
  return children;
}

/** Whether pages can show what belongs to a record. Those of applications that earlier versions made link to it. */
export function hasSections(project: Project): boolean {
  return project.text(`${project.layout.package}/records.py`).includes('def newest');
}
