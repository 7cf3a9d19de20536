// Specs: spec/python/add-import.spec.ts
/** Compares two names, for sorting. */
export type Order = (one: string, other: string) => number;

/** The usual orders of names. The first one is ruff's: constants, then classes, then others. */
const ORDERS: readonly Order[] = [byKind, byLetter, natural];

/** The order of these names; undefined if they are not sorted. */
export function orderOf(names: readonly string[]): Order | undefined {
  return ORDERS.find((order) => isSorted(names, order));
}

/** Whether names are sorted in this order. */
export function isSorted(names: readonly string[], order: Order): boolean {
  return names.every((name, index) => index === 0 || order(names[index - 1] ?? '', name) <= 0);
}

/** The index for a name among others, which is their end if they are not sorted. */
export function placeIn(names: readonly string[], name: string, order: Order | undefined): number {
  const index = order ? names.findIndex((other) => order(other, name) > 0) : -1;
  return index === -1 ? names.length : index;
}

/** Compares numbers by value: `v2` before `v10`. */
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

/** Compares names as ruff sorts them in an import. */
export function byKind(one: string, other: string): number {
  return kindOf(one) - kindOf(other) || natural(one, other);
}

function byLetter(one: string, other: string): number {
  return natural(one.toLowerCase(), other.toLowerCase());
}

/** The rank in isort's `order_by_type`. */
function kindOf(name: string): number {
  if (/^[A-Z_0-9]{2,}$/.test(name)) {
    return 0;
  }
  return /^[A-Z]/.test(name) ? 1 : 2;
}
