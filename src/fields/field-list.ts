import { UsageError } from '../errors';
import { quoted } from '../naming/spelling';
import type { Field } from './field';
import { parseField } from './grammar';
import { FIELD_TYPES } from './words';

const MOST = 500;

/**
 * Reads the fields of a model.
 *
 * @param typed One text for each, or all in one text with spaces between them, as some hosts pass a list.
 * @throws UsageError if one is wrong, or if two have the same name.
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
  return fields;
}

/** The attributes that a field gives its model: `author` and `author_id` for a reference. */
export function attributesOf({ model, name }: Field): string[] {
  return model === undefined ? [name] : [name, `${name}_id`];
}

/** The column of a field: `author_id` for a reference. */
export function columnNameOf({ model, name }: Field): string {
  return model === undefined ? name : `${name}_id`;
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
