import { nearestWord } from '../naming/spelling';
import type { ColumnKind, ColumnType } from '../project/column-type';
import type { FieldWord } from '../project/column-type-row';
import { COLUMN_TYPES } from '../project/column-types';

/** A field as typed on the command line: `title:string:120:unique`. It never changes. */
export interface Field {
  /** `title`; `author` for a reference, whose column is `author_id`. */
  readonly name: string;
  /** The whole field in its usual spelling, to type again. */
  readonly typed: string;
  readonly type: ColumnType;
  /** The word for its type: `email`. */
  readonly word: string;
  /** The model that it refers to, as typed: `users`; undefined for other types. */
  readonly model: string | undefined;
  /** What deleting that record does; undefined for other types. */
  readonly onDelete: OnDelete | undefined;
  readonly isOptional: boolean;
  readonly isUnique: boolean;
  readonly isIndexed: boolean;
  /** Whether no form and no page shows it. */
  readonly isSecret: boolean;
  /** Whether the list of records leaves it out. */
  readonly isUnlisted: boolean;
  /** As typed: `draft`, `now`. */
  readonly default: string | undefined;
}

/** What the database does with the records that refer to a deleted one. */
type OnDelete = 'CASCADE' | 'RESTRICT' | 'SET NULL';

/** A type of a field: its word, and the kind of its column. */
export interface FieldType extends FieldWord {
  readonly word: string;
  readonly kind: ColumnKind;
}

/** The types of fields, in the order of the column types. */
export const FIELD_TYPES: readonly FieldType[] = (
  Object.keys(COLUMN_TYPES) as ColumnKind[]
).flatMap((kind) =>
  Object.entries(COLUMN_TYPES[kind].words).map(([word, row]) => ({ ...row, word, kind })),
);

interface Modifier {
  readonly synonyms: readonly string[];
  readonly about: string;
  /** For a reference alone. */
  readonly onDelete?: OnDelete;
  /** For a number alone: it is typed with one, as `min=1`. */
  readonly takes?: 'number';
}

export const MODIFIERS = {
  optional: {
    synonyms: ['null', 'nullable'],
    about: 'may be empty',
  },
  required: {
    synonyms: ['notnull', 'not_null', 'not-null'],
    about: 'must not be empty (the default)',
  },
  unique: { synonyms: ['uniq'], about: 'must differ in each record' },
  index: { synonyms: ['idx'], about: 'has an index' },
  secret: {
    synonyms: [],
    about: 'never shown; needs optional or a default',
  },
  unlisted: { synonyms: [], about: 'not in the list of records' },
  min: { synonyms: ['minimum'], about: 'a number that is at least this', takes: 'number' },
  max: { synonyms: ['maximum'], about: 'a number that is at most this', takes: 'number' },
  restrict: {
    synonyms: ['no_action'],
    about: 'the other record cannot be deleted (the default)',
    onDelete: 'RESTRICT',
  },
  cascade: {
    synonyms: [],
    about: 'is deleted with the other record',
    onDelete: 'CASCADE',
  },
  nullify: {
    synonyms: ['set_null', 'setnull'],
    about: 'becomes empty if the other is deleted; optional',
    onDelete: 'SET NULL',
  },
} as const satisfies Readonly<Record<string, Modifier>>;

/** The word of a modifier: `unique`. */
export type ModifierWord = keyof typeof MODIFIERS;

const TYPES = new Map(
  FIELD_TYPES.flatMap((type) => [type.word, ...type.synonyms].map((word) => [word, type] as const)),
);

const MODIFIER_WORDS = new Map(
  (Object.keys(MODIFIERS) as ModifierWord[]).flatMap((word) =>
    [word, ...MODIFIERS[word].synonyms].map((typed) => [typed as string, word] as const),
  ),
);

/** The type for a word or a synonym, whatever its case. */
export function typeNamed(word: string): FieldType | undefined {
  return TYPES.get(word.toLowerCase());
}

/** The modifier for a word or a synonym, whatever its case: also for `min=1`. */
export function modifierNamed(word: string): ModifierWord | undefined {
  const [start = '', ...values] = word.toLowerCase().split('=');
  const modifier = MODIFIER_WORDS.get(start);
  const isFit = values.length === 0 || (modifier !== undefined && takesNumber(modifier));
  return isFit ? modifier : undefined;
}

/** Whether a modifier is typed with a number: `min=1`. */
function takesNumber(word: ModifierWord): boolean {
  return 'takes' in MODIFIERS[word];
}

/** How a modifier is typed: `min=NUMBER`. */
export function spellingOf(word: ModifierWord): string {
  return takesNumber(word) ? `${word}=NUMBER` : word;
}

/** The right type for a slip: `string` for `strng`. */
export function nearestType(word: string): string | undefined {
  const near = nearestWord(word.toLowerCase(), [...TYPES.keys()]);
  return near === undefined ? undefined : TYPES.get(near)?.word;
}

/** The right modifier for a slip: `unique` for `unqiue`. */
export function nearestModifier(word: string): string | undefined {
  const near = nearestWord(word.toLowerCase(), [...MODIFIER_WORDS.keys(), 'default']);
  return near === undefined ? undefined : (MODIFIER_WORDS.get(near) ?? near);
}

/** The longest example that leaves room for its text on the same line. */
const LONGEST_EXAMPLE = 26;

/** How fields are written, for the help of commands that take some. */
export function fieldHelp(): string {
  const modifiers = (Object.keys(MODIFIERS) as ModifierWord[]).map((word) =>
    row(spellingOf(word), MODIFIERS[word].about),
  );
  return [
    '',
    'Fields: name[:type[:argument...]][:modifier...][:default=VALUE]',
    ...FIELD_TYPES.map(({ example, input }) => row(example, input)),
    '',
    'Modifiers:',
    ...modifiers,
    row('default=VALUE', 'comes last; default=now for dates and times'),
  ].join('\n');
}

function row(start: string, text: string): string {
  return start.length > LONGEST_EXAMPLE
    ? `  ${start}\n  ${''.padEnd(LONGEST_EXAMPLE)} ${text}`
    : `  ${start.padEnd(LONGEST_EXAMPLE)} ${text}`;
}
