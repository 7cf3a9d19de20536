import { UsageError } from '../errors';
import { quoted } from '../naming/spelling';

/** Fields whose values differ together in each record, as typed: `project` and `number`. */
export type UniqueTogether = readonly string[];

/**
 * Reads `--unique=project+number`.
 *
 * @param typed One text for each constraint, or all in one text with spaces between them.
 * @throws UsageError if one names fewer than two fields, or one of them twice.
 */
export function parseUnique(typed: readonly string[] | string = []): UniqueTogether[] {
  const texts = typeof typed === 'string' ? typed.split(/ +/).filter((text) => text !== '') : typed;
  return texts.map((text) => {
    const names = text.split('+');
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    const better = [...new Set(text.split(/[^\w]+/))].filter((name) => name !== '');
    const question =
      better.length > 1
        ? ` Did you mean --unique=${better.join('+')}?`
        : better[0] === undefined
          ? ' For example: --unique=project+number.'
          : ` For one field, type ${better[0]}:unique where you name the field.`;
    if (twice !== undefined && twice !== '') {
      throw new UsageError(`--unique ${quoted(text)} names ${twice} twice.${question}`);
    }
    if (names.length < 2 || names.some((name) => !/^\w+$/.test(name))) {
      throw new UsageError(
        `--unique ${quoted(text)} is not a list of fields with + between them.${question}`,
      );
    }
    return names;
  });
}
