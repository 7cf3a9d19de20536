import { grownInRandomApplications } from './grown-alike';

/** `npm run soak -- applications` tries many more. */
const RUNS = 3;
const SEED = 7;

describe('add-field in any combination of conventions', () => {
  it('leaves the files that make-resource makes of all fields', async () => {
    const { wrong } = await grownInRandomApplications(RUNS, SEED);
    expect(wrong).toEqual([]);
  });
});
