/** The items in an order that only the seed decides. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  // Otherwise neighbouring seeds would start with the same item.
  let state = (seed * 69069 + 1013904223) % 2147483647;
  const next = (): number => (state = (state * 48271) % 2147483647);
  return items
    .map((item): [number, T] => [next(), item])
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);
}
