import { lastIndex } from './last-index';
import type { Part, Parts, Range, Stretch } from './syntax';

/** Parts that the parser has seen. */
export class ParsedParts implements Parts {
  readonly alike: readonly Range[] = [];
  readonly hasError: boolean;
  readonly length: number;
  #stretches: readonly Stretch[] | undefined;

  constructor(private readonly parts: readonly Part[]) {
    this.hasError = parts.some(({ syntax }) => syntax.hasError);
    this.length = parts.length;
  }

  at(index: number): Part | undefined {
    return this.parts[index];
  }

  indexAt(offset: number): number {
    return lastIndex(this.length, (index) => (this.parts[index]?.offset ?? 0) <= offset);
  }

  get stretches(): readonly Stretch[] {
    return (this.#stretches ??= stretchesOf(this.parts));
  }
}

function stretchesOf(parts: readonly Part[]): Stretch[] {
  const stretches: Stretch[] = [];
  let from = 0;
  parts.forEach(({ syntax: { types } }, index) => {
    if (types !== parts[index + 1]?.syntax.types) {
      stretches.push({ from, to: index + 1, types });
      from = index + 1;
    }
  });
  return stretches;
}
