// Specs: spec/rules/guard.spec.ts
import { decoratorOf, type GuardOption, GUARDS, isChange, USER } from '../naming/guards';
import type { RouteNames } from '../naming/route-names';
import type { ExistingRoute } from '../project/existing-routes';
import { guardAsWritten, guardedBy, guardOf, unknownOperationGuard } from '../project/route-guards';
import type { TakenOver } from '../view/guard-state';
import { keptMethod } from '../view/controller-state';
import { callsScope } from '../view/owner-scope';
import { ADMINS, haveRecords } from '../view/readers';
import { isMade, ownModel, type View, type Views } from '../view/view';
import { modelOfClass } from '../naming/class-names';
import { withArticle } from '../naming/spelling';
import { resourceOf } from '../naming/view-names';
import { keyOf } from '../project/column-roles';
import type { Edit } from '../edit';
import { isModelOfSignIn } from './auth-files';
import { info, infoIf, type Note, warning, warningIf } from './outcome';

/**
 * What to say about who may open views, and what others can do with them.
 *
 * @param option As typed after `--guard`.
 * @param edits What the run does.
 */
export function adviseGuards(
  views: Views,
  option: GuardOption | undefined,
  edits: readonly Edit[],
): Note[] {
  const [first] = views;
  return [
    ...adviseDeclined(views),
    ...views.flatMap((view) => adviseGuard(view, option)).slice(0, 1),
    ...(edits.length > 0 ? adviseSignIn(views, option) : []),
    ...adviseKeptGuards(first, option),
    ...(edits.length > 0 ? adviseOwner(first) : []),
    ...(views.map((view) => adviseUnread(view)).find((notes) => notes.length > 0) ?? []),
    ...views.flatMap(adviseTakeover),
    ...views.flatMap((view) => adviseOwnedParents(view, edits)),
  ];
}

/**
 * What to say about who may open a route: that it has the guard of its resource, or that everybody may open it, in a folder
 * for admins, beside routes with a guard, or with the users who sign in and what sign-in keeps of them.
 */
function adviseGuard(view: View, option: GuardOption | undefined): Note[] {
  const { guard, hasAuth, names, route } = view;
  const { path } = names.route;
  if (!isMade(view)) {
    return [];
  }
  if (guard?.takenOver) {
    return [info(whyGuarded(view, guard.takenOver))];
  }
  if (guard || option === 'none') {
    return [];
  }
  // Where reading needs a guard, changing needs one, too.
  const isClosed = (each: ExistingRoute | RouteNames): boolean =>
    decoratorOf('users-write', each) !== undefined;
  const other = route.own.find(
    (each) => guardOf(each) && (isClosed(names.route) || !isClosed(each)),
  );
  if (other) {
    return [
      warning(
        `Everybody can open ${path}, but not ${other.path}. If you did not mean that, run this again with --guard.`,
      ),
    ];
  }
  if (!view.app.isOurs && !hasAuth) {
    return [];
  }
  const remedy = `${hasAuth ? 'Run' : 'Add sign-in with `scaffold make:auth`, and run'} this again with --guard admin.`;
  const isForAdmins = names.view.split('.').slice(0, -1).includes('admin');
  const isOfSignIn = names.model?.className === USER || isKeptBySignIn(view);
  return warningIf(
    (isForAdmins || (hasAuth && isOfSignIn && !route.own.some(guardOf))) &&
      `Everybody can open ${path}. ${remedy}`,
  );
}

/** Whether the records of a view are what sign-in keeps: sessions, second factors, events. */
function isKeptBySignIn(view: View): boolean {
  return isModelOfSignIn(view.app.project, ownModel(view)?.place?.source.path ?? '');
}

/** Warns about a guard that lets others than admins open what sign-in keeps, or change it without the checks of its pages. */
function adviseSignIn(views: readonly View[], option: GuardOption | undefined): Note[] {
  const concerned = views.filter(
    (view) =>
      isKeptBySignIn(view) &&
      (view.route.existing ? option !== undefined : view.wants.route) &&
      (view.guard ?? option) !== undefined,
  );
  const [first] = concerned;
  const word = first?.guard?.word;
  const { owner, reads } = word ? GUARDS[word] : {};
  const changes = concerned.some(({ names: { action } }) => action && isChange(action));
  if (!first || word === 'admin' || (owner === 'read' && !changes)) {
    return [];
  }
  const who = reads ? 'Every user' : 'Everybody';
  const whose = owner ? 'their account, without its password' : 'others';
  const also =
    changes && word
      ? ` and ${reads ? '' : 'every user can '}change what sign-in keeps of ${whose}`
      : ', which shows what sign-in keeps';
  return [
    warning(`${who} can open ${first.names.route.path}${also}. Run this again with --guard admin.`),
  ];
}

/** Names the new routes that `--guard none` opens, beside pages with a guard. */
function adviseDeclined(views: readonly View[]): Note[] {
  const [word] = views.flatMap(({ declined }) => declined ?? []);
  const paths = views
    .filter((view) => isMade(view) && decoratorOf(word, view.names.route))
    .map(({ names }) => names.route.path);
  const [path, ...others] = new Set(paths);
  const what =
    others.length === 0 || !views[0] ? path : `the new routes of ${resourceOf(views[0].names)}`;
  return warningIf(
    word &&
      what !== undefined &&
      `Everybody can open ${what}, beside pages with --guard ${word}.` +
        (views[0]?.hasReaders
          ? ` ${others.length === 0 ? 'It does' : 'They do'} not name records to those who may not read them.`
          : ''),
  );
}

/** Names the existing routes that `--guard none` leaves guarded: by a person, or because it is for new ones beside them. */
export function adviseKeptGuards(
  { app, isOpened, resource, route: { existing, made, own } }: View,
  option: GuardOption | undefined,
): Note[] {
  const isMeant = (each: ExistingRoute): boolean =>
    each === existing || (resource !== undefined && app.isOurs);
  const routes = option === 'none' ? own.filter(isMeant) : [];
  const lines = routes.flatMap((each) => {
    const known = isOpened ? guardedBy(each, undefined, made[each.endpoint]).after : guardOf(each);
    const guard = known ? guardAsWritten(each, known) : unknownOperationGuard(each);
    return guard ? { place: each.place, line: `${each.place}: ${each.function} has ${guard}` } : [];
  });
  const [first] = lines;
  if (first === undefined) {
    return [];
  }
  if (lines.length === 1 && isOpened) {
    return [
      warning(`${first.line}, which you put there. Remove it to open the route.`, first.place),
    ];
  }
  const what = isOpened
    ? 'These routes stay guarded by what you put there. To open a route, remove its guard'
    : 'These routes stay guarded. To open them, run this again';
  return [warning(`${what}:\n${lines.map(({ line }) => `  ${line}`).join('\n')}`)];
}

function whyGuarded({ data, names }: View, { reason, word }: TakenOver): string {
  const [limit] = data?.parents.flatMap(({ scope }) => scope ?? []) ?? [];
  if (limit?.mayChange !== undefined) {
    const others = names.model?.pluralPhrase;
    return (
      `Only the owner of ${withArticle(limit.names.phrase)} changes its ${others}. ` +
      `For ${others} that every user may change, use --guard users-write.`
    );
  }
  return `${reason}, so this run used --guard ${word}. For a page that everybody may open, use --guard none.`;
}

/** Says who owns the records that a guard gives owners. */
function adviseOwner(view: View): Note[] {
  const { guard, names } = view;
  const owner = ownModel(view)?.owner;
  const field = owner?.column.replace(/_id$/, '');
  const each = names.model?.phrase ?? '';
  const sentence =
    field === 'owner'
      ? `Each ${each} has an owner`
      : `The owner of ${withArticle(each)} is its ${field}`;
  return infoIf(
    owner && guard && !guard.takenOver && `${sentence}: see ${ownModel(view)?.place?.source.path}.`,
  );
}

/** Warns about pages that let others than admins change e-mail addresses, to which reset links go. */
function adviseTakeover(view: View): Note[] {
  const { guard, names, route } = view;
  const columns = ownModel(view)?.columns.map(({ name }) => name) ?? [];
  const isAccount = names.model?.className === USER && columns.includes('password_hash');
  const isForAdmins =
    guard?.word === 'admin' || (route.existing && guardOf(route.existing) === 'admin_required');
  return warningIf(
    isAccount &&
      columns.includes('email') &&
      names.action === 'update' &&
      !isForAdmins &&
      `${guard ? 'Every user' : 'Everybody'} can change the e-mail address of an account at ${names.route.path}, ` +
        'and then its password with "Forgot your password?". Run this again with --guard admin.',
  );
}

/**
 * Warns about a form with records that not everybody who opens it may read, and about pages that show what sign-in keeps. Those of
 * applications that `new` did not make name records to everybody, too.
 *
 * @param added The fields that an existing form gets; undefined for a form that the run makes.
 */
export function adviseUnread(
  { app, choices, form, guard, names, route, wants }: View,
  added?: readonly string[],
): Note[] {
  const { path } = names.route;
  const { existing } = route;
  const fields = added ?? form?.fields.map(({ name }) => name) ?? [];
  const isShown = added ? existing !== undefined : wants.route && !existing;
  const decorator = existing ? guardOf(existing) : decoratorOf(guard?.word, names.route);
  const isForAdmins = decorator === 'admin_required';
  const who = decorator ? 'Every user' : 'Everybody';
  return [...choices].flatMap(([name, { className, module, readers }]) => {
    const mayRead = haveRecords(decorator, readers);
    const isOfSignIn = isModelOfSignIn(app.project, `${module.replaceAll('.', '/')}.py`);
    const isNamed = app.isOurs ? form && fields.includes(name) : (added?.includes(name) ?? true);
    const isUnread = !mayRead && isNamed;
    const isSecret = isOfSignIn && !isForAdmins && (added?.includes(name) ?? true);
    const word = isSecret || readers.every((reader) => reader === ADMINS) ? 'admin' : 'users';
    const remedy = added
      ? `Run \`scaffold make:resource ${names.view.replace(/\.\w+$/, '')} --guard ${word}\``
      : `Run this again with --guard ${word}`;
    const reason = isSecret
      ? `which shows what sign-in keeps: ${className}`
      : app.isOurs
        ? `but only ${word === 'admin' ? 'admins have' : 'users have'} records to choose there`
        : `which names each ${modelOfClass(className, app.project.layout).phrase} to people who cannot open its pages`;
    return warningIf(
      isShown && (isSecret || isUnread) && `${who} can open ${path}, ${reason}. ${remedy}.`,
    );
  });
}

/** Warns about methods that find records by a URL that names one of somebody else, unless the run mends them. */
function adviseOwnedParents(
  { controller, guard, models, names, scopes }: View,
  edits: readonly Edit[],
): Note[] {
  const { generated, place } = controller;
  const mended = edits.find((edit) => edit.kind === 'replace' && edit.path === place?.source.path);
  const isMended = (query: string): boolean =>
    mended?.kind === 'replace' && mended.content.includes(query);
  const made = generated?.root;
  const code =
    made ?? (guard && keptMethod(controller, names.method) ? place?.definition.node : undefined);
  return scopes
    .filter((scope) => code && !callsScope(code, scope))
    .filter(({ query }) => query !== undefined && !isMended(query))
    .map(({ names: parent, query }) => {
      const { columns = [] } = models.find((each) => each.names === parent) ?? {};
      const line = `${parent.record} = db.one_or_404(${query}.filter_by(${keyOf(columns)}=${parent.id}))`;
      return warning(
        `Only its owner sees ${withArticle(parent.phrase)}, but ${names.controller.className} finds that of anybody. ` +
          `Find it with this line:\n  ${line}`,
      );
    });
}
