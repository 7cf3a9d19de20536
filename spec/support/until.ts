import { setTimeout } from 'node:timers/promises';

/**
 * Waits until a condition holds, and fails if it takes too long.
 *
 * @param what The condition, in words: for the error.
 */
export async function until(
  what: () => string,
  condition: () => boolean | Promise<boolean>,
  seconds = 20,
): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await condition())) {
    if (Date.now() > end) {
      throw new Error(`Not within ${seconds} s: ${what()}.`);
    }
    await setTimeout(50);
  }
}
