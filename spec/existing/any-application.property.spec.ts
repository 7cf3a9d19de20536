import { madeApplication, pythonOf } from '../support/application';
import { pagesInRandomApplications } from './never-broken';

/** `npm run soak -- applications` tries many more. */
const RUNS = 8;

describe('A page in any combination of conventions', () => {
  it('is served, or refused with a sentence', async () => {
    const python = pythonOf(await madeApplication(true));
    const seed = Math.floor(Math.random() * 2 ** 31);
    const { served, wrong } = await pagesInRandomApplications(RUNS, seed, python);
    expect(wrong).withContext(`seed ${seed}`).toEqual([]);
    expect(served).toBeGreaterThan(0);
  });
});
