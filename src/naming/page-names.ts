// Specs: spec/naming/view-names.spec.ts
import type { Action } from './actions';
import type { BlueprintNames } from './blueprint-names';
import type { ClassNames, ModelNames } from './model-names';
import type { RouteNames } from './route-names';

/**
 * The names of a page that depend on whose it is: the main controller's, or that of a resource. For
 * `recipes.comments.index`, where there is a model `Recipe`:
 */
export interface PageNames {
  /** `index`; undefined for a page, which is shown as it is. */
  readonly action: Action | undefined;
  /** The heading of the page: `Comments`. */
  readonly title: string;
  /** `RecipeCommentController` */
  readonly controller: ClassNames;
  /** The method of the controller: `index`. */
  readonly method: string;
  /** `recipes`, on which `comments` is registered; the last one has the route. */
  readonly blueprints: readonly [BlueprintNames, ...BlueprintNames[]];
  readonly route: RouteNames;
  /** `Comment`. None for a page of the main controller, unless a person named one. */
  readonly model: ModelNames | undefined;
  /** What it belongs to, the outermost first: `Recipe`. */
  readonly parents: readonly ModelNames[];
}
