// Specs: spec/rules/guard.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { App, OtherApp } from '../app/app';
import { UsageError } from '../errors';
import { moduleOfPath } from '../layout';
import { moduleOfName, requires } from '../layout/surroundings';
import { type Guard, type GuardOption, guardOption, GUARDS, USER } from '../naming/guards';
import type { ViewNames } from '../naming/view-names';
import type { Wants } from '../naming/view-options';
import { topLevel } from '../python/import-statement';
import { importsOf, localNames } from '../python/imports';
import { isNamed } from '../python/queries';

/**
 * Checks that a guard fits a view.
 *
 * @throws UsageError if it would guard nothing.
 */
export function checkGuard(
  option: GuardOption,
  { action, model, view }: ViewNames,
  wants: Wants,
): void {
  const guard = guardOption(option);
  if (guard === undefined) {
    return;
  }
  const { owner, reads } = GUARDS[guard];
  if (action === undefined && (owner !== undefined || reads === undefined)) {
    throw new UsageError(
      `--guard ${guard} is for actions on records, and ${view} is a page. Use --guard users or --guard admin.`,
    );
  }
  if (owner !== undefined && model?.className === USER) {
    throw new UsageError(`--guard ${guard} is for records that users own. Use --guard admin.`);
  }
  if (owner !== undefined && !wants.controller) {
    throw new UsageError(`--guard ${guard} needs the controller: add -c.`);
  }
}

/** A guard that nobody typed, and why the view has it. */
export interface TakenOver {
  readonly word: Guard;
  /** `reports is guarded`; undefined for a view that exists, and keeps its guard. */
  readonly reason?: string;
}

export interface GuardState {
  readonly word: Guard;
  /** The field with the owner, as typed after `--owner`. */
  readonly owner: string | undefined;
  /** The module of its decorators: `app.auth`. */
  readonly module: string;
  /** Whether tests can sign in as `make:auth` does. */
  readonly isTestable: boolean;
  /** Undefined if it was asked for. */
  readonly takenOver: TakenOver | undefined;
}

/**
 * A guard in an application.
 *
 * @throws SchematicsException if the application lacks sign-in, or a part of it that the guard needs.
 */
export async function guardState(
  app: App,
  word: Guard,
  takenOver: TakenOver | undefined,
  owner?: string,
): Promise<GuardState> {
  if (!app.isOurs) {
    return placedGuard(app, word, takenOver);
  }
  const { project } = app;
  const { auth: path, readers } = project.layout;
  const source = await project.source(path);
  const remedy = 'Add sign-in with `scaffold make:auth`.';
  if (source === undefined) {
    throw new SchematicsException(`--guard needs ${path}, which is missing. ${remedy}`);
  }
  if (!project.has(readers)) {
    throw new SchematicsException(
      `--guard needs ${readers}, which applications of earlier versions lack. Run \`scaffold upgrade app\`.`,
    );
  }
  const { changes, reads } = GUARDS[word];
  const has = (name: string): boolean => isNamed(source, source.root, name);
  const needed = ['login_required', 'current_user', reads ?? changes, changes];
  const missing = needed.find((name) => !has(name));
  if (missing !== undefined) {
    throw new SchematicsException(`--guard needs ${missing} in ${path}, which lacks it. ${remedy}`);
  }
  const fromFlaskLogin = localNames(importsOf(source), 'flask_login', 'current_user');
  const isNew = takenOver === undefined || takenOver.reason !== undefined;
  if (isNew && fromFlaskLogin.includes('current_user')) {
    throw new SchematicsException(
      `The current_user of Flask-Login, which ${path} imports, is true for visitors, too, so they would see what a guard hides. ` +
        `Write in ${path} instead:\n` +
        '  import flask_login\n  from werkzeug.local import LocalProxy\n\n' +
        '  current_user = LocalProxy(lambda: flask_login.current_user if flask_login.current_user.is_authenticated else None)',
    );
  }
  const isTestable = ['ask_to_sign_in', 'sign_in'].every(has);
  return { word, owner, module: moduleOfPath(path), isTestable, takenOver };
}

/**
 * A guard in an application that `new` did not make, with the decorators that it has.
 *
 * @throws SchematicsException if the guard needs more.
 */
function placedGuard(app: OtherApp, word: Guard, takenOver: TakenOver | undefined): GuardState {
  const { changes, owner, plain } = GUARDS[word];
  if (owner !== undefined) {
    throw new SchematicsException(
      `--guard ${word} gives records owners, which needs a project that \`scaffold new\` made. Use --guard ${plain}, and select ` +
        'the records of the user yourself.',
    );
  }
  const { auth } = app.layout;
  const isForAdmins = changes === 'admin_required';
  const found = isForAdmins ? moduleOfName(app.sources, changes, { root: '.' }) : auth;
  const module = typeof found?.value === 'string' ? found.value : undefined;
  if (module === undefined || !canImport(app, module, changes)) {
    throw new SchematicsException(
      `${takenOver?.reason === undefined ? '' : `${takenOver.reason}, and `}--guard ${word} needs the decorator ${changes}: ` +
        (module === undefined
          ? 'this application has none. '
          : `${found?.from}: ${module} has none. `) +
        (isForAdmins
          ? 'Write one that lets in only admins, beside your other decorators, and run this again.'
          : 'Use that of Flask-Login, or set auth in [tool.scaffold] of pyproject.toml to the module that has yours.') +
        (takenOver?.reason === undefined
          ? ''
          : ' For a page that everybody may open, use --guard none.'),
    );
  }
  return { word, owner: undefined, module, isTestable: false, takenOver };
}

/** Whether new code can import a name from a module: one of the application that has it, or one that is installed. */
function canImport({ project, sources }: OtherApp, module: string, name: string): boolean {
  const path = sources.paths.find((each) => moduleOfPath(each) === module);
  const own = path === undefined ? undefined : sources.withAny(path, ['']);
  const distribution = topLevel(module).replaceAll('_', '-');
  return own
    ? isNamed(own, own.root, name)
    : sources.containing(`from ${module} import`).length > 0 || requires(project, distribution);
}
