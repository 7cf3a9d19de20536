import type { Edit } from '../edit';
import type { GuardOption } from '../naming/guards';
import { enumeration } from '../naming/spelling';
import type { Project } from '../project/project';
import { functionsOf } from '../python/queries';
import { fileOf } from '../python/generated';
import type { FactoryState } from '../view/factory-state';
import type { TestsState } from '../view/tests-state';
import type { PythonSource } from '../python/source';
import { changeFile } from './changed-parts';
import {
  allChanges,
  allOf,
  type PartsChange,
  edited,
  info,
  NO_CHANGE,
  noted,
  NOTHING,
  type Outcome,
  warning,
} from './outcome';

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
    return noted(
      warning(
        `${path} is not ${existing === undefined ? 'made' : 'changed'}: tests sign in as \`make:auth\` does, and this application has its own sign-in.`,
        path,
      ),
    );
  }
  return generated === undefined
    ? NOTHING
    : allOf([addHelpers(tests), addFile(path, existing, fileOf(generated, packages), guard)]);
}

/**
 * Makes the difference between two requests in the tests of a resource and in its factory, which a person may have changed. If
 * both changed the same lines, the file stays, and the note names the tests that it lacks.
 *
 * @param before The tests of the views as they were.
 * @param after The tests of those that it has now.
 */
export async function changeTests(
  project: Project,
  before: TestsState,
  after: TestsState,
): Promise<PartsChange> {
  const { packages, path } = after;
  const textOf = (source: PythonSource | undefined): string =>
    source ? fileOf(source, packages) : '';
  const versions = { before: textOf(before.generated), after: textOf(after.generated) };
  const change = await changeFile(project, path, versions);
  const had = testsIn(before);
  const missing = testsIn(after).filter((name) => !had.includes(name));
  const notes =
    change.conflicts.length > 0
      ? [
          warning(
            `${enumeration(change.conflicts)} was changed where tests of further actions would go, so the file stays ` +
              `without ${enumeration(missing)}. To see them, move the file away and run this again.`,
            change.conflicts[0],
          ),
        ]
      : [];
  const own = after.factories.find(({ home }) => home === undefined);
  const former = before.factories.find((each) => each.path === own?.path);
  const factory =
    own?.existing !== undefined && former
      ? await changeFile(project, own.path, {
          before: textOf(former.generated),
          after: textOf(own.generated),
        })
      : NO_CHANGE;
  const helpers = versions.before === versions.after ? NOTHING : addHelpers(after);
  return allChanges([{ ...change, notes }, factory, { ...helpers, conflicts: [] }]);
}

function testsIn({ generated }: TestsState): string[] {
  return (generated ? functionsOf(generated) : [])
    .map(({ name }) => name)
    .filter((name) => name.startsWith('test_'));
}

/** Adds the factories that tests need, and the module that signs users in. */
function addHelpers({ factories, helper, missingInit, packages }: TestsState): Outcome {
  const made = factories.map((each) => addFactory(each, packages));
  const init: Edit[] =
    missingInit !== undefined && made.some(({ edits }) => edits.length > 0)
      ? [{ kind: 'create', path: missingInit, content: '', home: 'application' }]
      : [];
  return allOf([
    edited(init),
    ...made,
    edited(
      helper
        ? [
            {
              kind: 'create',
              path: helper.path,
              content: fileOf(helper, packages),
              home: 'application',
            },
          ]
        : [],
    ),
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
export function addFactory(
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
