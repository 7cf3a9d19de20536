import { need } from './need';

/**
 * Prepares a suite if the machine has what it needs; otherwise skips each of its specs. A skip in `beforeAll` would count as
 * a failure.
 *
 * @param found What was looked for, or undefined.
 * @param prepare Returns the clean-up, if there is one, which runs after the specs.
 */
export function suiteNeeds<T>(
  name: string,
  found: T | undefined,
  prepare: (found: T) => Promise<(() => Promise<unknown>) | undefined>,
): void {
  let cleanUp: (() => Promise<unknown>) | undefined;

  beforeAll(async () => {
    if (found !== undefined) {
      cleanUp = await prepare(found);
    }
  });

  beforeEach(() => {
    need(name, found);
  });

  afterAll(async () => {
    await cleanUp?.();
  });
}
