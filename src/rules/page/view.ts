import type { ViewNames } from '../../naming/view-names';
import type { Wants } from '../../naming/view-options';
import type { Project } from '../../project/project';

/** A view that is to be made, and the project that it is made in: what every rule reads. */
export interface View {
  readonly names: ViewNames;
  readonly project: Project;
  /** What is to be made beside the template. */
  readonly wants: Wants;
  /** Whether a person named the URL. */
  readonly hasOwnUrl: boolean;
  readonly replaceTemplate: boolean;
  /** How often the project had been written to before. */
  readonly writesBefore: number;
}

/** Whether anything was written for a view. */
export function hasChanged({ project, writesBefore }: View): boolean {
  return project.writes > writesBefore;
}
