// Specs: spec/rules/resource-tests.spec.ts
import { type Action, ACTIONS, BUTTONS, isOfRecord } from '../naming/actions';
import { GUARDS, isChange } from '../naming/guards';
import { text } from '../python/literals';
import type {
  GuardedRequest,
  MissingRecord,
  TestedGuard,
  TestedUser,
} from '../templates/test-values';
import { ADMINS, EVERYBODY, type Readers, USERS } from './readers';
import { ownModel, type View } from './view';

/** The fixture with the key of the user who is signed in. */
export const SIGNED_IN = 'signed_in_id';

/** Who uses the application in the tests. */
export type Visitor = 'user' | 'admin';

/** Whether a visitor may read the records of everybody. */
export function mayRead(
  visitor: Visitor | undefined,
  { readers }: { readonly readers: Readers },
): boolean {
  return readers.some(
    (reader) =>
      reader === EVERYBODY ||
      (reader === USERS && visitor !== undefined) ||
      (reader === ADMINS && visitor === 'admin'),
  );
}

/** A fixture that saves a record and returns its key. */
interface Fixture {
  readonly fixture: string;
}

/** The requests for a record that does not exist: the page of one has the URL that the others start with. */
export function missingOf(
  views: readonly View[],
  records: readonly Fixture[],
): MissingRecord | undefined {
  const fixture = records.at(-1)?.fixture;
  const requests = views
    .filter(({ names: { action } }) => action && isOfRecord(action))
    .map((view) => {
      const { action, route } = view.names;
      const ending = action ? ACTIONS[action].path.replace('/ID', '') : '';
      const path = pathOf(view, records, fixture);
      const url = path.endsWith(ending) ? path.slice(0, path.length - ending.length) : path;
      return { call: route.method.toLowerCase(), path, url };
    });
  const [first] = requests;
  return (
    first && {
      url: literal(first.url),
      requests: requests.map(({ call, path }) => ({
        call,
        url:
          path === first.url
            ? 'url'
            : path.startsWith(first.url)
              ? `f"{url}${path.slice(first.url.length)}"`
              : literal(path),
      })),
    }
  );
}

/** Stands for a parameter that no record has. */
const OTHERS: Readonly<Partial<Record<string, string>>> = {
  int: '0',
  float: '0.0',
  uuid: '00000000-0000-0000-0000-000000000000',
};

/**
 * The URL of a view, with the fixtures of its records in braces.
 *
 * @param missing The parameter that finds no record.
 */
export function pathOf(
  { names, route: { existing } }: View,
  records: readonly Fixture[],
  missing?: string,
): string {
  return testedPath(existing?.path ?? names.route.path, records, missing);
}

/** A path, with the fixtures of records in braces. */
export function testedPath(path: string, records: readonly Fixture[], missing?: string): string {
  return path.replace(/<(?:(\w+)(?:\([^<>]*\))?:)?(\w+)>/g, (_, converter, name) => {
    const isKnown = name !== missing && records.some(({ fixture }) => fixture === name);
    return isKnown ? `{${String(name)}}` : (OTHERS[String(converter)] ?? 'missing');
  });
}

/** What the values are made of. */
interface GuardSources {
  readonly views: readonly View[];
  /** Each view's URL, with the fixtures in braces. */
  readonly pathOf: (view: View) => string;
  readonly helper: string;
  readonly user: TestedUser;
  /** The fixture of the record: `post_id`. */
  readonly fixture: string;
  /** Whether only its owner sees what the record belongs to. */
  readonly isBelowOwned: boolean;
  /** Whether only the owner of what the record belongs to changes it. */
  readonly isChangedByOwner: boolean;
  /** Whether strangers may not read the records. */
  readonly hidesLabels: boolean;
  /** The arguments that make a record below its parent: `recipe_id=recipe_id`, or empty. */
  readonly given: string;
}

/** Whether a page leads to an action that only some may use: that of a list to what makes a record, that of a record to the others. */
function leadsTo(page: Action, action: Action): boolean {
  const isLinked = ACTIONS[action].hasTemplate || BUTTONS.includes(action);
  return isLinked && isChange(action) && isOfRecord(page) === isOfRecord(action);
}

/** Who may do what with a resource; undefined without a guard. */
export function testedGuard({
  fixture,
  given,
  helper,
  isBelowOwned,
  isChangedByOwner,
  hidesLabels,
  pathOf,
  user,
  views,
}: GuardSources): TestedGuard | undefined {
  const guard = views[0]?.guard;
  if (!guard) {
    return undefined;
  }
  const { owner: owns, reads } = GUARDS[guard.word];
  const ownership = views[0] && ownModel(views[0])?.owner;
  const owner = ownership?.column;
  const requests = views.flatMap((view) => {
    const { action, route } = view.names;
    return action ? [{ action, method: route.method, path: pathOf(view), view }] : [];
  });
  const isClosed = ({ action }: { readonly action: Action }): boolean =>
    reads !== undefined || isChange(action);
  const closed = requests.filter(isClosed);
  const isRefused = ({ action }: { readonly action: Action }): boolean =>
    isBelowOwned ||
    isChangedByOwner ||
    guard.word === 'admin' ||
    (owns !== undefined && isOfRecord(action));
  const asPython = ({ action, method, path }: (typeof requests)[number]): GuardedRequest => ({
    action,
    method,
    url: literal(path),
  });
  return {
    helper,
    user,
    isAdmin: guard.word === 'admin',
    owner,
    hidesOthers: owns === 'read',
    hidesLabels,
    isForAdminsToo: ownership?.isForAdminsToo === true && !isBelowOwned,
    givenToOther:
      owner === undefined
        ? ''
        : [...(given === '' ? [] : [given]), `${owner}=${user.factory}().${user.key}`].join(', '),
    usesRecord: requests.some(({ path }) => path.includes(`{${fixture}}`)),
    closed: closed.map(asPython),
    open: requests
      .filter((each) => !isClosed(each))
      .map(({ action, path, view }) => ({
        url: literal(path),
        hidden: view.page
          ? requests
              .filter((other) => leadsTo(action, other.action))
              .map((other) => `${other.path.includes('{') ? 'f' : ''}'"${other.path}"'`)
          : [],
      })),
    refused: closed.filter(isRefused).map(asPython),
    status: guard.word !== 'admin' && (isBelowOwned || owns === 'read') ? 404 : 403,
  };
}

/** A URL as Python. */
export function literal(path: string): string {
  return `${path.includes('{') ? 'f' : ''}${text(path)}`;
}
