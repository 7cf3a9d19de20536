// Specs: spec/fields/grammar.spec.ts
import { enumeration, quoted, withArticle } from '../naming/spelling';
import type { ColumnType } from '../project/column-type';
import { COLUMN_TYPES } from '../project/column-types';
import { type Parts, Refusal, spelled } from './parts';
import {
  type FieldType,
  modifierNamed,
  MODIFIERS,
  type ModifierWord,
  nearestModifier,
  spellingOf,
} from './words';

/** @throws Refusal if the type has no such modifier. */
export function modifierOf(word: string, type: FieldType, parts: Parts): ModifierWord {
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

/**
 * What deleting the other record does, if the modifiers say so.
 *
 * @throws Refusal if the type cannot have one of them, or if two exclude each other.
 */
export function checkedModifiers(
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

/**
 * The bounds among these modifiers: `min=1`.
 *
 * @throws Refusal if one is no number of the type, or if nothing is within both.
 */
export function checkedBounds(
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

/** What a value of a type has to be, behind its name: ` of 32 bits`. */
export function limitsOf({ bits, length, max, min, precision, scale, values }: ColumnType): string {
  return [
    length === undefined ? '' : ` of at most ${length} characters`,
    bits === undefined ? '' : ` of ${bits} bits`,
    precision === undefined ? '' : ` of ${precision} digits, ${scale} of them after the point`,
    values === undefined ? '' : ` of ${enumeration(values)}`,
    min === undefined ? '' : `, at least ${min}`,
    max === undefined ? '' : `, at most ${max}`,
  ].join('');
}

/** `an integer` */
export function described(word: string): string {
  return withArticle(word.replace('references', 'reference').replace('many', 'many-to-many'));
}

/** A bound of a number, as typed. */
interface Bound {
  readonly name: 'max' | 'min';
  /** `min=01` */
  readonly typed: string;
  /** Its number without zeros in front: `1`. */
  readonly value: string;
}

function boundsIn(words: readonly string[]): Bound[] {
  return words.flatMap((typed) => {
    const name = modifierNamed(typed);
    const [, value = ''] = typed.split('=');
    return name === 'min' || name === 'max' ? { name, typed, value: plain(value) } : [];
  });
}

/** `-7` for `-007`, `0` for `-0`. */
function plain(value: string): string {
  return value.replace(/^(-?)0+(?=\d)/, '$1').replace(/^-(?=0(\.0+)?$)/, '');
}

/** The words of a field with a right bound instead of a wrong one: `min=2` for `min=1.5`, or for `min:2`. */
function nearestBound(
  { name, typed, value }: Bound,
  words: readonly string[],
  { kind, scale = 0 }: ColumnType,
): string[] {
  const index = words.indexOf(typed);
  const next = words[index + 1] ?? '';
  const isApart = value === '' && /^-?\d/.test(next);
  const number = Number(isApart ? next : value || '.');
  const unit = kind === 'float' ? 0 : 10 ** scale;
  const whole = name === 'min' ? Math.ceil(number * unit) : Math.floor(number * unit);
  const near = unit === 0 ? number : whole / unit;
  const better = Number.isFinite(near) ? String(near) : USUAL[name];
  return words.flatMap((word, each) =>
    each === index ? `${name}=${better}` : isApart && each === index + 1 ? [] : word,
  );
}

/** Bounds that people often mean. */
const USUAL = { min: '0', max: '100' };
