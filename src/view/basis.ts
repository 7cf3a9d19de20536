// Specs: spec/make-view/index.spec.ts
import type { App } from '../app/app';
import type { Field } from '../fields/words';
import type { Layout } from '../layout';
import type { Guard } from '../naming/guards';
import type { ViewNames } from '../naming/view-names';
import type { Wants } from '../naming/view-options';
import type { PythonSource } from '../python/source';
import type { GuardState } from './guard-state';

/** A view to make, and what each part of it asks about the project. */
export interface ViewBasis {
  readonly app: App;
  readonly names: ViewNames;
  readonly layout: Layout;
  /** What to make beside the template. */
  readonly wants: Wants;
  readonly replaceTemplate: boolean;
  /** Who may see and change its records; undefined without `--guard`. */
  readonly guard: GuardState | undefined;
  /** The guard of its resource, or of what that belongs to, which it does not get, because `--guard none` was asked for. */
  readonly declined: Guard | undefined;
  /** Whether `--guard none` takes its guard away, and not only leaves new pages without one. */
  readonly isOpened: boolean;
  /** Whether its pages can ask who may read a record. */
  readonly hasReaders: boolean;
  /** Whether the project has sign-in. */
  readonly hasAuth: boolean;
  /** The fields of its own model, as typed; none if the model exists, or gets only a key and times. */
  readonly fields: readonly Field[];
  /** The URLs of the actions that are made together, by action; undefined for a view that is made alone. */
  readonly resource: ReadonlyMap<string, string> | undefined;
  /** The module of `db`. */
  readonly database: string;
  /** The module of lists; undefined if the project has none, as it was made by an older version. */
  readonly lists: string | undefined;
  /** The `__init__.py` of the package of controllers; undefined if it is missing. */
  readonly controllersInit: PythonSource | undefined;
}
