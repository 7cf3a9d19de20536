import { UsageError } from '../errors';
import { enumeration, quoted, withArticle } from '../naming/spelling';
import type { ColumnType } from '../project/column-type';
import { COLUMN_TYPES } from '../project/column-types';
import { isWithin } from '../project/form-field';
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
  spellingOf,
  typeNamed,
} from './words';
import { boundsIn, nearestBound } from './bounds';
import { nearestName, refusalOfName } from './field-name';

/** A field taken apart. */
export interface Parts {
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

/** Takes a field apart. Rails' spelling becomes ours: `price:decimal{10,2}!` is `price:decimal:10:2:required`. */
export function partsOf(typed: string): Parts {
  const [, before = typed, value] = /^(.*?):default=(.*)$/s.exec(typed) ?? [];
  const [name = '', ...words] = before
    .replace(/,+$/, '')
    .replace(/\{([^{}]*)\}/g, ':$1')
    .replace(/!(?=:|$)/g, ':required')
    .split(/:|(?<=:.*),/);
  return { name, words, default: value };
}

/** The parts of a field as one types it. */
export function spelled({ default: value, name, words }: Parts): string {
  return [name, ...words, ...(value === undefined ? [] : [`default=${value}`])].join(':');
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

function modifierOf(word: string, type: FieldType, parts: Parts): ModifierWord {
  const modifier = modifierNamed(word);
  if (modifier !== undefined) {
    return modifier;
  }
  throw new Refusal(
    `${quoted(word)} is not a modifier of ${described(type.word)}. ` +
      `The modifiers are ${enumeration([...modifiersOf(type).map(spellingOf), 'default=VALUE'])}`,
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
  return near === undefined
    ? undefined
    : spelled({ ...parts, words: [...before, [near, ...value].join('='), ...after] });
}

/** What deleting the other record does, if the modifiers say so. */
function checkedModifiers(
  given: ReadonlySet<ModifierWord>,
  type: FieldType,
  parts: Parts,
): 'cascade' | 'nullify' | 'restrict' | undefined {
  const unfit = [...given].find((word) => !modifiersOf(type).includes(word));
  if (unfit !== undefined) {
    const words = parts.words.filter((word) => modifierNamed(word) !== unfit);
    throw new Refusal(
      `${described(type.word)} field cannot have the modifier ${unfit}`,
      spelled({ ...parts, words }),
    );
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

/** The modifiers that a type can have. */
export function modifiersOf({ isSingle, kind }: FieldType): ModifierWord[] {
  return (Object.keys(MODIFIERS) as ModifierWord[]).filter((word) => {
    const isForSingle = word === 'unique' || word === 'index';
    if ('takes' in MODIFIERS[word]) {
      return COLUMN_TYPES[kind].isNumber;
    }
    if ('onDelete' in MODIFIERS[word]) {
      return kind === 'foreign key';
    }
    return kind === 'many' && word === 'secret' ? false : !isForSingle || isSingle !== false;
  });
}

/** The bounds among these modifiers: `min=1`. */
function checkedBounds(
  words: readonly string[],
  details: ColumnType,
  { word }: FieldType,
  parts: Parts,
): Pick<ColumnType, 'max' | 'min'> {
  const all = COLUMN_TYPES[details.kind].isNumber ? boundsIn(words) : [];
  for (const { name, typed, value } of all) {
    if (all.some((each) => each.name === name && each.typed !== typed)) {
      throw new Refusal(`it has ${name} twice`);
    }
    const reason =
      value === ''
        ? `${name} needs a number`
        : `${quoted(value)} is not a valid ${name} for ${described(word)}${limitsOf(details)}`;
    if (COLUMN_TYPES[details.kind].typedDefault(value, details) === undefined) {
      const better = nearestBound({ name, typed, value }, parts.words, details);
      throw new Refusal(reason, spelled({ ...parts, words: better }));
    }
  }
  const [min, max] = ['min', 'max'].map((name) => all.find((each) => each.name === name)?.value);
  if (min !== undefined && max !== undefined && Number(min) > Number(max)) {
    const others = parts.words.filter((each) => !all.some(({ typed }) => typed === each));
    throw new Refusal(
      `its min, ${min}, is above its max, ${max}`,
      spelled({ ...parts, words: [...others, `min=${max}`, `max=${min}`] }),
    );
  }
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

function checkDefault(value: string, details: ColumnType, word: string, parts: Parts): void {
  if (details.kind === 'many') {
    throw new Refusal(
      `${described(word)} field cannot have a default`,
      spelled({ ...parts, default: undefined }),
    );
  }
  const isValid = COLUMN_TYPES[details.kind].typedDefault(value, details) !== undefined;
  if (!isValid || !isWithin(value, details)) {
    throw new Refusal(
      `${quoted(value)} is not a valid default for ${described(word)}${limitsOf(details)}`,
    );
  }
}

function limitsOf({ bits, length, max, min, precision, scale, values }: ColumnType): string {
  return [
    length === undefined ? '' : ` of at most ${length} characters`,
    bits === undefined ? '' : ` of ${bits} bits`,
    precision === undefined ? '' : ` of ${precision} digits, ${scale} of them after the point`,
    values === undefined ? '' : ` of ${enumeration(values)}`,
    min === undefined ? '' : `, at least ${min}`,
    max === undefined ? '' : `, at most ${max}`,
  ].join('');
}

function described(word: string): string {
  return withArticle(word.replace('references', 'reference').replace('many', 'many-to-many'));
}
