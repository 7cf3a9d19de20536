import { UsageError } from '../errors';
import { enumeration, quoted, snakeCase, withArticle } from '../naming/spelling';
import { pluralOf, singularOf } from '../naming/words';
import type { ColumnType } from '../project/column-type';
import { COLUMN_TYPES } from '../project/column-types';
import { type Arguments, argumentsOf } from './arguments';
import {
  type Field,
  FIELD_TYPES,
  type FieldType,
  modifierNamed,
  MODIFIERS,
  type ModifierWord,
  nearestModifier,
  nearestType,
  typeNamed,
} from './words';
import { nearestName, refusalOfName } from './field-name';

/** A field taken apart. */
interface Parts {
  readonly name: string;
  /** All between the name and the default. */
  readonly words: readonly string[];
  readonly default: string | undefined;
}

/**
 * Reads a field: `name[:type[:argument…]][:modifier…][:default=VALUE]`.
 *
 * @throws UsageError if it is wrong. The message suggests the nearest right one.
 */
export function parseField(typed: string): Field {
  try {
    return fieldOf(partsOf(typed));
  } catch (error) {
    throw error instanceof Refusal ? new UsageError(error.about(typed)) : error;
  }
}

/** Why a text is no field, and what was probably meant. */
class Refusal extends Error {
  constructor(
    reason: string,
    private readonly better?: string,
  ) {
    super(reason);
  }

  about(typed: string): string {
    const better = this.#accepted();
    const question = better === undefined ? '' : ` Did you mean ${better}?`;
    return `${quoted(typed)} cannot be a field: ${this.message}.${question}`;
  }

  /** What was probably meant, if that is a field: a text may have several mistakes. */
  #accepted(way = LONGEST_WAY): string | undefined {
    const { better } = this;
    if (better === undefined || way === 0) {
      return undefined;
    }
    try {
      fieldOf(partsOf(better));
      return better;
    } catch (error) {
      if (error instanceof Refusal) {
        return error.#accepted(way - 1);
      }
      throw error;
    }
  }
}

/** The most mistakes of a text for which it is worth to guess what was meant. */
const LONGEST_WAY = 4;

/** Rails' spelling becomes ours: `price:decimal{10,2}!` is `price:decimal:10:2:required`. */
function partsOf(typed: string): Parts {
  const [, before = typed, value] = /^(.*?):default=(.*)$/s.exec(typed) ?? [];
  const [name = '', ...words] = before
    .replace(/,+$/, '')
    .replace(/\{([^{}]*)\}/g, ':$1')
    .replace(/!(?=:|$)/g, ':required')
    .split(/:|(?<=:.*),/);
  return { name, words, default: value };
}

function spelled({ default: value, name, words }: Parts): string {
  return [name, ...words, ...(value === undefined ? [] : [`default=${value}`])].join(':');
}

function fieldOf(parts: Parts): Field {
  checkName(parts);
  checkColons(parts);
  const [word, ...others] = parts.words;
  const isTyped = word !== undefined && modifierNamed(word) === undefined;
  const type = isTyped ? typeOf(parts) : typeOf({ ...parts, words: ['string'] });
  const rest = isTyped ? others : parts.words;
  const isReference = type.takes === 'model';
  if (isReference) {
    checkReference(parts);
  }
  const found = readArguments(type, parts.name, rest);
  const modifiers = new Set(rest.slice(found.count).map((each) => modifierOf(each, type, parts)));
  const deletes = checkedModifiers(modifiers, type);
  const details = { kind: type.kind, ...type.details, ...found.details };
  if (parts.default !== undefined) {
    checkDefault(parts.default, details, type.word);
  }
  const isOptional = modifiers.has('optional') || modifiers.has('nullify');
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
    model: isReference ? (found.model ?? parts.name) : undefined,
    onDelete: isReference ? MODIFIERS[deletes ?? 'restrict'].onDelete : undefined,
    isOptional,
    isUnique: modifiers.has('unique'),
    isIndexed: modifiers.has('index'),
    isSecret: modifiers.has('secret'),
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

/** What people call a relationship between many records and many others. */
const MANY = /^(many|many_to_many|many_many|m2m|has_many|habtm|has_and_belongs_to_many)$/i;

function typeOf(parts: Parts): FieldType {
  const [word = '', ...others] = parts.words;
  const type = typeNamed(word);
  if (type) {
    return type;
  }
  if (MANY.test(word)) {
    const other = snakeCase(others[0] ?? parts.name);
    throw new Refusal(
      'a field cannot hold many records yet. For now, make a resource that refers to both: ' +
        `one of its fields is ${singularOf(other)}:references:${pluralOf(other)}`,
    );
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

function modifierOf(word: string, type: FieldType, parts: Parts): ModifierWord {
  const modifier = modifierNamed(word);
  if (modifier !== undefined) {
    return modifier;
  }
  throw new Refusal(
    `${quoted(word)} is not a modifier of ${described(type.word)}. ` +
      `The modifiers are ${enumeration([...modifiersOf(type), 'default=VALUE'])}`,
    nearestTo(word, parts),
  );
}

/** The field with the right modifier instead of a wrong one. */
function nearestTo(word: string, parts: Parts): string | undefined {
  const [start = '', ...value] = word.split('=');
  const near = start === 'default' ? start : nearestModifier(start);
  const index = parts.words.indexOf(word);
  const [before, after] = [parts.words.slice(0, index), parts.words.slice(index + 1)];
  if (near === 'default') {
    return spelled({ ...parts, words: before, default: [...value, ...after].join(':') });
  }
  return near === undefined ? undefined : spelled({ ...parts, words: [...before, near, ...after] });
}

/** What deleting the other record does, if the modifiers say so. */
function checkedModifiers(
  given: ReadonlySet<ModifierWord>,
  type: FieldType,
): 'cascade' | 'nullify' | 'restrict' | undefined {
  const unfit = [...given].find((word) => !modifiersOf(type).includes(word));
  if (unfit !== undefined) {
    throw new Refusal(`${described(type.word)} field cannot have the modifier ${unfit}`);
  }
  const deletes = (['restrict', 'cascade', 'nullify'] as const).filter((word) => given.has(word));
  const both = given.has('required')
    ? (['optional', 'nullify'] as const).find((word) => given.has(word))
    : undefined;
  if (deletes.length > 1 || both !== undefined) {
    throw new Refusal(
      `it is ${both === undefined ? enumeration(deletes) : `required and ${both}`} at once`,
    );
  }
  return deletes[0];
}

function modifiersOf({ isSingle, takes }: FieldType): ModifierWord[] {
  return (Object.keys(MODIFIERS) as ModifierWord[]).filter((word) => {
    const isForSingle = word === 'unique' || word === 'index';
    return 'onDelete' in MODIFIERS[word] ? takes === 'model' : !isForSingle || isSingle !== false;
  });
}

function checkDefault(value: string, details: ColumnType, word: string): void {
  if (COLUMN_TYPES[details.kind].typedDefault(value, details) === undefined) {
    const { bits, length, precision, scale, values } = details;
    const limits = [
      length === undefined ? '' : ` of at most ${length} characters`,
      bits === undefined ? '' : ` of ${bits} bits`,
      precision === undefined ? '' : ` of ${precision} digits, ${scale} of them after the point`,
      values === undefined ? '' : ` of ${enumeration(values)}`,
    ].join('');
    throw new Refusal(`${quoted(value)} is not a valid default for ${described(word)}${limits}`);
  }
}

function described(word: string): string {
  return withArticle(word.replace('references', 'reference'));
}
