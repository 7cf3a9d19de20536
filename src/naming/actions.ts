import { capitalize } from './spelling';

/** The actions of a resource. `ACTIONS` has their order. */
export type Action = 'index' | 'show' | 'create' | 'store' | 'edit' | 'update' | 'destroy';

/** The actions that show a page of their own. */
export type PageAction = 'index' | 'show' | 'create' | 'edit';

/** Everything particular to an action, except its templates. */
export interface ActionRow {
  readonly method: 'GET' | 'POST';
  /** The part after the URL of the resource. `ID` stands for the parameter of one record. */
  readonly path: string;
  /** Whether it shows a page of its own. The others redirect. */
  readonly hasTemplate: boolean;
  /** Whether it shows the form of the model or takes its input. */
  readonly usesForm: boolean;
  /** Whether it makes a record, so that its URL names none. */
  readonly makesRecord: boolean;
  /** Whether its page shows the records that the record refers to. */
  readonly showsReferences: boolean;
  /** The action whose page it shows again if the input is invalid. */
  readonly showsAgain: PageAction | undefined;
  /** Where it leads when the user finishes or cancels: to the first of these pages that exists. */
  readonly leadsTo: readonly Action[];
  /** The action that receives its form. */
  readonly sendsTo: Action | undefined;
  /** The variables that its page needs from the controller. */
  readonly needs: (model: Variables) => readonly string[];
  /** Makes the heading of its page from the words for one record and for several. */
  readonly title: (one: string, several: string) => string;
}

/** The variables of a controller for one record and for several. */
interface Variables {
  readonly record: string;
  readonly records: string;
}

const READS = {
  method: 'GET',
  hasTemplate: true,
  usesForm: false,
  makesRecord: false,
  showsReferences: false,
  showsAgain: undefined,
  leadsTo: ['show', 'index'],
  sendsTo: undefined,
} as const;

const WRITES = {
  ...READS,
  method: 'POST',
  hasTemplate: false,
  needs: () => ['form'],
  title: capitalize,
} as const;

/** The table of actions, in their usual order. A row with a missing entry does not compile. */
export const ACTIONS: Readonly<Record<Action, ActionRow>> = {
  index: {
    ...READS,
    path: '',
    showsReferences: true,
    needs: ({ records }) => [records],
    title: (_one, several) => capitalize(several),
  },
  show: {
    ...READS,
    path: '/ID',
    showsReferences: true,
    needs: ({ record }) => [record],
    title: capitalize,
  },
  create: {
    ...READS,
    path: '/create',
    usesForm: true,
    makesRecord: true,
    leadsTo: ['index'],
    sendsTo: 'store',
    needs: () => ['form'],
    title: (one) => `New ${one}`,
  },
  store: {
    ...WRITES,
    path: '/create',
    usesForm: true,
    makesRecord: true,
    showsAgain: 'create',
  },
  edit: {
    ...READS,
    path: '/ID/edit',
    usesForm: true,
    sendsTo: 'update',
    needs: ({ record }) => ['form', record],
    title: (one) => `Edit ${one}`,
  },
  update: { ...WRITES, path: '/ID/edit', usesForm: true, showsAgain: 'edit' },
  destroy: { ...WRITES, path: '/ID/delete', leadsTo: ['index'] },
};

/** At least one action. */
export type Actions = readonly [Action, ...Action[]];

export const ACTION_NAMES = Object.keys(ACTIONS) as [Action, ...Action[]];

/** The action of this name. `delete` is another name of `destroy`. */
export function actionOf(name: string): Action | undefined {
  return name === 'delete' ? 'destroy' : ACTION_NAMES.find((action) => action === name);
}

/** The actions whose pages show a record. */
export const READING: readonly (Action | undefined)[] = ACTION_NAMES.filter(
  (action) => ACTIONS[action].hasTemplate && !ACTIONS[action].makesRecord,
);

/** Whether an action concerns one existing record. */
export function isOfRecord(action: Action): boolean {
  return ACTIONS[action].path.includes('ID');
}

/** The actions with neither a page nor a form: a button on the page of a record is all that leads to them. */
export const BUTTONS = ACTION_NAMES.filter(
  (action) => ACTIONS[action].method === 'POST' && !ACTIONS[action].usesForm,
);

/** The action whose page has this name. */
export function pageActionOf(name: string): PageAction | undefined {
  const action = actionOf(name);
  return action && hasPage(action) ? action : undefined;
}

function hasPage(action: Action): action is PageAction {
  return ACTIONS[action].hasTemplate;
}
