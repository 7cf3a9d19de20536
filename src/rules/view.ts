import type { ViewNames } from '../naming/view-names';
import type { Project } from '../project/project';

/** A view that is to be made, and the project that it is made in: what every rule reads. */
export interface View {
  readonly names: ViewNames;
  readonly project: Project;
  /** What is to be made beside the template. */
  readonly wants: {
    readonly route: boolean;
    readonly controller: boolean;
    readonly model: boolean;
  };
  /** Whether a person named the URL. */
  readonly hasOwnUrl: boolean;
  readonly replaceTemplate: boolean;
}
