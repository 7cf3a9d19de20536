import { COLUMN_TYPES } from '../../src/project/column-types';
import type { Column } from '../../src/project/column-type';
import { TEXT_FORMATS, type TextFormat } from '../../src/project/text-formats';
import { importsOf } from '../../src/python/imports';
import { fieldValues } from '../../src/view/field-values';
import { isHelper } from '../../src/view/form-state';
import { Templates } from '../../src/templates/templates';

const COLUMN: Omit<Column, 'kind'> = {
  name: 'x',
  storedAs: undefined,
  isNullable: false,
  isOptional: false,
  isPrimaryKey: false,
  isUnique: false,
  isIndexed: false,
  default: undefined,
  hasComputedDefault: false,
  isAutomatic: false,
  hasOwnType: false,
  references: undefined,
  onDelete: undefined,
  isSecret: false,
  length: 20,
};

const USERS = {
  module: 'app.models',
  className: 'User',
  key: 'id',
  label: 'name',
  isLabelNullable: false,
  keyKind: 'integer' as const,
  id: 'id',
  relationship: undefined,
};

/** The names that a field calls or hands over: `StringField`, `Length`, `strip`. */
function namesIn(code: string): string[] {
  const names = code.replace(/"[^"]*"|\w+=/g, '').match(/(?<![\w.])[a-z]\w+/gi) ?? [];
  return names.filter((name) => !/^(None|User)$/.test(name));
}

/** Each type of column, and each format of a string. */
const TYPES: readonly Pick<Column, 'kind' | 'format'>[] = [
  ...(Object.keys(COLUMN_TYPES) as Column['kind'][]).map((kind) => ({ kind })),
  ...(Object.keys(TEXT_FORMATS) as TextFormat[]).map(
    (format) => ({ kind: 'string', format }) as const,
  ),
];

describe('The template of forms', () => {
  for (const type of TYPES) {
    const fields = [false, true].flatMap((isNullable) => {
      const column = { ...COLUMN, ...type, isNullable, isOptional: isNullable };
      return fieldValues(column, USERS, () => true) ?? [];
    });
    if (fields.length > 0) {
      it(`imports all that the field of this type needs: ${type.format ?? type.kind}`, async () => {
        const templates = await Templates.load();
        const form = { className: 'PostForm', module: 'app.forms', file: 'app/forms.py' };
        const source = templates.module('forms/form.py', form.file, {
          form,
          fields,
          imports: [],
          dates: 'date',
        });
        const imported = importsOf(source).flatMap(({ names }) => names.map(({ name }) => name));
        const helpers = importsOf(source)
          .filter(({ module }) => module === 'app.forms.fields')
          .flatMap(({ names }) => names.map(({ name }) => name));
        for (const { arguments: written, field } of fields) {
          const missing = namesIn(`${field}(${written})`).filter(
            (name) => !imported.includes(name),
          );
          expect(missing).toEqual([]);
          expect(isHelper(field)).withContext(field).toBe(helpers.includes(field));
        }
      });
    }
  }
});
