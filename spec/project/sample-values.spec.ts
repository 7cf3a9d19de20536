import type { Column, ColumnKind } from '../../src/project/column-type';
import { COLUMN_TYPES } from '../../src/project/column-types';
import type { Sample } from '../../src/project/column-type-row';
import { TEXT_FORMATS, type TextFormat } from '../../src/project/text-formats';

const COLUMN: Column = {
  kind: 'string',
  name: 'title',
  storedAs: undefined,
  isNullable: false,
  isOptional: false,
  isPrimaryKey: false,
  isUnique: true,
  isIndexed: false,
  default: undefined,
  hasComputedDefault: false,
  hasOwnType: false,
  isAutomatic: false,
  references: undefined,
  onDelete: undefined,
  isSecret: false,
  isUnlisted: false,
  values: ['draft', 'published'],
};

function sampleOf(column: Column, record: string): Sample | undefined {
  return COLUMN_TYPES[column.kind].sample(column, record);
}

describe('The sample of a column', () => {
  const kinds = Object.keys(COLUMN_TYPES) as ColumnKind[];
  for (const kind of kinds.filter((each) => !/^(foreign key|many|unknown)$/.test(each))) {
    it(`has values for a column of this type: ${kind}`, () => {
      const sample = sampleOf({ ...COLUMN, kind }, 'post');
      expect(sample?.made).toBeTruthy();
      const isOnForm = COLUMN_TYPES[kind].field({ ...COLUMN, kind }, undefined) !== undefined;
      expect(sample?.sent !== undefined).toBe(isOnForm);
    });
  }

  for (const format of Object.keys(TEXT_FORMATS) as TextFormat[]) {
    it(`has another value for each record, and a valid one, of this format: ${format}`, () => {
      const sample = sampleOf({ ...COLUMN, format }, 'post');
      expect(sample?.made).toContain('{number}');
      expect(sample?.sent).toMatch(TEXT_FORMATS[format].pattern);
    });
  }

  for (const kind of [
    'string',
    'text',
    'integer',
    'decimal',
    'float',
    'date',
    'datetime',
    'time',
  ] as const) {
    it(`has another value for each record if they are unique: ${kind}`, () => {
      expect(sampleOf({ ...COLUMN, kind }, 'post')?.made).toContain('number');
    });
  }

  const fitting: readonly (readonly [Partial<Column>, made: string, sent: string])[] = [
    [{ length: 120 }, 'f"Title {number}"', 'New title'],
    [{ length: 10 }, 'f"x{number}"', 'new'],
    [{ length: 2 }, 'str(number)', 'x'],
    [{ format: 'email' }, 'f"post{number}@example.com"', 'new@example.com'],
    [{ format: 'url' }, 'f"https://example.com/{number}"', 'https://example.com/new'],
    [{ isPrimaryKey: true, name: 'slug' }, 'f"slug-{number}"', 'new-slug'],
    [{ kind: 'decimal', precision: 2, scale: 2, isUnique: false }, 'Decimal("0.5")', '0.1'],
    [{ kind: 'decimal', precision: 8, scale: 0, isUnique: false }, 'Decimal(9)', '7'],
    [{ kind: 'integer', isUnique: false, min: '1', max: '5' }, '1', '5'],
    [{ kind: 'integer', isUnique: false, min: '0', max: '1' }, '1', '0'],
    [{ kind: 'integer', isUnique: false, min: '10' }, '10', '11'],
    [{ kind: 'integer', min: '10' }, 'number + 9', '11'],
    [{ kind: 'float', isUnique: false, max: '0.5' }, '0.5', '0.4'],
    [
      { kind: 'decimal', precision: 8, scale: 2, min: '8.00', isUnique: false },
      'Decimal("9.90")',
      '8.00',
    ],
    [{ kind: 'enum' }, '"draft"', 'published'],
  ];
  for (const [column, made, sent] of fitting) {
    it(`fits ${JSON.stringify(column)}`, () => {
      const sample = sampleOf({ ...COLUMN, ...column }, 'post');
      expect([sample?.made, sample?.sent]).toEqual([made, sent]);
    });
  }
});
