import { lastIndex } from './last-index';
import type { Part, Parts, Range, Stretch } from './syntax';

/** Some of the parts of a piece of code. */
export interface Piece {
  /** How many characters behind the start of the code it starts. */
  readonly offset: number;
  readonly parts: Parts;
}

interface PlacedPiece extends Piece {
  /** Which of all parts its first one is. */
  readonly from: number;
}

/** Parts of several kinds, one behind the other. */
export class JoinedParts implements Parts {
  readonly alike: readonly Range[];
  readonly hasError: boolean;
  readonly length: number;
  readonly stretches: readonly Stretch[];
  readonly #pieces: readonly PlacedPiece[];

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
    const piece = this.#lastPiece(({ from }) => from <= index);
    return piece?.parts.at(index - piece.from);
  }

  indexAt(offset: number): number {
    const piece = this.#lastPiece((each) => each.offset <= offset);
    return piece ? piece.from + piece.parts.indexAt(offset) : -1;
  }

  #lastPiece(starts: (piece: PlacedPiece) => boolean): PlacedPiece | undefined {
    return this.#pieces[
      lastIndex(this.#pieces.length, (index) => {
        const piece = this.#pieces[index];
        return piece !== undefined && starts(piece);
      })
    ];
  }
}

function moved<Each extends Range>(ranges: readonly Each[], by: number): Each[] {
  return ranges.map((range) => ({ ...range, from: range.from + by, to: range.to + by }));
}
