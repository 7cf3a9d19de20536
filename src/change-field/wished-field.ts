// Specs: spec/change-field/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { UsageError } from '../errors';
import type { ChangedField } from '../changing/changed-model';
import { refusalOfName } from '../fields/field-name';
import { parseField } from '../fields/grammar';
import { modifiersOf } from '../fields/modifiers';
import { DefaultRefusal, type Parts, spelled } from '../fields/parts';
import {
  type Field,
  FIELD_TYPES,
  type FieldType,
  modifierNamed,
  MODIFIERS,
  type ModifierWord,
  typeNamed,
} from '../fields/words';
import { memberOf } from '../project/choice-columns';
import type { Column } from '../project/column-type';
import { COLUMN_TYPES } from '../project/column-types';
import { excludes, type Losable, type TypedChange } from './arguments';

/** A field as it is, and as it is to be. */
export interface WishedField {
  readonly field: ChangedField;
  /** As typed. */
  readonly change: TypedChange;
  readonly before: Field;
  readonly after: Field;
}

/**
 * What a field becomes if all that was not typed stays.
 *
 * @throws UsageError if what was typed does not go together, SchematicsException if nothing describes the column.
 */
export function wishedField(
  className: string,
  field: ChangedField,
  change: TypedChange,
): WishedField {
  const { column, name } = field;
  const now = partsOfColumn(column);
  if (now === undefined) {
    throw new SchematicsException(
      `${className}.${column.name} is of a type that no field has. Change it by hand, and write a migration: ` +
        'venv/bin/python -m flask db migrate',
    );
  }
  const [type = now.type, ...values] = change.type.length > 0 ? change.type : now.words;
  const row = typeNamed(type) ?? typeNamed('string');
  const kept = now.modifiers.filter((word) => {
    const modifier = modifierNamed(word);
    return (
      row !== undefined &&
      modifier !== undefined &&
      modifiersOf(row).includes(modifier) &&
      !change.lost.has(modifier as Losable) &&
      !change.modifiers.some((each) => excludes(each, word))
    );
  });
  const isNullified = change.modifiers.some((word) => modifierNamed(word) === 'nullify');
  const given = change.lost.has('default') ? undefined : (change.default ?? now.default);
  const hasOther = column.default !== undefined || column.hasComputedDefault;
  if (hasOther && row?.kind !== column.kind && given === undefined && !change.lost.has('default')) {
    throw new SchematicsException(
      `The default of ${className}.${column.name} is none for another type. Add :default=VALUE or :no-default to the field.`,
    );
  }
  const words = [type, ...values, ...kept.filter((word) => !isNullified || word !== 'required')];
  return {
    field,
    change,
    before: fieldOf(name, now),
    after: fieldAfter({ name, words: [...words, ...change.modifiers], default: given }),
  };

  /** @throws UsageError for a default that was not typed as for one that was, and says that nobody typed it. */
  function fieldAfter(parts: Parts): Field {
    try {
      return parseField(spelled(parts));
    } catch (error) {
      const reason = error instanceof UsageError && error.cause;
      if (change.default !== undefined || !(reason instanceof DefaultRefusal)) {
        throw error;
      }
      throw new UsageError(
        `The default of ${className}.${column.name} does not fit: ${reason.message}. ` +
          'Add :default=VALUE or :no-default to the field.',
      );
    }
  }
}

/** The field that makes a column; undefined if none does. */
export function fieldOfColumn(column: Column): Field | undefined {
  const name = column.kind === 'foreign key' ? column.name.replace(/_id$/, '') : column.name;
  const parts = refusalOfName(name, name) === undefined ? partsOfColumn(column) : undefined;
  return parts && fieldOf(name, parts);
}

function fieldOf(name: string, { default: value, modifiers, words }: ColumnParts): Field {
  return parseField(spelled({ name, words: [...words, ...modifiers], default: value }));
}

/** A column as one would type it. */
interface ColumnParts extends Pick<Parts, 'default'> {
  readonly type: string;
  /** The word of its type and what follows that. */
  readonly words: readonly string[];
  readonly modifiers: readonly string[];
}

function partsOfColumn(column: Column): ColumnParts | undefined {
  const type = typeOf(column);
  const values = type && argumentsFor(type, column);
  if (type === undefined || values === undefined || column.hasOwnType) {
    return undefined;
  }
  const value = typedDefaultOf(column);
  // Nobody can type a function of the project, and a secret needs a default.
  const isSecret = column.isSecret && (column.isNullable || value !== undefined);
  const deletes = (Object.keys(MODIFIERS) as ModifierWord[]).find((word) => {
    const { onDelete } = { onDelete: undefined, ...MODIFIERS[word] };
    return onDelete !== undefined && onDelete === column.onDelete;
  });
  return {
    type: type.word,
    words: [type.word, ...values],
    modifiers: [
      ...(column.isNullable ? ['optional'] : []),
      ...(column.isUnique ? ['unique'] : []),
      ...(column.isIndexed ? ['index'] : []),
      ...(isSecret ? ['secret'] : []),
      ...(column.isUnlisted ? ['unlisted'] : []),
      ...(column.min === undefined ? [] : [`min=${column.min}`]),
      ...(column.max === undefined ? [] : [`max=${column.max}`]),
      ...(deletes === undefined ? [] : [deletes]),
    ],
    default: value,
  };
}

/** The word whose details the column has, or else the first one of its kind. */
function typeOf(column: Column): FieldType | undefined {
  const words = FIELD_TYPES.filter(({ kind }) => kind === column.kind);
  const details: Readonly<Record<string, unknown>> = { ...column };
  return (
    words.find((each) =>
      Object.entries(each.details).every(([name, value]) => details[name] === value),
    ) ?? words[0]
  );
}

/** What follows the word of a type; undefined if the model does not say it. */
function argumentsFor({ takes }: FieldType, column: Column): string[] | undefined {
  const { length, precision, references, scale, values } = column;
  switch (takes) {
    case 'length':
      return length === undefined ? [] : [String(length)];
    case 'digits':
      return precision === undefined ? [] : [precision, scale ?? 0].map(String);
    case 'values':
      return values && [...values];
    case 'model':
      return references === undefined ? undefined : [references.replace(/\.[^.]*$/, '')];
    default:
      return [];
  }
}

/** The default of a column as one would type it; undefined if it has none, or one that nobody can type. */
function typedDefaultOf(column: Column): string | undefined {
  const { default: code, enumClass, kind, values = [] } = column;
  if (code === undefined) {
    return undefined;
  }
  const [, text] = /^"((?:[^"\\])*)"$/.exec(code) ?? [];
  if (kind === 'enum') {
    const member = code.replace(/^.*\./, '').toUpperCase();
    return values.find((value) => value === text || (enumClass && memberOf(value) === member));
  }
  const candidates = [text, code.toLowerCase(), 'now'];
  const row = COLUMN_TYPES[kind];
  return candidates.find((typed) => {
    const made = typed === undefined ? undefined : row.typedDefault(typed, column);
    const isDecimal = kind === 'decimal' && made?.replace(/^Decimal\("?(.*?)"?\)$/, '$1') === code;
    return made !== undefined && (made === code || isDecimal || kind === 'float');
  });
}
