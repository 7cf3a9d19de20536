import { lineEnd } from '../lines';
import { lastIndex } from './last-index';
import { LikeLine, ModelLine } from './like-line';
import { LikeSyntax } from './like-syntax';
import type { Part, Parts, Range, Stretch } from './syntax';

/** The line that others are like. */
export interface Model {
  readonly text: string;
  /** How many characters behind the start of what it stands in it starts. */
  readonly offset: number;
  readonly parts: readonly Part[];
}

/** The parts of lines that are all like one. */
export class LikeLines implements Parts {
  readonly alike: readonly Range[];
  readonly hasError = false;
  readonly length: number;
  readonly stretches: readonly Stretch[];
  readonly #line: ModelLine;
  readonly #starts: readonly number[];

  /**
   * @param offset How many characters behind the start of what they stand in the lines start.
   * @param text The lines.
   */
  constructor(
    private readonly model: Model,
    private readonly offset: number,
    private readonly text: string,
  ) {
    this.#line = new ModelLine(model.text);
    this.#starts = startsOf(text);
    this.length = this.#starts.length * model.parts.length;
    const types = new Set(model.parts.flatMap(({ syntax }) => [...syntax.types]));
    this.stretches = [{ from: 0, to: this.length, types }];
    this.alike = [{ from: 0, to: this.length }];
  }

  at(index: number): Part | undefined {
    const { offset, parts } = this.model;
    const start = this.#starts[Math.floor(index / parts.length)];
    const part = parts[index % parts.length];
    if (start === undefined || part === undefined) {
      return undefined;
    }
    const line = new LikeLine(this.#line, this.text.slice(start, lineEnd(this.text, start)));
    const place = part.offset - offset;
    return {
      field: part.field,
      offset: this.offset + start + line.at(place),
      syntax: new LikeSyntax(part.syntax, place, line),
    };
  }

  indexAt(offset: number): number {
    const { length } = this.model.parts;
    const line = lastIndex(this.#starts.length, (index) => {
      return this.offset + (this.#starts[index] ?? 0) <= offset;
    });
    const first = line * length;
    return first + lastIndex(length, (index) => (this.at(first + index)?.offset ?? 0) <= offset);
  }
}

function startsOf(lines: string): number[] {
  const starts: number[] = [];
  for (let start = 0; start < lines.length; start = lines.indexOf('\n', start) + 1) {
    starts.push(start);
  }
  return starts;
}
