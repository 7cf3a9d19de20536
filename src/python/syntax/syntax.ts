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

/** All that stands in something else, in order. Of a thousand parts, those are made that somebody looks at. */
export interface Parts {
  readonly length: number;
  /** Whether any of them, or anything in them, is not Python. */
  readonly hasError: boolean;
  at(index: number): Part | undefined;
  /** Which part is the last one that starts at an offset, or before it; -1 where none does. */
  indexAt(offset: number): number;
  readonly stretches: readonly Stretch[];
  /** Those that are as others are, but for their names. */
  readonly alike: readonly Range[];
}

/** Parts, one behind the other. */
export interface Range {
  readonly from: number;
  /** The first that is not of it. */
  readonly to: number;
}

/** Parts, and the types that are in any of them: of a hundred lines that are alike, one says it for all. */
export interface Stretch extends Range {
  readonly types: ReadonlySet<string>;
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
  readonly parts: Parts;
  /** The types of it and of all that is in it. */
  readonly types: ReadonlySet<string>;
}
