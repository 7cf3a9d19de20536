import type { Edit } from '../edit';
import { enumeration } from '../naming/spelling';
import { fileOf } from '../python/generated';
import type { FactoryState } from '../view/factory-state';
import type { TestsState } from '../view/tests-state';
import { allOf, edited, info, NOTHING, type Outcome } from './outcome';

/** Adds the tests of a resource and the factories that they need. Keeps what exists. */
export function addTests({
  existing,
  factories,
  generated,
  isWanted,
  missingInit,
  packages,
  path,
}: TestsState): Outcome {
  if (!isWanted) {
    return { edits: [], notes: [info(`${path} was not made, because this project has no tests.`)] };
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
    existing === undefined
      ? edited([{ kind: 'create', path, content }])
      : edited([], ...(existing === content ? [] : [`${path} already exists. It stays as it is.`])),
  ]);
}

/** Adds a factory. Keeps what exists. */
export function addFactory(
  { existing, factory, generated, left, path }: FactoryState,
  packages: readonly string[],
): Outcome {
  if (existing !== undefined) {
    return existing.includes(factory)
      ? NOTHING
      : edited([], `${path} has no function ${factory}, which the tests call. Add it.`);
  }
  const names = enumeration(left.map(({ name }) => name));
  return edited(
    [{ kind: 'create', path, content: fileOf(generated, packages) }],
    ...(left.length === 0 ? [] : [`${path} has no value for ${names}. Add one.`]),
  );
}
