import type { Part, Parts, Range, Stretch } from './syntax';

/** Some of the parts of a piece of code. */
export interface Piece {
  /** How many characters behind the start of the code it starts. */
  readonly offset: number;
  readonly parts: Parts;
}

/** Parts of several kinds, one behind the other. */
export class JoinedParts implements Parts {
  readonly alike: readonly Range[];
  readonly hasError: boolean;
  readonly length: number;
  readonly stretches: readonly Stretch[];
  readonly #pieces: readonly (Piece & { readonly from: number })[];

  constructor(pieces: readonly Piece[]) {
    let length = 0;
    this.#pieces = pieces.map((piece) => {
      const from = length;
      length += piece.parts.length;
      return { ...piece, from };
    });
    this.length = length;
    this.hasError = pieces.some(({ parts }) => parts.hasError);
    this.alike = this.#pieces.flatMap(({ from, parts }) => moved(parts.alike, from));
    this.stretches = this.#pieces.flatMap(({ from, parts }) => moved(parts.stretches, from));
  }

  at(index: number): Part | undefined {
    const piece = this.#pieces.findLast(({ from }) => from <= index);
    return piece?.parts.at(index - piece.from);
  }

  indexAt(offset: number): number {
    const piece = this.#pieces.findLast((each) => each.offset <= offset);
    return piece ? piece.from + piece.parts.indexAt(offset) : -1;
  }
}

function moved<Part extends Range>(ranges: readonly Part[], by: number): Part[] {
  return ranges.map((range) => ({ ...range, from: range.from + by, to: range.to + by }));
}
