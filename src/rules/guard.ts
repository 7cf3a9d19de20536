import { SchematicsException } from '@angular-devkit/schematics';
import { inserted } from '../edit';
import { type Decorator, type Guard, GUARDS, USER } from '../naming/guards';
import { type ExistingRoute, routesIn } from '../project/existing-routes';
import { decoratedBy, DECORATORS, guardOf, strongest } from '../project/route-guards';
import { decorator } from '../python/add-decorator';
import { addMissingImports } from '../python/add-import';
import type { Insertion, PythonSource } from '../python/source';
import type { Former } from '../view/former';
import { decoratorOf, type GuardState } from '../view/guard-state';
import { ownModel, type View } from '../view/view';
import { edited, type Note, NOTHING, type Outcome, warning } from './outcome';

/**
 * Guards the existing routes of a view, or of its whole resource.
 *
 * @throws SchematicsException if one of them cannot be guarded, or if there is none and none is made.
 */
export function guardRoutes({ guard, names, resource, route, wants }: View): Outcome {
  if (!guard) {
    return NOTHING;
  }
  const { existing, own } = route;
  if (!existing && !wants.route) {
    throw new SchematicsException(`${names.view} has no route that --guard could guard: add -r.`);
  }
  const routes = (resource ? own : [existing]).flatMap((each) => each ?? []);
  refuseWithoutFunction(routes, guard);
  const endpoints = new Set(routes.map(({ endpoint }) => endpoint));
  const guarded = (source: PythonSource): PythonSource => withGuards(source, endpoints, guard);
  const sources = new Map(routes.map(({ source }) => [source.path, source]));
  return edited(
    [...sources.values()].flatMap((source) => inserted(source, guarded)),
    ...routes.flatMap((each) => adviseStronger(each, guard)),
  );
}

/**
 * Refuses to give owners to records that other code than ours selects.
 *
 * @throws SchematicsException if a person changed one of the methods.
 */
export function refuseChangedMethods(guard: Guard, formers: Iterable<Former>): void {
  const changed = [...new Set([...formers].flatMap((former) => former.changed))];
  if (GUARDS[guard].owner !== undefined && changed.length > 0) {
    throw new SchematicsException(
      `--guard ${guard} changes what methods select, and these are no longer as generated. ` +
        `Limit them to the owner yourself, or use --guard users:\n${changed.map((line) => `  ${line}`).join('\n')}`,
    );
  }
}

/**
 * Refuses to give owners to records that actions left out by `--only` show or change.
 *
 * @throws SchematicsException if there are such methods.
 */
export function refuseOpenMethods(guard: Guard, open: readonly string[]): void {
  if (GUARDS[guard].owner !== undefined && open.length > 0) {
    throw new SchematicsException(
      `--guard ${guard} would leave these methods open to every user. Run it without --only, or name their actions, too:\n` +
        open.map((line) => `  ${line}`).join('\n'),
    );
  }
}

/** Warns about a new route that everybody may open, in a folder for admins or beside routes with a guard. */
export function adviseGuard({ guard, hasAuth, names, route, wants }: View): Note[] {
  const { endpoint, method, path } = names.route;
  if (guard || route.existing || !wants.route) {
    return [];
  }
  // Where reading needs a guard, changing needs one, too.
  const mayBeOpen = decoratorOf('users-write', { endpoint, methods: [method] }) === undefined;
  const other = route.own.find(
    (each) => guardOf(each) && (!mayBeOpen || decoratorOf('users-write', each) === undefined),
  );
  if (other) {
    return [
      warning(
        `Everybody can open ${path}, but not ${other.path}. If you did not mean that, run this again with --guard.`,
      ),
    ];
  }
  const remedy = hasAuth
    ? 'Run this again with --guard admin.'
    : 'Add sign-in with `scaffold make:auth`, and run this again with --guard admin.';
  return names.view.split('.').slice(0, -1).includes('admin')
    ? [warning(`Everybody can open ${path}. ${remedy}`)]
    : [];
}

/** Warns about pages that let others than admins change e-mail addresses, to which reset links go. */
export function adviseTakeover(view: View): Note[] {
  const { guard, names, route } = view;
  const columns = ownModel(view)?.columns.map(({ name }) => name) ?? [];
  const isAccount = names.model?.className === USER && columns.includes('password_hash');
  const isForAdmins =
    guard?.word === 'admin' || (route.existing && guardOf(route.existing) === 'admin_required');
  return isAccount && columns.includes('email') && names.action === 'update' && !isForAdmins
    ? [
        warning(
          `${guard ? 'Every user' : 'Everybody'} can change the e-mail address of an account at ${names.route.path}, ` +
            'and then its password with "Forgot your password?". Run this again with --guard admin.',
        ),
      ]
    : [];
}

/** Warns about methods that find records by a URL that names one of somebody else. */
export function adviseOwnedParents({ controller, names, ownedParents }: View): Note[] {
  return controller.generated || controller.replacing
    ? ownedParents.map(({ names: { phrase, record }, query }) =>
        warning(
          `Only its owner sees a ${phrase}, but ${names.controller.className} finds that of anybody. ` +
            `Find the ${phrase} there with ${record} = db.one_or_404(${query}.filter_by(…)).`,
        ),
      )
    : [];
}

/** A route such as `bp.add_url_rule("/posts", view_func=PostController().index)` has nothing to decorate. */
function refuseWithoutFunction(routes: readonly ExistingRoute[], guard: GuardState): void {
  const open = routes.flatMap((each) => {
    const name = decoratorOf(guard.word, each);
    const known = strongest(DECORATORS.filter(isIn(each.function)));
    const isOpen = each.definition === undefined && strongest([known, name]) !== known;
    return isOpen && name ? [{ ...each, name }] : [];
  });
  if (open.length > 0) {
    const lines = open.map(({ function: view, line, name, source }) => {
      return `  ${source.path}:${line}: ${name}(${view})`;
    });
    throw new SchematicsException(
      `A route without a function of its own cannot be decorated, so nothing is guarded. Write this, and run it again:\n${lines.join('\n')}`,
    );
  }
}

function isIn(text: string): (name: string) => boolean {
  return (name) => text.includes(name);
}

/** The file with a guard on each function that serves one of these endpoints. */
function withGuards(
  source: PythonSource,
  endpoints: ReadonlySet<string>,
  { module, word }: GuardState,
): PythonSource {
  const routes = routesIn(source).filter(({ endpoint }) => endpoints.has(endpoint));
  const functions = new Set(routes.flatMap(({ definition }) => definition ?? []));
  const names = new Set<Decorator>();
  const insertions = [...functions].flatMap((definition): Insertion[] => {
    const own = routes.filter((route) => route.definition === definition);
    const wanted = strongest(own.map((route) => decoratorOf(word, route)));
    const { guard, last } = decoratedBy(own, definition);
    if (wanted === undefined || strongest([guard, wanted]) === guard) {
      return [];
    }
    names.add(wanted);
    return [decorator(source, definition, last, wanted)];
  });
  const imports = [...names].map((name) => ({ module, name }));
  return addMissingImports(source.insert(...insertions), imports);
}

/** Warns about a route that lets in fewer people than the guard would. */
function adviseStronger(route: ExistingRoute, { word }: GuardState): string[] {
  const { function: view, line, source } = route;
  const wanted = decoratorOf(word, route);
  const guard = guardOf(route);
  return guard === undefined || strongest([guard, wanted]) === wanted
    ? []
    : [`${source.path}:${line}: ${view} has @${guard} already. It stays as it is.`];
}
