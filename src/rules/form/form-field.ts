import { fieldLabel } from '../../naming/spelling';
import { call, type Expression, keyword, list, text } from '../../python/expression';
import type { NewImport } from '../../python/add-import';
import type { Column } from '../../project/columns';

/** A field of a form, and what it imports. */
export interface FormField {
  readonly name: string;
  readonly value: Expression;
  readonly imports: readonly NewImport[];
}

/** The rows of another model that a foreign key chooses from. */
export interface Choices {
  readonly module: string;
  readonly className: string;
  /** The columns that are stored, and shown. */
  readonly key: string;
  readonly label: string;
  /** The column of the primary key. */
  readonly id: string;
}

/** What a field is made of beside what every one has. */
interface Shape {
  readonly field: string;
  readonly label?: string;
  readonly validators?: readonly Expression[];
  readonly options?: readonly Expression[];
  /** Whether it refuses what is empty without a validator for it, or has nothing to refuse. */
  readonly isChosen?: boolean;
}

/** The modules of what a form uses. Where nothing is said, a name is one of WTForms' fields. */
const MODULES: Readonly<Record<string, string>> = {
  ...each('wtforms.validators', 'DataRequired InputRequired Length Optional'),
  ...each('app.forms.base', 'Bits Digits UtcDateTimeField finite strip'),
  ...each('app.forms.choices', 'ChoiceField RowField'),
};

/** How long a text can be that a PostgreSQL index holds, whatever it says. */
const LONGEST_INDEXED = 600;

/** How many digits a decimal keeps where its column does not say: SQLite stores it as a float. */
const DIGITS = { precision: 25, scale: 10 };

/**
 * The field for a column.
 *
 * @param choices Where the column is a foreign key, what it refers to.
 * @returns undefined where no field is known for it.
 */
export function formField(column: Column, choices: Choices | undefined): FormField | undefined {
  const shape = shapeOf(column, choices);
  if (shape === undefined) {
    return undefined;
  }
  const { field, label, options = [] } = shape;
  const first = label === undefined ? [] : [text(label)];
  const validators = validatorsOf(column, shape);
  const value = call(
    field,
    ...first,
    ...options,
    ...(column.default === undefined ? [] : [keyword('default', column.default)]),
    ...(validators.length > 0 ? [keyword('validators', list(...validators))] : []),
  );
  return { name: column.name, value, imports: importsOf(column, value, choices) };
}

function shapeOf(column: Column, choices: Choices | undefined): Shape | undefined {
  const { length, bits = 32, precision, scale } = column;
  switch (column.kind) {
    case 'string':
    case 'text': {
      const isIndexed = column.isUnique || column.isIndexed;
      const longest = length ?? (isIndexed ? LONGEST_INDEXED : undefined);
      const isBlank = column.default === '""' && !column.isNullable;
      return {
        field: column.kind === 'text' ? 'TextAreaField' : 'StringField',
        options: [keyword('filters', list(isBlank ? 'str.strip' : 'strip'))],
        validators: longest === undefined ? [] : [call('Length', `max=${longest}`)],
        isChosen: isBlank,
      };
    }
    case 'integer':
      return { field: 'IntegerField', validators: [call('Bits', String(bits))] };
    case 'decimal': {
      const digits = precision === undefined ? DIGITS : { precision, scale: scale ?? 0 };
      const isShown = digits.scale === 2 && digits.precision <= 28;
      return {
        field: 'DecimalField',
        options: isShown ? [] : ['places=None'],
        validators: [call('Digits', String(digits.precision), String(digits.scale))],
      };
    }
    case 'float':
      return { field: 'FloatField', validators: ['finite'] };
    case 'boolean':
      return { field: 'BooleanField', isChosen: true };
    case 'date':
      return { field: 'DateField' };
    case 'datetime':
      return column.isAware
        ? { field: 'UtcDateTimeField', label: `${fieldLabel(column.name)} (UTC)` }
        : { field: 'DateTimeLocalField' };
    case 'time':
      return { field: 'TimeField', options: [keyword('format', list('"%H:%M:%S"', '"%H:%M"'))] };
    case 'enum': {
      const values = column.enumClass?.name ?? list(...(column.values ?? []).map(text));
      return {
        field: 'ChoiceField',
        options: [keyword('values', values)],
        isChosen: column.isNullable,
      };
    }
    case 'foreign key':
      return (
        choices && {
          field: 'RowField',
          label: fieldLabel(column.name.replace(/_id$/, '')),
          options: [
            keyword('key', `${choices.className}.${choices.key}`),
            keyword('label', `${choices.className}.${choices.label}`),
          ],
          isChosen: column.isNullable,
        }
      );
    default:
      return undefined;
  }
}

function validatorsOf({ isNullable, kind }: Column, shape: Shape): Expression[] {
  const own = shape.validators ?? [];
  if (shape.isChosen) {
    return [...own];
  }
  const isText = kind === 'string' || kind === 'text';
  const required = isText ? 'DataRequired' : 'InputRequired';
  return [...(isNullable ? (isText ? [] : [call('Optional')]) : [call(required)]), ...own];
}

function importsOf(
  { enumClass }: Column,
  value: Expression,
  choices: Choices | undefined,
): NewImport[] {
  const [top] = enumClass?.name.split('.') ?? [];
  return [
    ...namesIn(value).map((name) => ({ module: MODULES[name] ?? 'wtforms', name })),
    ...(enumClass && top !== undefined ? [{ module: enumClass.module, name: top }] : []),
    ...(choices ? [{ module: choices.module, name: choices.className }] : []),
  ];
}

/** The functions and classes that an expression uses, of those that are imported for forms. */
function namesIn(value: Expression): string[] {
  if (typeof value === 'string') {
    return value in MODULES ? [value] : [];
  }
  return value.links.flatMap(({ open, items }) => {
    const [called = ''] = /^(?:\w+=)?(\w*)\($/.exec(open)?.slice(1) ?? [];
    return [...(called === '' ? [] : [called]), ...items.flatMap(namesIn)];
  });
}

function each(module: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, module]));
}
