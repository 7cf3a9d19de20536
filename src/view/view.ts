// Specs: spec/make-view/index.spec.ts
import type { Field } from '../fields/field';
import type { Layout } from '../layout';
import type { ViewNames } from '../naming/view-names';
import type { Wants } from '../naming/view-options';
import type { PythonSource } from '../python/source';
import type { BlueprintState } from './blueprint-state';
import type { Choices } from './choices';
import type { ControllerState } from './controller-state';
import type { Former } from './former';
import type { FormState } from './form-state';
import type { GuardState } from './guard-state';
import type { LeftOpen } from './left-open';
import type { ModelState } from './model-state';
import type { OwnerScope } from './owner-scope';
import type { PageState } from './page-state';
import type { Pages } from './pages';
import type { RouteState } from './route-state';
import type { Templates } from './templates';
import type { ViewData } from './view-data';

/**
 * A view to make, with all that the project has of it: read once, never changed, the same for every rule. It has what
 * this run makes as that will be.
 */
export interface View {
  readonly names: ViewNames;
  readonly layout: Layout;
  readonly templates: Templates;
  /** What to make beside the template. */
  readonly wants: Wants;
  /** Whether a person named the URL. */
  readonly hasOwnUrl: boolean;
  readonly replaceTemplate: boolean;
  /** Who may see and change its records; undefined without `--guard`. */
  readonly guard: GuardState | undefined;
  /** Whether its forms have the field that offers users their own records. */
  readonly hasOwnField: boolean;
  /** Whether the project has sign-in. */
  readonly hasAuth: boolean;
  /** What the project had of it before; undefined without `--guard`. */
  readonly former: Former | undefined;
  /** The fields of its own model, as typed; none if the model exists, or gets only a key and times. */
  readonly fields: readonly Field[];
  /** The URLs of the actions that are made together, by action; undefined for a view that is made alone. */
  readonly resource: ReadonlyMap<string, string> | undefined;
  /** The module of `db`. */
  readonly database: string;
  /** The module of lists; undefined if the project has none, as it was made by an older version. */
  readonly lists: string | undefined;
  /** How the project keeps its models: a file for each, or one for all; undefined if it has none. */
  readonly modelsFolder: 'package' | 'module' | undefined;
  /** Why the project cannot have models; undefined if it can. */
  readonly withoutModels: string | undefined;
  /** The `__init__.py` of packages in which classes are registered. */
  readonly packages: Packages;
  /** What it belongs to, the outermost first, then its own model. */
  readonly models: readonly ModelState[];
  /** Its records in the database; undefined for a page without any. */
  readonly data: ViewData | undefined;
  /** What foreign keys of its model choose from, by column, as far as the view shows them. */
  readonly choices: ReadonlyMap<string, Choices>;
  /** The form that the view shows or takes; undefined for others. */
  readonly form: FormState | undefined;
  readonly controller: ControllerState;
  /** Each is registered on the one before it, the first on the application. */
  readonly blueprints: readonly [BlueprintState, ...BlueprintState[]];
  readonly route: RouteState;
  readonly pages: Pages;
  /** Undefined for an action that redirects, and shows no form again. */
  readonly page: PageState | undefined;
  /** The plural of its own folder's name, if that is new, and if a folder of routes or a model suggests it: `projects`. */
  readonly pluralFolder: string | undefined;
  /** What selects the records in its URL that only their owners see. */
  readonly scopes: readonly OwnerScope[];
  /** What its guard leaves open; undefined if no guard was asked for. */
  readonly leftOpen: LeftOpen | undefined;
  /** The page of what its record belongs to; undefined if that is missing. */
  readonly parentPage: { readonly path: string; readonly text: string } | undefined;
}

/** The views of one resource that a run makes together, or a view that it makes alone. */
export type Views = readonly [View, ...View[]];

/** The files that register classes; undefined if one is missing. */
export type Packages = Readonly<
  Record<'controllers' | 'forms' | 'models', PythonSource | undefined>
>;

/** The state of the view's own model; undefined for a page without one. */
export function ownModel({ models, names }: View): ModelState | undefined {
  return names.model && models.at(-1);
}

/** The blueprint that has the view's route. */
export function ownBlueprint({ blueprints }: Pick<View, 'blueprints'>): BlueprintState {
  return blueprints.at(-1) ?? blueprints[0];
}
