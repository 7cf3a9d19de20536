// Specs: spec/make-auth/index.spec.ts
import type { Edit } from '../edit';
import { VENV_PYTHON } from '../layout';
import { enumeration } from '../naming/spelling';
import { needsValue } from '../project/column-roles';
import { callsOf } from '../python/queries';
import { info, infoIf, type Note, warning, warningIf } from '../rules/outcome';
import { installStep } from '../rules/requirements';
import { type AuthProject, CONFTEST, FIXTURES } from './look';
import { PARTS } from '../naming/auth-parts';

/** The columns of a user that the forms of sign-in write. */
const ASKED = ['name', 'email', 'password_hash', 'is_admin', 'session_version'];

/**
 * Where sign-in is, and what to do next; or that nothing changed.
 *
 * @param migration How to change the database.
 * @param python Of the environment that the project has; by default, of the one that `scaffold setup` makes.
 */
export function report(
  auth: AuthProject,
  edits: readonly Edit[],
  migration: readonly Note[],
  python = VENV_PYTHON,
): Note[] {
  if (!auth.isFirst) {
    return [
      ...infoIf(edits.length === 0 && 'Nothing to do: this application already has sign-in.'),
      ...adviseOpenSignUp(auth),
      ...adviseKeptParts(auth),
    ];
  }
  return [
    ...adviseApi(auth),
    ...adviseRequiredColumns(auth),
    ...adviseSharedAddresses(auth),
    ...adviseUserForm(auth),
    ...adviseTests(auth),
    installStep(python),
    ...migration,
    info(
      `Then make an admin: \`${python} -m flask users create EMAIL --admin\`. Anybody signs in at /sign-in.`,
    ),
    info('Production needs PUBLIC_URL and a mail server: .env.example explains them.'),
  ];
}

/** Says who may use the API now. */
function adviseApi({ hasApi }: AuthProject): Note[] {
  return infoIf(
    hasApi &&
      'Programs use the API with tokens, which users make on their account page. What has no guard stays open to everybody, ' +
        'on pages and in the API: `scaffold make:resource NAME --guard WORD` closes both.',
  );
}

/** Warns that a page stays which this run was to leave out. */
function adviseOpenSignUp({ parts, signUp }: AuthProject): Note[] {
  return warningIf(
    signUp !== undefined &&
      'Anybody can still sign up: --no-registration leaves out a page, and removes none. To close it, remove ' +
        `sign_up()${parts.verification ? ' and finish_sign_up()' : ''} from ${signUp}, the link to it from app/templates/auth/sign_in.html, ` +
        'and what tests it in tests/auth/.',
  );
}

/** Warns that parts stay which this run was to leave out. */
function adviseKeptParts({ kept }: AuthProject): Note[] {
  return kept.map((name) =>
    warning(
      `This application still has ${name}: --without leaves out a part, and removes none. ` +
        `It begins in ${PARTS[name]}.`,
    ),
  );
}

/** Warns about pages of users that were made before sign-in. */
function adviseUserForm({ userForm }: AuthProject): Note[] {
  return warningIf(
    userForm !== undefined &&
      `${userForm} changes e-mail addresses, and whoever may do that can reset the password of any account. ` +
        'Put --guard admin on its pages: `scaffold make:resource users --guard admin`.',
    userForm,
  );
}

/** Warns that sign-in gets no tests. */
function adviseTests({ lacking = [] }: AuthProject): Note[] {
  return warningIf(
    lacking.length > 0 &&
      `Sign-in gets no tests: they need the fixtures ${enumeration(FIXTURES)}, and ${CONFTEST} lacks ` +
        `${enumeration(lacking)}. A new application has all of them.`,
    CONFTEST,
  );
}

/** Warns about columns that have to have a value and that no form of sign-in asks for. */
function adviseRequiredColumns({ columns }: AuthProject): Note[] {
  const missing = columns.filter((column) => needsValue(column) && !ASKED.includes(column.name));
  const names = enumeration(missing.map(({ name }) => name));
  return warningIf(
    missing.length > 0 &&
      `A user needs ${names} too. Add fields to UserForm in app/forms/auth_forms.py, or nobody can sign up.`,
  );
}

/** Warns if the database would let two users have one address. */
function adviseSharedAddresses({ columns, user }: AuthProject): Note[] {
  const { node } = user.definition;
  const rules = [
    ...callsOf(node, 'UniqueConstraint'),
    ...callsOf(node, 'Index').filter(({ keywords }) => keywords.get('unique')?.text === 'True'),
  ];
  const isUnique =
    columns.some(({ isUnique: is, name }) => name === 'email' && is) ||
    rules.some(({ node: call }) => /\bemail\b/.test(call.text));
  return warningIf(
    !isUnique &&
      'Two people who sign up at once could get the same e-mail address, because User.email is not unique. ' +
        `Add unique=True to it in ${user.source.path}, and migrate the database.`,
  );
}
