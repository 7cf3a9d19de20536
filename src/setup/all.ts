// Specs: spec/setup/set-up.spec.ts
/**
 * Waits for all steps that run at the same time, even if one fails.
 *
 * @returns whether any of them did something.
 * @throws AggregateError of everything that they threw.
 */
export async function all(...steps: Promise<boolean>[]): Promise<boolean> {
  const outcomes = await Promise.allSettled(steps);
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (failures.length > 0) {
    throw new AggregateError(failures.map(({ reason }) => reason as unknown));
  }
  return outcomes.some((outcome) => outcome.status === 'fulfilled' && outcome.value);
}
