// Specs: spec/rules/resource-tests.spec.ts
import { COLUMN_TYPES } from '../project/column-types';
import type {
  FactoryNames,
  SignInHelper,
  TestedRecord,
  TestedSplit,
} from '../templates/test-values';
import type { PathRecord, ViewData } from './view-data';

/** The fixture with the key of the user who is signed in. */
export const SIGNED_IN = 'signed_in_id';

/** The variable with the key of another user. */
const OTHER = 'other_id';

/** The records of a URL, as tests make them: what the last one belongs to, and that one. */
export function testedRecords(
  { parents, record }: ViewData,
  factories: ReadonlyMap<string, FactoryNames>,
  signIn: SignInHelper | undefined,
): TestedRecord[] {
  const all = [...parents, record];
  return all.flatMap((each, index) => {
    const factory = factories.get(each.model.className);
    const above = all[index - 1];
    const parent = above && each.belongsBy !== undefined ? above : undefined;
    const owner = signIn && each.owner;
    return factory
      ? {
          ...factory,
          fixture: each.model.id,
          type: typeOf(each),
          given: argumentsOf(
            parentGiven(each, parent),
            owner === undefined ? '' : `${owner}=${SIGNED_IN}`,
          ),
          uses:
            (parent ? `, ${parent.model.id}: ${typeOf(parent)}` : '') +
            (owner === undefined ? '' : `, ${SIGNED_IN}: ${signIn?.keyType}`),
        }
      : [];
  });
}

/** Records whose owner is not that of what they belong to; undefined unless only both owners together see a record. */
export function splitOf(
  { parents, record: { belongsBy, owner } }: ViewData,
  factories: ReadonlyMap<string, FactoryNames>,
): TestedSplit | undefined {
  const [above, parent] = [parents.at(-2), parents.at(-1)];
  const factory = parent && factories.get(parent.model.className)?.factory;
  if (!factory || !parent.owner || !parent.scope?.query || !belongsBy || !owner) {
    return undefined;
  }
  const given = (ownerAbove: string, own: string): string => {
    const made = argumentsOf(parentGiven(parent, above), `${String(parent.owner)}=${ownerAbove}`);
    return `${belongsBy}=${factory}(${made}).${parent.key}, ${owner}=${own}`;
  };
  return {
    column: belongsBy,
    theirs: given(SIGNED_IN, OTHER),
    ours: given(OTHER, SIGNED_IN),
  };
}

/** The argument that makes a record below its parent: `recipe_id=recipe_id`, or empty. */
export function parentGiven({ belongsBy }: PathRecord, parent: PathRecord | undefined): string {
  return parent && belongsBy !== undefined ? `${belongsBy}=${parent.model.id}` : '';
}

function typeOf({ columns, key }: PathRecord): string {
  const column = columns.find(({ name }) => name === key);
  return (column && COLUMN_TYPES[column.kind].annotation) ?? 'Any';
}

/** Arguments as Python; empty ones are left out. */
export function argumentsOf(...all: readonly string[]): string {
  return all.filter((each) => each !== '').join(', ');
}
