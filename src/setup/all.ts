/**
 * Waits for all steps that run at the same time, also where one fails.
 *
 * @returns whether one of them had something to do.
 * @throws AggregateError of what they threw.
 */
export async function all(...steps: Promise<boolean>[]): Promise<boolean> {
  const outcomes = await Promise.allSettled(steps);
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (failures.length > 0) {
    throw new AggregateError(failures.map(({ reason }) => reason as unknown));
  }
  return outcomes.some((outcome) => outcome.status === 'fulfilled' && outcome.value);
}
