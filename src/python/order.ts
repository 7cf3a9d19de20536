// Specs: spec/python/add-import.spec.ts
/** Tells which of two names comes first. */
export type Order = (one: string, other: string) => number;

/** The orders in which people keep names, ruff's own first: constants, classes, then the others. */
const ORDERS: readonly Order[] = [byKind, byLetter, natural];

/** The order in which these names stand; undefined where they stand in none. */
export function orderOf(names: readonly string[]): Order | undefined {
  return ORDERS.find((order) => isSorted(names, order));
}

/** Whether names stand in this order. */
export function isSorted(names: readonly string[], order: Order): boolean {
  return names.every((name, index) => index === 0 || order(names[index - 1] ?? '', name) <= 0);
}

/** Where a name belongs among others: before the first that comes behind it, or else at the end. */
export function placeIn(names: readonly string[], name: string, order: Order | undefined): number {
  const index = order ? names.findIndex((other) => order(other, name) > 0) : -1;
  return index === -1 ? names.length : index;
}

/** With numbers by their value: `v2` before `v10`. */
export function natural(one: string, other: string): number {
  if (!/\d/.test(one) && !/\d/.test(other)) {
    return one === other ? 0 : one < other ? -1 : 1;
  }
  const [ones, others] = [one.split(/(\d+)/), other.split(/(\d+)/)];
  for (const [index, part] of ones.entries()) {
    const counterpart = others[index] ?? '';
    if (part !== counterpart) {
      const difference = Number(part) - Number(counterpart);
      return index % 2 === 1 && difference !== 0 ? difference : part < counterpart ? -1 : 1;
    }
  }
  return ones.length - others.length;
}

/** As ruff sorts the names of an import. */
export function byKind(one: string, other: string): number {
  return kindOf(one) - kindOf(other) || natural(one, other);
}

function byLetter(one: string, other: string): number {
  return natural(one.toLowerCase(), other.toLowerCase());
}

/** As isort's `order_by_type` has it. */
function kindOf(name: string): number {
  if (/^[A-Z_0-9]{2,}$/.test(name)) {
    return 0;
  }
  return /^[A-Z]/.test(name) ? 1 : 2;
}
