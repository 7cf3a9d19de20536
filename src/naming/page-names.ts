// Specs: spec/naming/view-names.spec.ts
import type { Action } from './actions';
import type { BlueprintNames } from './blueprint-names';
import type { ClassNames, ModelNames } from './model-names';
import type { RouteNames } from './route-names';

/**
 * The names that differ between pages of the main controller and those of a resource. Examples for
 * `recipes.comments.index` in a project with a model `Recipe`:
 */
export interface PageNames {
  /** `index`; undefined for a page that is not an action. */
  readonly action: Action | undefined;
  /** The heading of the page: `Comments`. */
  readonly title: string;
  /** `RecipeCommentController` */
  readonly controller: ClassNames;
  /** The method of the controller: `index`. */
  readonly method: string;
  /** `recipes`, then `comments`: each registers the next, and the last one has the route. */
  readonly blueprints: readonly [BlueprintNames, ...BlueprintNames[]];
  readonly route: RouteNames;
  /** `Comment`; undefined for a page of the main controller, unless `--model` names one. */
  readonly model: ModelNames | undefined;
  /** The models that it belongs to, the outermost first: `Recipe`. */
  readonly parents: readonly ModelNames[];
}
