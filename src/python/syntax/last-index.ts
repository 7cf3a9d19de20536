/** The last of the numbers from 0 to below `length` for which this holds, if it holds for all before that one; else -1. */
export function lastIndex(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - 1;
}
