import { need } from './need';

/**
 * Prepares a suite where what it needs is there. Where it is absent, each of its specs is skipped by this name: a skip
 * that `beforeAll` asks for would count as a failure.
 *
 * @param found What was looked for, or undefined.
 * @param prepare Returns what is to be done after the specs.
 */
export function suiteNeeds<T>(
  name: string,
  found: T | undefined,
  prepare: (found: T) => Promise<() => Promise<unknown>>,
): void {
  let cleanUp: () => Promise<unknown> = () => Promise.resolve();

  beforeAll(async () => {
    if (found !== undefined) {
      cleanUp = await prepare(found);
    }
  });

  beforeEach(() => {
    need(name, found);
  });

  afterAll(async () => {
    await cleanUp();
  });
}
