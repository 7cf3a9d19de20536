import type { Edit } from '../edit';
import { enumeration } from '../naming/spelling';
import { fileOf } from '../python/generated';
import type { FactoryState } from '../view/factory-state';
import type { TestsState } from '../view/tests-state';
import { allOf, edited, info, noted, NOTHING, type Outcome, warning } from './outcome';

/**
 * Adds the tests of a resource and the factories that they need. Keeps what exists.
 *
 * @param isAsGenerated Whether the tests that exist are those of a run without a guard, so that they may change.
 */
export function addTests(
  {
    existing,
    factories,
    generated,
    helper,
    isLockedOut,
    isWanted,
    missingInit,
    packages,
    path,
  }: TestsState,
  isAsGenerated = false,
): Outcome {
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
  if (generated === undefined) {
    return NOTHING;
  }
  const content = fileOf(generated, packages);
  const made = factories.map((each) => addFactory(each, packages));
  const init: Edit[] =
    missingInit !== undefined && made.some(({ edits }) => edits.length > 0)
      ? [{ kind: 'create', path: missingInit, content: '' }]
      : [];
  return allOf([
    edited(init),
    ...made,
    edited(
      helper ? [{ kind: 'create', path: helper.path, content: fileOf(helper, packages) }] : [],
    ),
    addFile(path, existing, content, isAsGenerated),
  ]);
}

function addFile(
  path: string,
  existing: string | undefined,
  content: string,
  isAsGenerated: boolean,
): Outcome {
  if (existing === undefined) {
    return edited([{ kind: 'create', path, content }]);
  }
  if (existing === content) {
    return NOTHING;
  }
  return isAsGenerated
    ? edited([{ kind: 'replace', path, content }])
    : noted(warning(`${path} already exists. It stays as it is.`));
}

/** Adds a factory. Keeps what exists. */
export function addFactory(
  { existing, factory, generated, left, path }: FactoryState,
  packages: readonly string[],
): Outcome {
  if (existing !== undefined) {
    return existing.includes(factory)
      ? NOTHING
      : noted(warning(`${path} has no function ${factory}, which the tests call. Add it.`));
  }
  const names = enumeration(left.map(({ name }) => name));
  return edited(
    [{ kind: 'create', path, content: fileOf(generated, packages) }],
    ...(left.length === 0 ? [] : [`${path} has no value for ${names}. Add one.`]),
  );
}
