// Specs: spec/make-view/index.spec.ts
import type { ViewBasis } from './basis';
import type { Blueprints } from './blueprint-state';
import type { Choices } from './choices';
import type { ControllerState } from './controller-state';
import type { FormState } from './form-state';
import type { ModelState } from './model-state';
import type { ParentScope } from './owner-scope';
import type { PageState } from './page-state';
import type { Pages } from './pages';
import type { RouteState } from './route-state';
import type { Section } from './view-data';
import type { ViewData } from './view-data';

/**
 * A view to make, with all that the project has of it: read once, never changed, the same for every rule. It has what
 * this run makes as that will be.
 */
export interface View extends ViewBasis {
  /** What it belongs to, the outermost first, then its own model. */
  readonly models: readonly ModelState[];
  /** Its records in the database; undefined for a page without any. */
  readonly data: ViewData | undefined;
  /** What foreign keys of its model choose from, by column, as far as the view shows them. */
  readonly choices: ReadonlyMap<string, Choices>;
  /** The form that the view shows or takes; undefined for others. */
  readonly form: FormState | undefined;
  /** Empty in an application without controllers. */
  readonly controller: ControllerState;
  /** Each is registered on the one before it, the first on the application. */
  readonly blueprints: Blueprints;
  readonly route: RouteState;
  readonly pages: Pages;
  /** What its page shows of the records that belong to its own one. */
  readonly sections: readonly Section[];
  /** Undefined for an action that redirects, and shows no form again. */
  readonly page: PageState | undefined;
  /**
   * The folders that a person probably meant: `projects` for a new `project` beside them, `issues`, `attachments` for a new
   * parent `isues` beside the model `Issue`; undefined if these are the ones that were typed.
   */
  readonly meantFolders: readonly string[] | undefined;
  /** What controllers say of the owners of the records in its URL. */
  readonly scopes: readonly ParentScope[];
  /** The page of what its record belongs to; undefined if that is missing. */
  readonly parentPage: { readonly path: string; readonly text: string } | undefined;
}

/** The views of one resource that a run makes together, or a view that it makes alone. */
export type Views = readonly [View, ...View[]];

/** Whether the run gives another guard to routes that exist, or opens them. */
export function changesGuard({ guard, isOpened }: View): boolean {
  return isOpened || (guard !== undefined && !guard.takenOver);
}

/** Whether the run makes the route of a view. */
export function isMade({ route, wants }: View): boolean {
  return wants.route && !route.existing;
}

/** Whether the project has the method of a view, or the run makes it. */
export function hasMethod({ controller }: View): boolean {
  return controller.owner !== undefined || controller.generated !== undefined;
}

/** The state of the view's own model; undefined for a page without one. */
export function ownModel({
  models,
  names,
}: Pick<View, 'models' | 'names'>): ModelState | undefined {
  return names.model && models.at(-1);
}
