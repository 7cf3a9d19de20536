// Specs: spec/project/sample-values.spec.ts
/** What a line of text must be. */
export type TextFormat = 'email' | 'url';

/** Everything particular to one format. */
interface TextFormatRow {
  readonly field: string;
  /** Its type in the JSON API. */
  readonly json: string;
  /** Its validator in an application that `new` did not make. */
  readonly plainValidator: string;
  /** Whether a column has it by its name and length, without `info={"format": …}`. */
  readonly isImplied: (name: string, length: number | undefined) => boolean;
  readonly isLinked: boolean;
  /** What a typed default must match. */
  readonly pattern: RegExp;
  /** The value of a new record in tests, as Python with a `number` in it. */
  readonly made: (record: string) => string;
  /** What tests send as another value. */
  readonly sent: string;
  /** The values of two records in the tests of a list. */
  readonly labels: readonly [first: string, second: string];
}

/** The table of formats. A row with a missing entry does not compile. */
export const TEXT_FORMATS: Readonly<Record<TextFormat, TextFormatRow>> = {
  email: {
    field: 'EmailField',
    json: 'EmailText',
    plainValidator: 'Email()',
    isImplied: (name) => /^(\w+_)?email$/.test(name),
    isLinked: false,
    pattern: /^[^\s@]+@[^\s@]+$/,
    made: (record) => `f"${record}{number}@example.com"`,
    sent: 'new@example.com',
    labels: ['first@example.com', 'second@example.com'],
  },
  url: {
    field: 'UrlField',
    json: 'UrlText',
    plainValidator: 'URL()',
    isImplied: (name, length) => length === 2048 && /^(\w+_)?url$/.test(name),
    isLinked: true,
    pattern: /^https?:\/\/[^\s/?#]\S*$/i,
    made: () => 'f"https://example.com/{number}"',
    sent: 'https://example.com/new',
    labels: ['https://a.example', 'https://b.example'],
  },
};

const FORMATS = Object.keys(TEXT_FORMATS) as readonly TextFormat[];

/** Whether pages link to the values of a column that begin with `http://` or `https://`. */
export function isLinked({ format }: { readonly format?: TextFormat | undefined }): boolean {
  return format !== undefined && TEXT_FORMATS[format].isLinked;
}

/** The format of this name. */
export function formatNamed(name: string | undefined): TextFormat | undefined {
  return FORMATS.find((format) => format === name);
}

/** The format whose validator an application that `new` did not make calls. */
export function formatChecked(calls: (name: string) => boolean): TextFormat | undefined {
  return FORMATS.find((format) => calls(TEXT_FORMATS[format].plainValidator.replace('()', '')));
}

/** The format that a column has by its name and length. */
export function impliedFormat(name: string, length: number | undefined): TextFormat | undefined {
  return FORMATS.find((format) => TEXT_FORMATS[format].isImplied(name, length));
}
