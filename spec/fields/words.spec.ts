import { FIELDS, fieldsReference } from '../../scripts/fields-reference';
import { parseField } from '../../src/fields/grammar';
import {
  FIELD_TYPES,
  fieldHelp,
  MODIFIERS,
  type ModifierWord,
  spellingOf,
} from '../../src/fields/words';
import { expectFile } from '../support/expected';

describe('The help for fields', () => {
  it('lists each type and modifier, in lines that fit into a terminal', () => {
    const help = fieldHelp();
    for (const { example, input, word } of FIELD_TYPES) {
      expect(help).toContain(example);
      expect(help).toContain(input);
      expect(parseField(example).word).toBe(word);
    }
    (Object.keys(MODIFIERS) as ModifierWord[]).forEach((word) => {
      expect(help).toContain(`\n  ${spellingOf(word)} `);
    });
    expect(Math.max(...help.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
  });
});

describe('docs/fields.md', () => {
  it('says what the table of column types says', async () => {
    expectFile(FIELDS, await fieldsReference());
  });
});
