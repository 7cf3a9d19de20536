import { lastIndex } from './last-index';
import type { LikeLine } from './like-line';
import type { Kind, Part, Parts, Range, Stretch, Syntax } from './syntax';

/** What stands in a line that is like another one: as there, made when somebody looks. */
export class LikeSyntax implements Syntax, Parts {
  readonly alike: readonly Range[] = [];
  readonly isMissing = false;
  readonly hasError = false;

  /**
   * @param model What stands in the other line.
   * @param start Where it starts there.
   */
  constructor(
    private readonly model: Syntax,
    private readonly start: number,
    private readonly line: LikeLine,
  ) {}

  get kind(): Kind {
    return this.model.kind;
  }

  get width(): number {
    return this.line.at(this.start + this.model.width) - this.line.at(this.start);
  }

  get types(): ReadonlySet<string> {
    return this.model.types;
  }

  get parts(): Parts {
    return this;
  }

  get length(): number {
    return this.model.parts.length;
  }

  get stretches(): readonly Stretch[] {
    return this.model.parts.stretches;
  }

  at(index: number): Part | undefined {
    const part = this.model.parts.at(index);
    if (part === undefined) {
      return undefined;
    }
    const start = this.start + part.offset;
    return {
      field: part.field,
      offset: this.line.at(start) - this.line.at(this.start),
      syntax: new LikeSyntax(part.syntax, start, this.line),
    };
  }

  indexAt(offset: number): number {
    return lastIndex(this.length, (index) => (this.at(index)?.offset ?? 0) <= offset);
  }
}
