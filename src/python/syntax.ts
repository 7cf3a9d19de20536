/** What a number of the grammar's stands for. */
export interface Kind {
  /** As the grammar has it: `function_definition`, `(`. */
  readonly type: string;
  readonly isNamed: boolean;
}

/** What stands in something else. */
export interface Part {
  /** What it is to what it stands in: `body`, `name`. */
  readonly field: string | null;
  /** How many characters behind the start of that it starts. */
  readonly offset: number;
  readonly syntax: Syntax;
}

/**
 * What the parser says of a piece of code, wherever that stands: the same object serves all places that say the same,
 * in one version of a file after the other.
 */
export interface Syntax {
  readonly kind: Kind;
  /** In characters. */
  readonly width: number;
  /** Whether it is not in the text: the parser put it there to go on. */
  readonly isMissing: boolean;
  /** Whether it, or anything in it, is not Python. */
  readonly hasError: boolean;
  readonly parts: readonly Part[];
  /** The types of it and of all that is in it. */
  readonly types: ReadonlySet<string>;
  readonly stretches: readonly Stretch[];
}

/** Parts, one behind the other, in which the same types are: of a hundred lines that are alike, one says it for all. */
export interface Stretch {
  readonly from: number;
  /** The first that is not of it. */
  readonly to: number;
  readonly types: ReadonlySet<string>;
}

/** Read from a tree of the parser's. */
export class ParsedSyntax implements Syntax {
  readonly hasError: boolean;
  #stretches: readonly Stretch[] | undefined;
  #types: ReadonlySet<string> | undefined;

  constructor(
    readonly kind: Kind,
    readonly width: number,
    readonly isMissing: boolean,
    readonly parts: readonly Part[] = [],
  ) {
    this.hasError =
      isMissing || kind.type === 'ERROR' || parts.some(({ syntax }) => syntax.hasError);
  }

  get stretches(): readonly Stretch[] {
    return (this.#stretches ??= stretchesOf(this.parts));
  }

  get types(): ReadonlySet<string> {
    return (this.#types ??= new Set([
      this.kind.type,
      ...this.stretches.flatMap(({ types }) => [...types]),
    ]));
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
