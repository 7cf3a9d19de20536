/** What is typed into the fields of a form. */
export type Values = Readonly<Record<string, string>>;

/** What is sent, but for what a spec says. */
export const VALID: Values = {
  title: 'An offer',
  body: 'Text',
  due_on: '2026-11-21',
  exact: '1200.5',
  user_id: '1',
};

/** Values of a field, as they are typed: how each is stored. */
export const STORED: Record<string, Record<string, string>> = {
  title: {
    ['x'.repeat(120)]: `'${'x'.repeat(120)}'`,
    ' spaces ': "'spaces'",
    ['😀'.repeat(120)]: `'${'😀'.repeat(120)}'`,
  },
  slug: { '': 'None', 'a-b': "'a-b'" },
  body: {
    '<script>alert(1)</script>': "'<script>alert(1)</script>'",
    '{{ 7*7 }}': "'{{ 7*7 }}'",
    [`'"&`]: `'\\'"&'`,
    '😀': "'😀'",
  },
  summary: { '': 'None', two: "'two'" },
  motto: { '': "''", carpe: "'carpe'" },
  views: { '0': '0', '-5': '-5', '2147483647': '2147483647' },
  stock: { '': 'None', '32767': '32767' },
  total: { '': 'None', '9223372036854775807': '9223372036854775807' },
  price: {
    '': 'None',
    '9.9': "Decimal('9.90')",
    '0e-16384': "Decimal('0.00')",
    '99999999.99': "Decimal('99999999.99')",
  },
  rate: { '0.1234': "Decimal('0.1234')", '-1': "Decimal('-1.0000')" },
  weight: { '': 'None', '1.5': '1.5', '1e300': '1e+300' },
  featured: { y: 'True' },
  published_on: { '': 'None', '2024-02-29': 'datetime.date(2024, 2, 29)' },
  due_on: {
    '9999-12-31': 'datetime.date(9999, 12, 31)',
    '0999-12-31': 'datetime.date(999, 12, 31)',
  },
  embargo: {
    '': 'None',
    '2026-11-21T14:05': 'datetime.datetime(2026, 11, 21, 14, 5, tzinfo=datetime.timezone.utc)',
    '0079-08-24T13:00': 'datetime.datetime(79, 8, 24, 13, 0, tzinfo=datetime.timezone.utc)',
  },
  starts_at: {
    '': 'None',
    '0033-04-03T15:00': 'datetime.datetime(33, 4, 3, 15, 0)',
    '2026-11-21T14:05': 'datetime.datetime(2026, 11, 21, 14, 5)',
  },
  opens: { '': 'None', '09:30': 'datetime.time(9, 30)', '09:30:15': 'datetime.time(9, 30, 15)' },
  status: { published: "<Status.PUBLISHED: 'published'>" },
  mood: { '': 'None', bad: "'bad'" },
  user_id: { '2': '2' },
  editor_id: { '': 'None', '3': '3' },
};

const NUMBERS = [
  'x',
  '9'.repeat(30),
  '9'.repeat(1000),
  '9'.repeat(5000),
  'NaN',
  '1e999',
  'inf',
  '\0',
];

const DATES = ['2026-02-30', '2026-13-01', '99999-01-01', 'soon', '\0'];

/** Values of a field that are refused there. */
export const REFUSED: Record<string, readonly string[]> = {
  title: ['', '   ', 'x'.repeat(121), '\0', 'a\0b'],
  slug: ['x'.repeat(61), '\0'],
  body: ['', 'a\0'],
  motto: ['x'.repeat(21)],
  views: ['', '1.5', '2147483648', ...NUMBERS],
  stock: ['32768', '1.5', ...NUMBERS],
  total: ['9223372036854775808', ...NUMBERS],
  price: ['100000000', '1.234', ...NUMBERS],
  exact: ['1.23456789012', ...NUMBERS],
  rate: ['', '10000', '0.12345', ...NUMBERS],
  weight: NUMBERS.filter((number) => !/^9{30}$/.test(number)),
  published_on: DATES,
  due_on: ['', ...DATES],
  embargo: ['9999-12-31T23:59', '2026-11-21T25:00', ...DATES],
  starts_at: ['2026-11-21T25:00', ...DATES],
  opens: ['25:00', 'noon', '\0'],
  status: ['', 'gone', 'DRAFT\0'],
  mood: ['ugly', '\0'],
  user_id: ['', '99', '-1', 'x', '9'.repeat(30), '\0'],
  editor_id: ['99', 'x', '\0'],
};
