// Specs: spec/project/sample-values.spec.ts
import { columnLabel } from '../naming/spelling';
import { callOf } from '../python/queries';
import { text } from '../python/literals';
import { stringValue } from '../python/node';
import { lastName } from './annotation';
import type { Column } from './column-type';
import {
  alike,
  type ColumnTypeRow,
  each,
  literally,
  NONE,
  OTHER,
  type Sample,
  type TypedDefault,
} from './column-type-row';
import { booleanField, type FieldShape, type FormAbilities } from './form-field';

/** The length of an enum's column, so that a new value needs no migration. */
export const LONGEST_VALUE = 50;

/** The same where the column names no type: see `app/extensions.py`. */
const LONGEST_MEMBER = 255;

export const BOOLEAN: ColumnTypeRow = {
  ...OTHER,
  words: {
    boolean: {
      synonyms: ['bool'],
      details: {},
      example: 'done:boolean',
      input: 'a checkbox; if optional, a select with “Unknown”',
    },
  },
  sqlTypes: each('BOOLEAN'),
  pythonTypes: each('bool'),
  annotation: 'bool',
  sqlType: () => 'Boolean',
  storedType: () => 'sa.Boolean()',
  sqlFiller: 'false',
  sqlDefault: (typed) => (typedBoolean(typed) === 'True' ? 'true' : 'false'),
  impliedType: 'Boolean',
  typedDefault: typedBoolean,
  ownDefault: (isOptional) => (isOptional ? undefined : 'False'),
  isChoice: true,
  width: 3,
  filter: 'badge',
  literal: ({ text: written }) =>
    ({ true: 'True', false: 'False', 1: 'True', 0: 'False' })[written.toLowerCase()],
  serverDefault: (written, node) => {
    const value = (written ?? callOf(node)?.name ?? '').toLowerCase();
    return literally(/^(1|t|true)$/.test(value) ? 'True' : undefined);
  },
  plainText: (value) => `"Yes" if ${value} else "No"`,
  field: booleanField,
  plainField: () => ({ field: 'BooleanField', isComplete: true }),
  json: () => alike('bool'),
  sentJson: () => 'True',
  sample: ({ isOptional }) => ({
    made: 'False',
    sent: isOptional ? 'True' : 'y',
    stored: 'True',
  }),
};

export const ENUM: ColumnTypeRow = {
  ...OTHER,
  words: {
    enum: {
      synonyms: ['choice', 'select'],
      takes: 'values',
      details: {},
      example: 'status:enum:draft:published:default=draft',
      input: 'a select',
    },
  },
  sqlTypes: each('ENUM'),
  sqlType: ({ enumClass }) =>
    `Enum(${enumClass?.local}, native_enum=False, length=${LONGEST_VALUE}, ` +
    'values_callable=lambda members: [member.value for member in members])',
  storedType: ({ values }, enumName) =>
    values === undefined
      ? `sa.String(length=${LONGEST_MEMBER})`
      : `sa.Enum(${values.map(text).join(', ')}, name=${text(enumName)}, native_enum=False, length=${LONGEST_VALUE})`,
  // A migration that knows the values takes the first.
  sqlFiller: "''",
  converts: ['string', 'text'],
  impliedType: undefined,
  plain: {
    annotation: 'str',
    sqlType: ({ values = [] }) =>
      `Enum(${values.map(text).join(', ')}, native_enum=False, length=${LONGEST_VALUE})`,
    typedDefault: text,
  },
  isChoice: true,
  width: 8,
  filter: 'badge',
  plainText: (value, { enumClass }) => (enumClass ? `${value}.value` : value),
  typedDefault: (typed, { enumClass, values = [] }) =>
    values.includes(typed) ? `${enumClass?.local}.${memberOf(typed)}` : undefined,
  literal: (node, { enumClass, values }) => {
    const written = stringValue(node);
    if (enumClass === undefined) {
      return written !== undefined && values?.includes(written) ? text(written) : undefined;
    }
    const isMember = node.type === 'attribute' && node.child('object')?.text === enumClass.local;
    return isMember ? `${enumClass.name}.${lastName(node) ?? ''}` : undefined;
  },
  field: ({ enumClass, isNullable, values = [] }) => ({
    field: 'ChoiceField',
    options: [`values=${enumClass?.name ?? `[${values.map(text).join(', ')}]`}`],
    isComplete: isNullable,
  }),
  plainField: plainEnumField,
  json: ({ enumClass, values = [] }) =>
    alike(enumClass?.name ?? `Literal[${values.map(text).join(', ')}]`),
  sample: enumSample,
};

export const FOREIGN_KEY: ColumnTypeRow = {
  ...OTHER,
  words: {
    references: {
      synonyms: ['reference', 'belongs_to', 'belongsto', 'foreign_key', 'ref'],
      takes: 'model',
      details: {},
      example: 'author:references:users',
      input: 'a select of users, by label',
    },
  },
  sqlTypes: {},
  sqlType: NONE,
  storedType: NONE,
  sqlFiller: "''",
  impliedType: undefined,
  isChoice: true,
  width: 20,
  field: ({ isNullable, name }, references) =>
    references && {
      field: 'RowField',
      label: columnLabel(name.replace(/_id$/, '')),
      options: [`key=${references.key}`, `label=${references.label}`],
      isComplete: isNullable,
    },
  plainField: ({ isNullable }, abilities, keyType) =>
    keyType === undefined
      ? undefined
      : {
          field: 'SelectField',
          options: [`coerce=${coercion(keyType, isNullable, abilities)}`],
          isComplete: true,
        },
  json: (_column, key) => key,
  sample: NONE,
};

/** The most keys that a client sends in one list. SQLite refuses a query with tens of thousands. */
const MOST_KEYS = 1000;

/** Records of another model, by a table between both. */
export const MANY: ColumnTypeRow = {
  ...OTHER,
  words: {
    many: {
      synonyms: [
        ...['has_many', 'many_to_many', 'many_many', 'm2m'],
        ...['habtm', 'has_and_belongs_to_many'],
      ],
      takes: 'model',
      details: {},
      isSingle: false,
      example: 'labels:many:labels',
      input: 'a checkbox for each, or a search',
    },
  },
  sqlTypes: {},
  sqlType: NONE,
  storedType: NONE,
  sqlFiller: "''",
  impliedType: undefined,
  width: 20,
  field: ({ isFilled }, references) =>
    references && {
      field: 'RowsField',
      options: [`key=${references.key}`, `label=${references.label}`],
      validators: isFilled ? ['DataRequired()'] : [],
      isComplete: true,
    },
  plainField: ({ isFilled, references = '' }, _abilities, keyType) => {
    // The values are records where a form takes them from a record, and keys where a browser sends them.
    const key = `getattr(value, "${references.split('.').at(-1)}", value)`;
    return keyType === undefined
      ? undefined
      : {
          field: 'SelectMultipleField',
          options: [`coerce=lambda value: ${keyType}(${keyType === 'UUID' ? `str(${key})` : key})`],
          validators: isFilled ? ['DataRequired()'] : [],
          isComplete: true,
        };
  },
  json: ({ isFilled }, key) =>
    key && {
      sent: `Annotated[list[${key.sent}], Limits(${isFilled ? 'min_length=1, ' : ''}max_length=${MOST_KEYS})]`,
      got: `list[${key.got}]`,
    },
  sample: NONE,
};

/** A select of values that are text; a class of other values has no field. */
function plainEnumField(
  { enumClass, isNullable, values }: Column,
  abilities: FormAbilities,
): FieldShape | undefined {
  const className = enumClass?.local;
  if (values === undefined || className?.includes('.')) {
    return undefined;
  }
  const choices = [
    ...(isNullable ? [noChoice(abilities)] : []),
    ...values.map((value) => `(${text(value)}, ${text(columnLabel(value))})`),
  ];
  const kind = className ?? (isNullable ? 'str' : undefined);
  return {
    field: 'SelectField',
    options: [
      `choices=[${choices.join(', ')}]`,
      ...(kind === undefined ? [] : [`coerce=${coercion(kind, isNullable, abilities)}`]),
    ],
    isComplete: true,
  };
}

/** The choice of nothing. WTForms 2 compares choices with the value that the field has, which is None. */
export function noChoice({ hasOldWtforms }: Pick<FormAbilities, 'hasOldWtforms'>): string {
  return hasOldWtforms ? '(None, "")' : '("", "")';
}

/** What makes a value of the text that a browser sends; for no choice, see `noChoice()`. */
function coercion(type: string, isNullable: boolean, { hasOldWtforms }: FormAbilities): string {
  const isChosen = hasOldWtforms ? 'value not in (None, "None")' : 'value';
  return isNullable ? `lambda value: ${type}(value) if ${isChosen} else None` : type;
}

/** The member of an enum for a value: `IN_REVIEW` for `in-review`. */
export function memberOf(value: string): string {
  return value.replaceAll('-', '_').toUpperCase();
}

/** Values of an enum; undefined if neither a class nor a value is known. */
function enumSample({ enumClass, values = [] }: Column): Sample | undefined {
  const [first, last] = [values[0], values.at(-1)];
  const member = (value: string): string =>
    enumClass ? `${enumClass.name}(${text(value)})` : text(value);
  if (first === undefined || last === undefined) {
    return enumClass && { made: `next(iter(${enumClass.name}))`, sent: undefined, stored: '' };
  }
  return { made: member(first), sent: last, stored: member(last) };
}

const BOOLEANS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['true', 'yes', 'on', '1'].map((word) => [word, 'True'])),
  ...Object.fromEntries(['false', 'no', 'off', '0'].map((word) => [word, 'False'])),
};

/** Python for `true`, `yes`, `on`, `1` and their opposites. */
function typedBoolean(typed: string): TypedDefault {
  return BOOLEANS[typed.toLowerCase()];
}
