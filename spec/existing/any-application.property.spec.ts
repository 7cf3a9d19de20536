import { madeApplication, pythonOf } from '../support/application';
import { pagesInRandomApplications } from './never-broken';

/** `npm run soak -- applications` tries many more. */
const RUNS = 8;
const SEED = 7;

describe('A page in any combination of conventions', () => {
  it('is served, or refused with a sentence', async () => {
    const python = pythonOf(await madeApplication(true));
    const { served, wrong } = await pagesInRandomApplications(RUNS, SEED, python);
    expect(wrong).toEqual([]);
    expect(served).toBeGreaterThan(0);
  });
});
