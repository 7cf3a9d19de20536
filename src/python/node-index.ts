import type { Node } from './node';

/** The nodes of a tree by their type, in the order in which they start: whoever asks for a type walks past no other. */
export class NodeIndex {
  readonly #byType = new Map<string, Node[]>();
  #count = 0;

  constructor(readonly text: string) {}

  /** How many nodes there are. */
  get count(): number {
    return this.#count;
  }

  /**
   * Adds the node that starts next.
   *
   * @returns its place among all.
   */
  add(node: Node): number {
    const same = this.#byType.get(node.type);
    if (same) {
      same.push(node);
    } else {
      this.#byType.set(node.type, [node]);
    }
    return this.#count++;
  }

  /** The nodes of these types whose places are from `first` to before `end`. */
  between(first: number, end: number, types: readonly string[]): Node[] {
    const found = types.flatMap((type) => {
      const nodes = this.#byType.get(type) ?? [];
      return nodes.slice(indexOf(nodes, first), indexOf(nodes, end));
    });
    return types.length > 1 ? found.sort((one, other) => one.place - other.place) : found;
  }
}

/** How many of the nodes stand before a place. */
function indexOf(nodes: readonly Node[], place: number): number {
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((nodes[middle]?.place ?? Infinity) < place) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
