import { changing, type StoredWish } from '../../src/migrations/column-change';
import type { StoredColumn, StoredKey } from '../../src/migrations/definitions';
import type { StoredTable } from '../../src/migrations/stored-schema';
import { COLUMN_TYPES } from '../../src/project/column-types';

const DAY: StoredColumn = {
  name: 'day',
  type: 'sa.Date()',
  options: ['nullable=False'],
  imports: [],
};

const FOREIGN: StoredKey = {
  kind: 'foreign',
  name: 'fk_posts_day_days',
  columns: ['day'],
  target: { table: 'days', columns: ['on'] },
  options: ['ondelete="RESTRICT"'],
};

function tableWith(...keys: readonly StoredKey[]): StoredTable {
  return { name: 'posts', columns: [DAY], keys };
}

const STAYS: StoredWish = {
  type: undefined,
  isNullable: false,
  isUnique: undefined,
  isIndexed: undefined,
  onDelete: undefined,
  filler: undefined,
};

/** The calls of both ways: those of batches, and other statements up to the first bracket. */
function calls(table: StoredTable, wish: Partial<StoredWish>): unknown {
  const change = changing(table, DAY, { ...STAYS, ...wish });
  const of = (steps: NonNullable<typeof change>['upgrade']): string[] =>
    steps.flatMap((step) => (typeof step === 'string' ? [step] : step.calls));
  return change && { upgrade: of(change.upgrade), downgrade: of(change.downgrade) };
}

const KEY = { columns: ['day'], options: [] };
const UNIQUE: StoredKey = { ...KEY, kind: 'unique', name: 'uq_posts_day' };
const INDEX: StoredKey = { ...KEY, kind: 'index', name: 'ix_posts_day' };

describe('The change of a column in a migration', () => {
  const kinds = Object.keys(COLUMN_TYPES) as (keyof typeof COLUMN_TYPES)[];
  for (const kind of kinds) {
    const { converts, sqlFiller, sqlTypes, storedType } = COLUMN_TYPES[kind];
    const stored = storedType({ kind, precision: 8, scale: 2 }, '');
    const [name = ''] = Object.keys(sqlTypes);
    const column = { ...DAY, type: stored ?? `sa.${name}()` };
    const changed = (wish: Partial<StoredWish>, options = DAY.options): string => {
      const own = { ...column, options };
      return JSON.stringify(
        changing({ ...tableWith(), columns: [own] }, own, { ...STAYS, ...wish }),
      );
    };

    if (name !== '') {
      it(`fills rows on the way back with a value that fits: ${kind}`, () => {
        const change = changed({ isNullable: true });
        expect(change).toContain(JSON.stringify(sqlFiller).slice(1, -1).replaceAll('"', '\\"'));
      });
    }

    if (
      converts.some((each) => /^(string|text)$/.test(each)) &&
      !/^(string|text|enum)$/.test(kind)
    ) {
      it(`has PostgreSQL read the texts that were ${kind}`, () => {
        expect(changed({ type: 'sa.Text()' })).toContain('postgresql_using=');
      });
    }
  }

  it('makes and drops its constraint and its index, by the names of the convention', () => {
    expect(calls(tableWith(INDEX), { isUnique: true, isIndexed: false })).toEqual({
      upgrade: ['drop_index("ix_posts_day")', 'create_unique_constraint("uq_posts_day", ["day"])'],
      downgrade: [
        'drop_constraint("uq_posts_day", type_="unique")',
        'create_index("ix_posts_day", ["day"])',
      ],
    });
  });

  it('drops a unique index, too, and leaves keys of several columns', () => {
    const index = { ...INDEX, options: ['unique=True'] };
    const pair = { ...UNIQUE, name: 'uq_posts_day_hour', columns: ['day', 'hour'] };
    expect(calls(tableWith(index, pair), { isUnique: false })).toEqual({
      upgrade: ['drop_index("ix_posts_day")'],
      downgrade: ['create_index("ix_posts_day", ["day"], unique=True)'],
    });
  });

  it('replaces a foreign key for another rule of deletion', () => {
    const make = 'create_foreign_key("fk_posts_day_days", "days", ["day"], ["on"], ondelete=';
    expect(calls(tableWith(FOREIGN), { onDelete: 'CASCADE' })).toEqual({
      upgrade: ['drop_constraint("fk_posts_day_days", type_="foreignkey")', `${make}"CASCADE")`],
      downgrade: ['drop_constraint("fk_posts_day_days", type_="foreignkey")', `${make}"RESTRICT")`],
    });
  });

  it('is none if the database has the column like this', () => {
    const table = tableWith(UNIQUE, FOREIGN);
    const same = { type: 'sa.Date()', isUnique: true, onDelete: 'RESTRICT' };
    expect(calls(table, same)).toBeUndefined();
  });

  it('fills rows on the way to a required column', () => {
    expect(calls(tableWith(), { isNullable: true })).toEqual({
      upgrade: ['alter_column("day", existing_type=sa.Date(), nullable=True)'],
      downgrade: [
        jasmine.stringMatching(
          /is_\(None\)\)\.values\(\{"day": sa\.literal_column\("CURRENT_DATE"\)/,
        ),
        'alter_column("day", existing_type=sa.Date(), nullable=False)',
      ],
    });
  });

  it('replaces a date by a moment, with the keys around it: SQLite would make a number of it', () => {
    expect(calls(tableWith(INDEX), { type: 'sa.DateTime(timezone=True)' })).toEqual({
      upgrade: [
        'drop_index("ix_posts_day")',
        'add_column(sa.Column("new_day", sa.DateTime(timezone=True)))',
        jasmine.stringContaining(
          'sa.func.timezone("UTC", sa.cast(sa.column("day"), sa.DateTime()))',
        ),
        'drop_column("day")',
        'alter_column("new_day", existing_type=sa.DateTime(timezone=True), new_column_name="day", nullable=False)',
        'create_index("ix_posts_day", ["day"])',
      ],
      downgrade: jasmine.arrayContaining([
        'add_column(sa.Column("new_day", sa.Date()))',
        jasmine.stringContaining('sa.func.substr(sa.column("day", sa.String()), 1, 10)'),
      ]),
    });
  });

  it('fills rows with what the later type allows, once they have it', () => {
    const nullable = { ...DAY, options: [] };
    const table = { ...tableWith(), columns: [nullable] };
    const wish = { ...STAYS, type: 'sa.DateTime(timezone=True)', filler: 'CURRENT_TIMESTAMP' };
    const moment = changing(table, nullable, wish)?.upgrade.map((step) =>
      typeof step === 'string' ? step.replace(/[^]*"(new_day|day)": /, '$1: ') : step.calls,
    );
    expect(moment).toEqual([
      ['add_column(sa.Column("new_day", sa.DateTime(timezone=True)))'],
      'new_day: value}))',
      'new_day: sa.literal_column("CURRENT_TIMESTAMP")}))',
      ['drop_column("day")'],
      [jasmine.stringContaining('nullable=False')],
    ]);
    const number = { ...nullable, type: 'sa.Integer()' };
    const text = { ...STAYS, type: 'sa.Text()', filler: "'none'" };
    expect(
      changing(table, number, text)?.upgrade.map((step) =>
        typeof step === 'string' ? 'filled' : step.calls,
      ),
    ).toEqual([
      ['alter_column("day", existing_type=sa.Integer(), type_=sa.Text(), existing_nullable=True)'],
      'filled',
      ['alter_column("day", existing_type=sa.Text(), nullable=False)'],
    ]);
  });

  it('drops a key without a name by the one that PostgreSQL chooses, which SQLite gets, too', () => {
    const table = tableWith({ ...UNIQUE, name: undefined });
    expect(changing(table, DAY, { ...STAYS, isUnique: false })).toEqual(
      jasmine.objectContaining({
        upgrade: [
          {
            table: 'posts',
            calls: ['drop_constraint("posts_day_key", type_="unique")'],
            hasUnnamed: true,
          },
        ],
        downgrade: [
          { table: 'posts', calls: ['create_unique_constraint("posts_day_key", ["day"])'] },
        ],
      }),
    );
  });
});
