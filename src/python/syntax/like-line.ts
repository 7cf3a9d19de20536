import { gapsIn } from './abridged';

/** A line that others are like but for their names, which may be longer or shorter. */
export class ModelLine {
  /** What stands around its names. */
  readonly #gaps: readonly string[];
  readonly #ends: readonly number[];
  readonly #edges = new Map<number, { readonly name: number; readonly behind: number }>();

  constructor(line: string) {
    this.#gaps = gapsIn(line);
    this.#ends = this.endsIn(line);
  }

  /** Where the names of a line end that is this one or like it. */
  endsIn(line: string): number[] {
    const ends: number[] = [];
    let end = 0;
    for (let index = 1; index < this.#gaps.length; index++) {
      // What stands behind a name is no part of one.
      const behind = this.#gaps[index]?.[0];
      const start = end + (this.#gaps[index - 1]?.length ?? 0);
      end = behind === undefined ? line.length : line.indexOf(behind, start);
      ends.push(end);
    }
    return ends;
  }

  /** The last name that starts before an edge of something in the line, and how far behind its end the edge is. */
  find(edge: number): { readonly name: number; readonly behind: number } {
    const known = this.#edges.get(edge);
    if (known) {
      return known;
    }
    const name = this.#ends.findLastIndex((_end, index) => {
      return (this.#ends[index - 1] ?? 0) + (this.#gaps[index]?.length ?? 0) < edge;
    });
    const found = { name, behind: edge - (this.#ends[name] ?? 0) };
    this.#edges.set(edge, found);
    return found;
  }
}

/** A line that is like another one. */
export class LikeLine {
  #ends: readonly number[] | undefined;

  constructor(
    private readonly model: ModelLine,
    private readonly line: string,
  ) {}

  /** Where in this line is what is at an edge of something in the other one. */
  at(edge: number): number {
    const { name, behind } = this.model.find(edge);
    if (name === -1) {
      return edge;
    }
    this.#ends ??= this.model.endsIn(this.line);
    return (this.#ends[name] ?? 0) + behind;
  }
}
