// Specs: spec/make-view/index.spec.ts
import type { GuardOption } from './guards';

/** The options of `make-view` for what to make, and for names. */
export interface ViewOptions {
  /** `recipes.comments.index` */
  readonly name: string;
  readonly generateController?: boolean;
  readonly controller?: string;
  readonly generateRoute?: boolean;
  readonly route?: string;
  readonly generateModel?: boolean;
  readonly model?: string;
  readonly guard?: GuardOption;
  /** The field with the owner of a record: `editor`. */
  readonly owner?: string;
  /** Treat a leading part as a namespace, unless its model exists. */
  readonly namespace?: boolean;
  readonly replaceTemplate?: boolean;
}

/** What to make beside the template. */
export interface Wants {
  readonly route: boolean;
  readonly controller: boolean;
  readonly model: boolean;
}

/** What the options request. Naming a controller, route or model requests it. */
export function wantsOf(options: ViewOptions): Wants {
  const { controller, generateController, generateModel, generateRoute, model, route } = options;
  return {
    route: (generateRoute ?? false) || route !== undefined,
    controller: (generateController ?? false) || controller !== undefined,
    model: (generateModel ?? false) || model !== undefined,
  };
}
