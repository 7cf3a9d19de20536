// Specs: spec/make-view/index.spec.ts
/** The options of `make-view` that say what is made, and what it is called. */
export interface ViewOptions {
  /** `recipes.comments.index` */
  readonly name: string;
  readonly generateController?: boolean;
  readonly controller?: string;
  readonly generateRoute?: boolean;
  readonly route?: string;
  readonly generateModel?: boolean;
  readonly model?: string;
  /** Make no model for a leading part: take it for a namespace, unless its model is there. */
  readonly namespace?: boolean;
}

/** What is to be made beside the template. */
export interface Wants {
  readonly route: boolean;
  readonly controller: boolean;
  readonly model: boolean;
}

/** What the options ask for: to name a thing is to ask for it. */
export function wantsOf(options: ViewOptions): Wants {
  const { controller, generateController, generateModel, generateRoute, model, route } = options;
  return {
    route: (generateRoute ?? false) || route !== undefined,
    controller: (generateController ?? false) || controller !== undefined,
    model: (generateModel ?? false) || model !== undefined,
  };
}
