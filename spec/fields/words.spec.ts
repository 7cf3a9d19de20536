import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
import { scaffold } from '../support/run';
import { temporaryFolder } from '../support/temporary-folder';

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

  it('is shown where fields have types', async () => {
    for (const [command, isTyped] of [
      ['add:field', true],
      ['remove:field', false],
    ] as const) {
      const { stdout } = await scaffold([command, '--help'], { cwd: temporaryFolder() });
      expect(stdout.includes(fieldHelp())).withContext(command).toBe(isTyped);
    }
  });
});

describe('docs/fields.md', () => {
  it('says what the table of column types says', async () => {
    expectFile(FIELDS, await fieldsReference());
  });
});

/** Files with a list of fields of all types, and the words that have no place in the list. */
const COMPLETE: Readonly<Record<string, readonly string[]>> = {
  'acceptance/add-field-migrate.spec.ts': ['many'],
  'acceptance/make-model-migrate.spec.ts': ['many'],
  'acceptance/make-resource.spec.ts': ['many'],
  'acceptance/schema-changes.spec.ts': ['email', 'many', 'url'],
  'fields/model.property.spec.ts': ['many'],
  'support/application-with-api.ts': [],
};

describe('A field of each type is tried', () => {
  for (const [file, others] of Object.entries(COMPLETE)) {
    it(`in spec/${file}`, () => {
      const text = readFileSync(join(__dirname, '..', file), 'utf8');
      const missing = FIELD_TYPES.map(({ word }) => word).filter(
        (word) => !others.includes(word) && !new RegExp(`[:']${word}\\b`).test(text),
      );
      expect(missing).toEqual([]);
    });
  }
});
