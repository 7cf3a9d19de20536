import { UsageError } from '../errors';
import { enumeration, quoted } from '../naming/spelling';
import type { ColumnType } from '../project/column-type';
import { COLUMN_TYPES } from '../project/column-types';
import { isWithin } from '../project/form-field';
import { type Arguments, argumentsOf } from './arguments';
import { nearestName, refusalOfName } from './field-name';
import { checkedBounds, checkedModifiers, described, limitsOf, modifierOf } from './modifiers';
import { DefaultRefusal, type Parts, partsOf, Refusal, spelled } from './parts';
import {
  type Field,
  FIELD_TYPES,
  type FieldType,
  modifierNamed,
  MODIFIERS,
  nearestModifier,
  nearestType,
  typeNamed,
} from './words';

/**
 * Reads a field: `name[:type[:argument…]][:modifier…][:default=VALUE]`.
 *
 * @throws UsageError if it is wrong. The message suggests the nearest right one, and the cause is the Refusal.
 */
export function parseField(typed: string): Field {
  try {
    return fieldOf(partsOf(typed));
  } catch (error) {
    if (!(error instanceof Refusal)) {
      throw error;
    }
    const better = acceptedOf(error);
    const question = better === undefined ? '' : ` Did you mean ${better}?`;
    throw new UsageError(`${quoted(typed)} cannot be a field: ${error.message}.${question}`, {
      cause: error,
    });
  }
}

/** The most mistakes of a text for which it is worth to guess what was meant. */
const LONGEST_WAY = 4;

/** What was probably meant, if that is a field: a text may have several mistakes. */
function acceptedOf({ better }: Refusal, way = LONGEST_WAY): string | undefined {
  if (better === undefined || way === 0) {
    return undefined;
  }
  try {
    fieldOf(partsOf(better));
    return better;
  } catch (error) {
    if (error instanceof Refusal) {
      return acceptedOf(error, way - 1);
    }
    throw error;
  }
}

function fieldOf(parts: Parts): Field {
  checkName(parts);
  checkColons(parts);
  const [word, ...further] = parts.words;
  const isTyped = word !== undefined && modifierNamed(word) === undefined;
  const type = isTyped ? typeOf(parts) : typeOf({ ...parts, words: ['string'] });
  const rest = isTyped ? further : parts.words;
  const isReference = type.kind === 'foreign key';
  if (isReference) {
    checkReference(parts);
  }
  const found = readArguments(type, parts.name, rest);
  const others = rest.slice(found.count);
  const unbounded = { kind: type.kind, ...type.details, ...found.details };
  const details = { ...unbounded, ...checkedBounds(others, unbounded, type, parts) };
  const modifiers = new Set(others.map((each) => modifierOf(each, type, parts)));
  const deletes = checkedModifiers(modifiers, type, parts);
  if (parts.default !== undefined) {
    checkDefault(parts.default, details, type.word, parts);
  }
  const isOptional =
    modifiers.has('optional') ||
    modifiers.has('nullify') ||
    (type.kind === 'many' && !modifiers.has('required'));
  const usual = spelled({ ...parts, words: [type.word, ...rest] });
  const { ownDefault } = COLUMN_TYPES[type.kind];
  if (
    modifiers.has('secret') &&
    !isOptional &&
    (parts.default ?? ownDefault(false)) === undefined
  ) {
    throw new Refusal(
      'no form asks for a secret, so it needs optional or a default',
      `${usual}:optional`,
    );
  }
  return {
    name: parts.name,
    typed: usual,
    type: details,
    word: type.word,
    model: type.takes === 'model' ? (found.model ?? parts.name) : undefined,
    onDelete: isReference ? MODIFIERS[deletes ?? 'restrict'].onDelete : undefined,
    isOptional,
    isUnique: modifiers.has('unique'),
    isIndexed: modifiers.has('index'),
    isSecret: modifiers.has('secret'),
    isUnlisted: modifiers.has('unlisted'),
    default: parts.default,
  };
}

function checkName(parts: Parts): void {
  const reason = refusalOfName(parts.name);
  if (reason !== undefined) {
    const name = nearestName(parts.name);
    throw new Refusal(reason, name === undefined ? undefined : spelled({ ...parts, name }));
  }
}

function checkColons(parts: Parts): void {
  if (parts.words.includes('')) {
    const words = parts.words.filter((word) => word !== '');
    throw new Refusal(
      'it has nothing behind a colon',
      spelled({ ...parts, words: words.length > 0 ? words : ['string'] }),
    );
  }
}

function checkReference(parts: Parts): void {
  if (parts.name.endsWith('_id')) {
    const name = parts.name.replace(/_id$/, '');
    throw new Refusal('the column gets its _id automatically', spelled({ ...parts, name }));
  }
  const reason = refusalOfName(parts.name, `${parts.name}_id`);
  if (reason !== undefined) {
    throw new Refusal(reason);
  }
}

function typeOf(parts: Parts): FieldType {
  const [word = '', ...others] = parts.words;
  const type = typeNamed(word);
  if (type) {
    return type;
  }
  const [, letters = '', digits] = /^([a-z_]+)\(?(\d+)\)?$/i.exec(word) ?? [];
  const near = typeNamed(letters)?.word ?? nearestType(word);
  const better = near ?? nearestModifier(word);
  const length = near !== undefined && digits !== undefined ? [digits] : [];
  throw new Refusal(
    `${quoted(word)} is not a type. The types are ${enumeration(FIELD_TYPES.map((each) => each.word))}`,
    better === undefined ? undefined : spelled({ ...parts, words: [better, ...length, ...others] }),
  );
}

function readArguments(type: FieldType, name: string, words: readonly string[]): Arguments {
  const found = argumentsOf(type, words);
  if (typeof found !== 'string') {
    return found;
  }
  // Nobody can guess the right values, but everybody can see what they look like.
  const [, ...usual] = type.example.replace(/:default=.*/, '').split(':');
  const isGuess = type.takes === 'values' && words.length > 0;
  throw new Refusal(found, isGuess ? undefined : [name, ...usual].join(':'));
}

function checkDefault(value: string, details: ColumnType, word: string, parts: Parts): void {
  if (details.kind === 'many') {
    throw new Refusal(
      `${described(word)} field cannot have a default`,
      spelled({ ...parts, default: undefined }),
    );
  }
  if (COLUMN_TYPES[details.kind].typedDefault(value, details) === undefined) {
    checkIsLast(value, parts);
    throw new DefaultRefusal(
      `${quoted(value)} is not a valid default for ${described(word)}${limitsOf(details)}`,
    );
  }
  const { max, min } = details;
  if (!isWithin(value, details)) {
    const isBelow = isWithin(value, { max });
    throw new DefaultRefusal(
      `its default, ${value}, is ${isBelow ? `below its min, ${min ?? ''}` : `above its max, ${max ?? ''}`}`,
    );
  }
}

/** @throws Refusal if modifiers follow a default, which takes them for its own. */
function checkIsLast(value: string, parts: Parts): void {
  const all = value.split(':');
  const end = all.findLastIndex((word) => modifierNamed(word) === undefined) + 1;
  if (end > 0 && end < all.length) {
    const words = [...parts.words, ...all.slice(end)];
    const better = { ...parts, words, default: all.slice(0, end).join(':') };
    fieldOf(better);
    throw new Refusal(
      'default=VALUE comes last, because it takes the rest of the field',
      spelled(better),
    );
  }
}
