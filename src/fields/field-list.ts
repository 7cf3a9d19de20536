import { UsageError } from '../errors';
import { quoted } from '../naming/spelling';
import { COLUMN_TYPES } from '../project/column-types';
import { isWithin } from '../project/form-field';
import { refuseLikeMethods } from './field-name';
import { parseField } from './grammar';
import { type Field, FIELD_TYPES, typeNamed } from './words';

const MOST = 500;

/**
 * Reads the fields of a model.
 *
 * @param typed One text for each, or all in one text with spaces between them, as some hosts pass a list.
 * @throws UsageError if one is wrong, if two have the same name, or if no form can have two of them.
 */
export function parseFields(typed: readonly string[] | string | undefined = []): Field[] {
  const texts = typeof typed === 'string' ? typed.split(/ +/).filter((text) => text !== '') : typed;
  if (texts.length > MOST) {
    throw new UsageError(`${texts.length} fields are too many: a model has at most ${MOST}.`);
  }
  refuseExpandedBraces(texts);
  const fields = texts.map(parseField);
  const attributes = new Map<string, string>();
  for (const field of fields) {
    for (const attribute of attributesOf(field)) {
      const other = attributes.get(attribute);
      if (other !== undefined) {
        throw new UsageError(
          other === field.typed
            ? `The field ${field.name} was typed twice. Remove one of them.`
            : `${quoted(field.typed)} and ${quoted(other)} have the same name: ${attribute}. Rename one of them.`,
        );
      }
      attributes.set(attribute, field.typed);
    }
  }
  refuseLikeMethods(fields.map(columnNameOf), []);
  return fields;
}

/** The attributes that a field gives its model: `author` and `author_id` for a reference. */
export function attributesOf(field: Field): string[] {
  return isKey(field) ? [field.name, columnNameOf(field)] : [field.name];
}

/** The column of a field: `author_id` for a reference. */
export function columnNameOf(field: Field): string {
  return isKey(field) ? `${field.name}_id` : field.name;
}

/** Whether a field is a foreign key of its model. */
function isKey({ type }: Field): boolean {
  return type.kind === 'foreign key';
}

/** Whether a field has many records, by a table of its own. */
export function isMany({ type }: Field): boolean {
  return type.kind === 'many';
}

/** A shell expands `price:decimal{10,2}` to `price:decimal10 price:decimal2`. */
function refuseExpandedBraces(texts: readonly string[]): void {
  const words = FIELD_TYPES.flatMap(({ synonyms, word }) => [word, ...synonyms]);
  const known = words.sort((one, other) => other.length - one.length).join('|');
  const pattern = new RegExp(`^([^:]+):(?!(?:${known})(?::|$))(${known})([^:{]+)(.*)$`, 'i');
  for (const [index, text] of texts.entries()) {
    const [, name, type, , rest] = pattern.exec(text) ?? [];
    const same = texts
      .slice(index)
      .map((each) => pattern.exec(each))
      .filter((each) => each?.[1] === name && each?.[2] === type && each?.[4] === rest);
    if (name !== undefined && same.length > 1) {
      const parts = same.flatMap((each) => each?.[3] ?? []);
      throw new UsageError(
        `Your shell turned ${name}:${type}{${parts.join(',')}}${rest} into ${same.map((each) => each?.[0]).join(' ')}. ` +
          `Write ${[name, type, ...parts].join(':')}${rest}.`,
      );
    }
  }
}

/** Whether a table that has rows can get the column of a field: each row has a value for it, or none. */
export function isAddable(field: Field): boolean {
  return refusalOf(field) === undefined;
}

/**
 * Reads the fields that a model is to get.
 *
 * @throws UsageError as `parseFields` does, and if there are none.
 */
export function parseNewFields(
  typed: readonly string[] | string | undefined,
  resource: string,
): Field[] {
  const fields = parseFields(typed);
  if (fields.length === 0) {
    throw new UsageError(
      `Name the fields to add: scaffold add:field ${resource} subtitle:string:120:optional`,
    );
  }
  return fields;
}

/**
 * Checks fields that a model with a table is to get.
 *
 * @throws UsageError if the rows of the table would have no value for one.
 */
export function checkAddable(fields: readonly Field[]): void {
  for (const field of fields) {
    const reason = refusalOf(field);
    if (reason !== undefined) {
      throw new UsageError(
        `${quoted(field.typed)} cannot be added: ${reason}. Did you mean ${examplesFor(field)}?`,
      );
    }
  }
}

function refusalOf({
  default: value,
  isOptional,
  isUnique,
  model,
  type,
}: Field): string | undefined {
  if (isOptional || type.kind === 'many') {
    return undefined;
  }
  if (type.kind === 'uuid') {
    return 'all rows of its table would get the same value, so it must be optional';
  }
  if (isUnique) {
    return 'its values are unique, but all rows of its table would get the same, so it must be optional';
  }
  const hasValue = (value ?? COLUMN_TYPES[type.kind].ownDefault(false)) !== undefined;
  return hasValue
    ? undefined
    : model === undefined
      ? 'the rows of its table need a value, so it needs optional or a default'
      : 'the rows of its table refer to no record yet, so it must be optional';
}

function examplesFor({ default: value, isUnique, type, typed, word }: Field): string {
  const usual = typed.replace(/:default=.*/s, '').replace(/:required\b/g, '');
  const filler = typeNamed(word)?.filler;
  const isFit = filler === undefined || isWithin(filler, type);
  const example = type.values?.[0] ?? (isFit ? filler : (type.min ?? type.max));
  const hasDefault = value === undefined && !isUnique && example !== undefined;
  return hasDefault ? `${usual}:optional or ${usual}:default=${example}` : `${usual}:optional`;
}
