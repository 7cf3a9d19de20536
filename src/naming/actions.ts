// Specs: spec/naming/view-names.spec.ts
import { capitalize } from './spelling';

/** What a browser does with a resource, in the order in which people list it. */
export type Action = 'index' | 'show' | 'create' | 'store' | 'edit' | 'update' | 'destroy';

/** The actions that show a page of their own. */
export type PageAction = 'index' | 'show' | 'create' | 'edit';

/** All that is particular to an action, beside its templates. */
export interface ActionRow {
  readonly method: 'GET' | 'POST';
  /** What follows the URL of the resource; `ID` stands for the parameter of one record. */
  readonly path: string;
  /** Whether it shows a page of its own. The others redirect. */
  readonly hasTemplate: boolean;
  /** Whether it shows the form of the model, or takes its input. */
  readonly usesForm: boolean;
  /** Whether it makes a record, so that its URL finds none. */
  readonly makesRecord: boolean;
  /** Whether its page shows the records that the record refers to. */
  readonly showsReferences: boolean;
  /** The action whose page it shows again if the input is refused. */
  readonly showsAgain: PageAction | undefined;
  /** The pages that it leads to once it is done, or left: the first that exists. */
  readonly leadsTo: readonly Action[];
  /** The action that its form is sent to. */
  readonly sendsTo: Action | undefined;
  /** What its page cannot do without: variables that the controller hands to it. */
  readonly needs: (model: Variables) => readonly string[];
  /** The heading of its page, of the words for one record and for several. */
  readonly title: (one: string, several: string) => string;
}

/** What a controller calls one record, and several. */
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

/** What each action is. A row that lacks something does not compile. */
export const ACTIONS: Readonly<Record<Action, ActionRow>> = {
  index: {
    ...READS,
    path: '',
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

/** The names of the actions, in the order of their type. */
export const ACTION_NAMES = Object.keys(ACTIONS) as readonly Action[];

/** The action of this name. `delete` is another name of `destroy`. */
export function actionOf(name: string): Action | undefined {
  return name === 'delete' ? 'destroy' : ACTION_NAMES.find((action) => action === name);
}

/** Whether an action is about one record that exists. */
export function isOfRecord(action: Action): boolean {
  return ACTIONS[action].path.includes('ID');
}

/** The action whose page has this name. */
export function pageActionOf(name: string): PageAction | undefined {
  const action = actionOf(name);
  return action && hasPage(action) ? action : undefined;
}

function hasPage(action: Action): action is PageAction {
  return ACTIONS[action].hasTemplate;
}
