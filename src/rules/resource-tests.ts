import { sharedFile } from '../edit';
import type { GuardOption } from '../naming/guards';
import { enumeration } from '../naming/spelling';
import { fileOf } from '../python/generated';
import type { FactoryState } from '../view/factory-state';
import type { TestsState } from '../view/tests-state';
import { allOf, edited, info, noted, NOTHING, type Outcome, warning } from './outcome';

/**
 * Adds the tests of a resource and the factories that they need. Keeps what exists.
 *
 * @param guard That the run gives the resource.
 */
export function addTests(tests: TestsState, guard?: GuardOption): Outcome {
  const { existing, generated, isLockedOut, isWanted, packages, path } = tests;
  if (!isWanted) {
    return noted(info(`${path} was not made, because this project has no tests.`, path));
  }
  if (isLockedOut) {
    return adviseLockedOut(tests);
  }
  return generated === undefined
    ? NOTHING
    : allOf([addHelpers(tests, true), addFile(path, existing, fileOf(generated, packages), guard)]);
}

/** Warns that tests of pages with a guard are a person's to write, because they cannot sign in. */
export function adviseLockedOut({ existing, path }: TestsState): Outcome {
  const [what, remedy] =
    existing === undefined
      ? ['made', '']
      : ['changed', ' Tests of pages with the guard fail until you have them sign in first.'];
  return noted(
    warning(
      `${path} is not ${what}: tests sign in as \`make:auth\` does, and this application has its own sign-in.${remedy}`,
      path,
    ),
  );
}

/**
 * Adds the module that signs users in, and the factories that tests need.
 *
 * @param isNew Whether there are no tests yet. Otherwise a person has removed their own factory if it is missing.
 */
export function addHelpers(
  { factories, helper, missingInit, packages }: TestsState,
  isNew: boolean,
): Outcome {
  const needed = factories.filter(({ home }) => isNew || home !== undefined);
  const made = needed.map((each) => addFactory(each, packages));
  const isFirst = missingInit !== undefined && made.some(({ edits }) => edits.length > 0);
  return allOf([
    edited(isFirst ? [sharedFile(missingInit, '')] : []),
    ...made,
    edited(helper ? [sharedFile(helper.path, fileOf(helper, packages))] : []),
  ]);
}

function addFile(
  path: string,
  existing: string | undefined,
  content: string,
  guard: GuardOption | undefined,
): Outcome {
  if (existing === undefined) {
    return edited([{ kind: 'create', path, content }]);
  }
  if (existing === content) {
    return NOTHING;
  }
  const advice = guard ? ' To see tests of the guard, move the file away and run this again.' : '';
  return noted(warning(`${path} already exists. It stays as it is.${advice}`, path));
}

/** Adds a factory. Keeps what exists. */
function addFactory(
  { existing, factory, generated, home, left, path }: FactoryState,
  packages: readonly string[],
): Outcome {
  if (existing !== undefined) {
    return existing.includes(factory)
      ? NOTHING
      : noted(warning(`${path} has no function ${factory}, which the tests call. Add it.`, path));
  }
  const names = enumeration(left.map(({ name }) => name));
  return edited(
    [{ kind: 'create', path, content: fileOf(generated, packages), ...(home && { home }) }],
    ...(left.length === 0 ? [] : [warning(`${path} has no value for ${names}. Add one.`, path)]),
  );
}
