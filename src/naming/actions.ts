/** The seven things that a browser does with a resource, in the order in which people list them. */
export type Action = 'index' | 'show' | 'create' | 'store' | 'edit' | 'update' | 'destroy';

/** How an action is reached. */
export interface ActionShape {
  readonly method: 'GET' | 'POST';
  /** What follows the URL of the resource; `ID` stands for the parameter. */
  readonly path: string;
  /** Whether it shows a page of its own: the others redirect to one. */
  readonly hasTemplate: boolean;
}

/** Section 2.3 of the specification. */
export const ACTIONS: Readonly<Record<Action, ActionShape>> = {
  index: { method: 'GET', path: '', hasTemplate: true },
  show: { method: 'GET', path: '/ID', hasTemplate: true },
  create: { method: 'GET', path: '/create', hasTemplate: true },
  store: { method: 'POST', path: '/create', hasTemplate: false },
  edit: { method: 'GET', path: '/ID/edit', hasTemplate: true },
  update: { method: 'POST', path: '/ID/edit', hasTemplate: false },
  destroy: { method: 'POST', path: '/ID/delete', hasTemplate: false },
};

/** The action of this name. `delete` is another name of `destroy`. */
export function actionOf(name: string): Action | undefined {
  if (name === 'delete') {
    return 'destroy';
  }
  return Object.keys(ACTIONS).find((action): action is Action => action === name);
}
