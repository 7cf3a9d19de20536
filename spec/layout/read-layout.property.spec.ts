import fc from 'fast-check';
import { readLayout } from '../../src/layout/read-layout';
import { projectFiles } from '../support/project-files';
import { CHOICES, type Conventions, findingsOf, shop } from './conventions';

const ANY = fc.record(
  Object.fromEntries(
    Object.entries(CHOICES).map(([key, ways]) => [key, fc.constantFrom<unknown>(...ways)]),
  ),
) as unknown as fc.Arbitrary<Conventions>;

describe('readLayout, in any combination of conventions', () => {
  it('finds any combination of conventions', async () => {
    await fc.assert(
      fc.asyncProperty(ANY, async (chosen) => {
        const read = await readLayout(projectFiles(shop(chosen)));
        const values = Object.entries(read?.layout ?? {}).map(([key, { value }]) => [key, value]);
        expect(Object.fromEntries(values)).toEqual(findingsOf(chosen));
      }),
      { numRuns: 200 },
    );
  });
});
