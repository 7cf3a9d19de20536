// Specs: spec/rules/resource-tests.spec.ts
import { type Action, ACTIONS, BUTTONS, isOfRecord } from '../naming/actions';
import { GUARDS, isChange } from '../naming/guards';
import { text } from '../python/literals';
import type {
  GuardedRequest,
  MissingRecord,
  TestedGuard,
  TestedSplit,
  TestedUser,
} from '../templates/test-values';
import { argumentsOf } from './tested-records';
import { ADMINS, EVERYBODY, type Readers, USERS } from './readers';
import { ownModel, type View } from './view';

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
  /** Records whose owner is not that of what they belong to. */
  readonly split: TestedSplit | undefined;
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
  split,
  user,
  views,
}: GuardSources): TestedGuard | undefined {
  const words = views.flatMap(({ guard }) => guard?.word ?? []);
  if (words.length === 0) {
    return undefined;
  }
  const isAdmin = words.includes('admin');
  const hidesOthers = words.some((word) => GUARDS[word].owner === 'read');
  const [ownership] = views.flatMap((view) => ownModel(view)?.owner ?? []);
  const owner = ownership?.column;
  const requests = views.flatMap((view) => {
    const { action, route } = view.names;
    if (action === undefined) {
      return [];
    }
    // Each action may have a guard of its own.
    const guard = view.guard && GUARDS[view.guard.word];
    const isClosed = guard !== undefined && (guard.reads !== undefined || isChange(action));
    const isRefused =
      isClosed &&
      (isBelowOwned ||
        isChangedByOwner ||
        guard.changes === 'admin_required' ||
        (guard.owner !== undefined && isOfRecord(action)));
    return [{ action, isClosed, isRefused, method: route.method, path: pathOf(view), view }];
  });
  const asPython = ({ action, method, path }: (typeof requests)[number]): GuardedRequest => ({
    action,
    method,
    url: literal(path),
    needsBoth: split !== undefined && isOfRecord(action),
    needsAbove: isAdmin && isBelowOwned,
  });
  return {
    helper,
    user,
    isAdmin,
    owner,
    hidesOthers,
    hidesLabels,
    isForAdminsToo: ownership?.isForAdminsToo === true && !isBelowOwned,
    givenToOther:
      owner === undefined ? '' : argumentsOf(given, `${owner}=${user.factory}().${user.key}`),
    split,
    usesRecord: requests.some(({ path }) => path.includes(`{${fixture}}`)),
    closed: requests.filter(({ isClosed }) => isClosed).map(asPython),
    open: requests
      .filter(({ action, isClosed }) => !isClosed && !isChange(action))
      .map(({ action, path, view }) => ({
        url: literal(path),
        // A page goes by its own guard.
        hidden:
          view.page && view.guard
            ? requests
                .filter((other) => other.isClosed && leadsTo(action, other.action))
                .map((other) => `${other.path.includes('{') ? 'f' : ''}'"${other.path}"'`)
            : [],
      })),
    refused: requests.filter(({ isRefused }) => isRefused).map(asPython),
    status: !isAdmin && (isBelowOwned || hidesOthers) ? 404 : 403,
  };
}

/** A URL as Python. */
export function literal(path: string): string {
  return `${path.includes('{') ? 'f' : ''}${text(path)}`;
}
