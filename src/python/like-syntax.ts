import { type Names, namesIn } from './abridged';
import type { Kind, Part, Stretch, Syntax } from './syntax';

/** A line that others are like but for their names, which may be longer or shorter. */
export class ModelLine {
  readonly #names: Names;
  readonly #edges = new Map<number, { readonly name: number; readonly behind: number }>();

  constructor(line: string) {
    this.#names = namesIn(line);
  }

  /** The last name that starts before an edge of something in the line, and how far behind its end the edge is. */
  find(edge: number): { readonly name: number; readonly behind: number } {
    const known = this.#edges.get(edge);
    if (known) {
      return known;
    }
    const name = this.#names.starts.findLastIndex((start) => start < edge);
    const found = { name, behind: edge - (this.#names.ends[name] ?? 0) };
    this.#edges.set(edge, found);
    return found;
  }
}

/** A line that is like another one. */
export class LikeLine {
  #names: Names | undefined;

  constructor(
    private readonly model: ModelLine,
    private readonly line: string,
  ) {}

  /** Where in this line is what is at an edge of something in the other one. */
  at(edge: number): number {
    const { name, behind } = this.model.find(edge);
    return name === -1 ? edge : ((this.#names ??= namesIn(this.line)).ends[name] ?? 0) + behind;
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
