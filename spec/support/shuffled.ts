/** In an order that only the seed decides. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  // Seeds beside each other are to say different things from the first on.
  let state = (seed * 69069 + 1013904223) % 2147483647;
  const next = (): number => (state = (state * 48271) % 2147483647);
  return items
    .map((item): [number, T] => [next(), item])
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);
}
