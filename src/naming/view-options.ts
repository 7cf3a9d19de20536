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

export function wantsModel({ generateModel, model }: ViewOptions): boolean {
  return (generateModel ?? false) || model !== undefined;
}

/** Whether anything is made that is not a template. */
export function wantsCode(options: ViewOptions): boolean {
  const { generateController, controller, generateRoute, route } = options;
  return (
    (generateController ?? false) ||
    controller !== undefined ||
    (generateRoute ?? false) ||
    route !== undefined
  );
}
