import type { Edit } from '../edit';
import { withDifference } from './with-difference';
import { enumeration } from '../naming/spelling';
import type { Project } from '../project/project';
import { functionsOf } from '../python/queries';
import { fileOf } from '../python/generated';
import type { FactoryState } from '../view/factory-state';
import type { TestsState } from '../view/tests-state';
import { allOf, edited, info, noted, NOTHING, type Outcome, warning } from './outcome';

/**
 * Adds the tests of a resource and the factories that they need. Keeps what exists.
 *
 * @param isAsGenerated Whether the tests that exist are those of a run without a guard, so that they may change; undefined
 *   if this run has no guard, either.
 */
export function addTests(tests: TestsState, isAsGenerated?: boolean): Outcome {
  const { existing, generated, isLockedOut, isWanted, packages, path } = tests;
  if (!isWanted) {
    return noted(info(`${path} was not made, because this project has no tests.`));
  }
  if (isLockedOut) {
    return noted(
      warning(
        `${path} is not ${existing === undefined ? 'made' : 'changed'}: tests sign in as \`make:auth\` does, and this application has its own sign-in.`,
      ),
    );
  }
  return generated === undefined
    ? NOTHING
    : allOf([
        addHelpers(tests),
        addFile(path, existing, fileOf(generated, packages), isAsGenerated),
      ]);
}

/**
 * Adds the tests of further actions to those of a resource, which a person may have changed. If both changed the same lines,
 * the file stays, and the note names the tests that it lacks.
 *
 * @param before The tests of the actions that the resource had.
 * @param after The tests of those that it has now.
 */
export async function growTests(
  project: Project,
  before: TestsState,
  after: TestsState,
): Promise<Outcome> {
  const { packages, path } = after;
  const textOf = ({ generated }: TestsState): string =>
    generated ? fileOf(generated, packages) : '';
  const versions = { before: textOf(before), after: textOf(after) };
  if (versions.before === versions.after) {
    return NOTHING;
  }
  const { merge } = await withDifference(project, path, versions);
  const had = testsIn(before);
  const missing = testsIn(after).filter((name) => !had.includes(name));
  const file =
    'content' in merge
      ? edited([{ kind: 'replace', path, content: merge.content.toString() }])
      : edited(
          [],
          `${path}:${merge.conflicts.join(', ')} was changed where tests of further actions would go, so the file stays ` +
            `without ${enumeration(missing)}. To see them, move the file away and run this again.`,
        );
  return allOf([addHelpers(after), file]);
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
  isAsGenerated: boolean | undefined,
): Outcome {
  if (existing === undefined) {
    return edited([{ kind: 'create', path, content }]);
  }
  if (existing === content) {
    return NOTHING;
  }
  if (isAsGenerated) {
    return edited([{ kind: 'replace', path, content, isGenerated: true }]);
  }
  const advice =
    isAsGenerated === undefined
      ? ''
      : ' To see tests of the guard, move the file away and run this again.';
  return noted(warning(`${path} already exists. It stays as it is.${advice}`));
}

/** Adds a factory. Keeps what exists. */
export function addFactory(
  { existing, factory, generated, home, left, path }: FactoryState,
  packages: readonly string[],
): Outcome {
  if (existing !== undefined) {
    return existing.includes(factory)
      ? NOTHING
      : noted(warning(`${path} has no function ${factory}, which the tests call. Add it.`));
  }
  const names = enumeration(left.map(({ name }) => name));
  return edited(
    [{ kind: 'create', path, content: fileOf(generated, packages), ...(home && { home }) }],
    ...(left.length === 0 ? [] : [`${path} has no value for ${names}. Add one.`]),
  );
}
