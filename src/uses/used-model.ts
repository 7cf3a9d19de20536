// Specs: spec/uses/python-uses.spec.ts

/** A model whose attributes change, and what code calls its parts. */
export interface UsedModel {
  /** `Post` */
  readonly className: string;
  /** The file that defines it. */
  readonly path: string;
  /** `posts` */
  readonly table: string;
  /** The variable of its templates: `post`. */
  readonly record: string;
  /** `PostForm` */
  readonly form: string;
  /** Its schemas in the JSON API: `PostIn`. */
  readonly schemas: readonly string[];
  /** `make_post` */
  readonly factory: string;
  /** The folders of its own pages: `posts`. */
  readonly folders: readonly string[];
  /** The relationships to it, and what records of the models that have them are called: `post` → `comment`. */
  readonly relations: ReadonlyMap<string, readonly string[]>;
  /** What templates certainly are given, by their names. */
  readonly shown: ShownValues;
  readonly attributes: readonly string[];
}

/** Templates by their names, and what each of their variables is; undefined if that is not certain. */
export type ShownValues = ReadonlyMap<string, ReadonlyMap<string, CertainKind | undefined>>;

/** A place where code names an attribute, or something of the same name. */
export interface Use {
  readonly attribute: string;
  /** Where the name starts in the text. */
  readonly start: number;
  /** Whether the attribute is certainly meant. */
  readonly isCertain: boolean;
  /** Whether it is the target of another table's foreign key. */
  readonly isTarget?: boolean;
}

/** What an expression certainly is, as far as its own code says. */
export type CertainKind = 'form' | 'list' | 'record';
