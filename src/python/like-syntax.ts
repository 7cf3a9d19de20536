import { wordsOf } from './abridged';
import type { Kind, Part, Stretch, Syntax } from './syntax';

type Words = ReturnType<typeof wordsOf>;

/** A line that is like another one but for its names, which may be longer or shorter. */
export class LikeLine {
  #words: Words | undefined;

  /** @param model The line that it is like, if that is not itself. */
  constructor(
    private readonly text: string,
    private readonly model?: LikeLine,
  ) {}

  /** Where in this line is what is at an edge of the other line's. */
  at(edge: number): number {
    let place = edge;
    const words = edge > 0 ? (this.model?.words ?? []) : [];
    for (let index = 0; index < words.length; index++) {
      const [theirs, own] = [words[index], this.words[index]];
      if (theirs && own && theirs[0] < edge) {
        place = edge - theirs[1] + own[1];
      }
    }
    return place;
  }

  private get words(): Words {
    return (this.#words ??= wordsOf(this.text));
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
