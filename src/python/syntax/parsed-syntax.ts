import { ParsedParts } from './parsed-parts';
import type { Kind, Parts, Syntax } from './syntax';

const NONE = new ParsedParts([]);

/** Read from a tree of the parser's. */
export class ParsedSyntax implements Syntax {
  readonly hasError: boolean;
  #types: ReadonlySet<string> | undefined;

  constructor(
    readonly kind: Kind,
    readonly width: number,
    readonly isMissing: boolean,
    readonly parts: Parts = NONE,
  ) {
    this.hasError = isMissing || kind.type === 'ERROR' || parts.hasError;
  }

  get types(): ReadonlySet<string> {
    return (this.#types ??= new Set([
      this.kind.type,
      ...this.parts.stretches.flatMap(({ types }) => [...types]),
    ]));
  }
}
