// Specs: spec/fields/grammar.spec.ts
import type { ColumnType } from '../project/column-type';
import { modifierNamed } from './words';

/** A bound of a number, as typed. */
interface Bound {
  readonly name: 'max' | 'min';
  /** `min=01` */
  readonly typed: string;
  /** Its number without zeros in front: `1`. */
  readonly value: string;
}

/** The bounds among the modifiers of a field. */
export function boundsIn(words: readonly string[]): Bound[] {
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
export function nearestBound(
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
