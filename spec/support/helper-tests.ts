import { cpSync } from 'node:fs';
import { join } from 'node:path';

const TESTS = join(__dirname, '../application/tests');

/** The fields that an application gets with the first form that needs them. */
const FIELDS = join(__dirname, '../../src/make-view/files/forms/fields.py.template');

/** Where they are in an application, for pytest. */
export const HELPER_TESTS = 'tests/helpers';

/**
 * Adds the tests of what `scaffold`'s own modules promise, which no application brings, to one that `new` made.
 *
 * @param parts Those beside what every application has.
 */
export function addHelperTests(
  root: string,
  { auth = false, database = false }: { readonly auth?: boolean; readonly database?: boolean },
): void {
  const isThere: Readonly<Record<string, boolean>> = {
    [join(TESTS, 'database')]: database,
    [join(TESTS, 'auth')]: auth,
  };
  cpSync(TESTS, join(root, HELPER_TESTS), {
    recursive: true,
    filter: (path) => isThere[path] ?? true,
  });
  if (database) {
    cpSync(FIELDS, join(root, 'app/forms/fields.py'));
  }
}

/** For pytest, in an application whose models have no migrations yet, or in which the tests of helpers add tables. */
export const UNMIGRATED = [
  '--deselect',
  'tests/test_models.py::test_migrations_match_the_models',
] as const;
