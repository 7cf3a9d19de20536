import { UsageError } from '../errors';
import { quoted } from '../naming/spelling';
import { COLUMN_TYPES } from '../project/column-types';
import type { Field } from './field';
import { typeNamed } from './words';

/** Whether a table that has rows can get the column of a field: each row has a value for it, or none. */
export function isAddable(field: Field): boolean {
  return refusalOf(field) === undefined;
}

/**
 * Checks fields that a model is to get.
 *
 * @throws UsageError if there are none, or if the rows of its table would have no value for one.
 */
export function checkAddable(fields: readonly Field[], resource: string): void {
  if (fields.length === 0) {
    throw new UsageError(
      `Name the fields to add:\n  scaffold add:field ${resource} subtitle:string:120:optional`,
    );
  }
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
  if (isOptional) {
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
  const example = type.values?.[0] ?? typeNamed(word)?.filler;
  const hasDefault = value === undefined && !isUnique && example !== undefined;
  return hasDefault ? `${usual}:optional or ${usual}:default=${example}` : `${usual}:optional`;
}
