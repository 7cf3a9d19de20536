import { grownInRandomApplications } from './grown-alike';

/** `npm run soak -- applications` tries many more. */
const RUNS = 3;

describe('add-field in any combination of conventions', () => {
  it('leaves the files that make-resource makes of all fields', async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const { wrong } = await grownInRandomApplications(RUNS, seed);
    expect(wrong).withContext(`seed ${seed}`).toEqual([]);
  });
});
