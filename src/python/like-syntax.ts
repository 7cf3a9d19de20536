import { gapsIn } from './abridged';
import type { Kind, Part, Stretch, Syntax } from './syntax';

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

/** What stands in a line that is like another one: as there, made when somebody looks. */
export class LikeSyntax implements Syntax {
  readonly kind: Kind;
  readonly isMissing = false;
  readonly hasError = false;
  #parts: readonly Part[] | undefined;

  /**
   * @param model What stands in the other line.
   * @param start Where it starts there.
   */
  constructor(
    private readonly model: Syntax,
    private readonly start: number,
    private readonly line: LikeLine,
  ) {
    this.kind = model.kind;
  }

  get width(): number {
    return this.line.at(this.start + this.model.width) - this.line.at(this.start);
  }

  get parts(): readonly Part[] {
    return (this.#parts ??= this.model.parts.map(({ field, offset, syntax }) => {
      const start = this.start + offset;
      return {
        field,
        offset: this.line.at(start) - this.line.at(this.start),
        syntax: new LikeSyntax(syntax, start, this.line),
      };
    }));
  }

  get types(): ReadonlySet<string> {
    return this.model.types;
  }

  get stretches(): readonly Stretch[] {
    return this.model.stretches;
  }
}
