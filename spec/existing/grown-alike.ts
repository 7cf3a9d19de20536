import fc from 'fast-check';
import { type Combination, combined, WAYS } from './combinations';
import { runSchematic } from './run-schematic';

const FIELDS = [
  'title:string:120:default=none',
  'code:string:9:unique:optional',
  'body:text:optional',
  'author:references:users:optional',
  'editor:references:users:optional',
  'parent:references:notes:optional',
  'status:enum:draft:published:default=draft',
  'price:decimal:8:2:default=0',
  'views:integer:default=0',
  'done:boolean',
  'on:date:optional',
  'starts:datetime:default=now',
  'site_url:url:optional',
  'data:json:optional',
  'readers:many:users',
  'watchers:many:users',
];

const COLUMN = 'username = db.Column(db.String(64), unique=True)';

/** Models as people write them, with the imports that they need. */
const STYLES = {
  column: ['', 'db.Column(db.Integer, primary_key=True)', COLUMN],
  names: [
    'from sqlalchemy import Column, Integer, String\n',
    'Column(Integer, primary_key=True)',
    'username = Column(String(64), unique=True)',
  ],
  mapped: [
    'from sqlalchemy.orm import Mapped, mapped_column\n',
    'mapped_column(primary_key=True)',
    'username: Mapped[str]',
  ],
  none: [],
} as const;

const ANY = fc.record({
  ...(Object.fromEntries(
    Object.entries(WAYS).map(([key, ways]) => [key, fc.constantFrom<unknown>(...ways)]),
  ) as Record<keyof Combination, fc.Arbitrary<unknown>>),
  db: fc.constantFrom('extensions', 'above', 'below'),
  trap: fc.constant('none'),
  factory: fc.constantFrom('__init__', 'app', 'factory', 'module'),
  style: fc.constantFrom(...(Object.keys(STYLES) as (keyof typeof STYLES)[])),
  fields: fc.shuffledSubarray(FIELDS, { minLength: 2, maxLength: 7 }),
  first: fc.integer({ min: 1, max: 6 }),
});

/**
 * Makes a resource in random applications, whole and field by field.
 *
 * @returns How often both went through, and each file that differs then, but for full lists: `add-field` takes no column out.
 */
export async function grownInRandomApplications(
  count: number,
  seed: number,
): Promise<{ grown: number; wrong: string[] }> {
  const wrong: string[] = [];
  let grown = 0;
  for (const chosen of fc.sample(ANY, { numRuns: count, seed })) {
    const { fields, first, style, ...conventions } = chosen;
    const combination = conventions as Combination;
    // A class has its relationships behind its columns, whichever came first.
    const ordered = fields.toSorted((one, other) => Number(isMany(one)) - Number(isMany(other)));
    const known = style === 'none' ? ordered.filter((each) => !each.includes(':users')) : ordered;
    if (known.length < 2) {
      continue;
    }
    const at = 1 + (first % Math.max(known.length - 1, 1));
    const parts = [known.slice(0, at), known.slice(at)];
    const files = { ...combined(combination).files, ...modelsOf(combination, style) };
    const made = (of: readonly string[]): ReturnType<typeof runSchematic> =>
      runSchematic(files, 'make-resource', { name: 'notes', fields: of });
    try {
      const whole = await made([...(parts[0] ?? []), ...(parts[1] ?? [])]);
      const part = await made(parts[0] ?? []);
      const later = { name: 'notes', fields: parts[1] };
      const after = await runSchematic(part.files, 'add-field', later);
      grown += 1;
      wrong.push(
        ...Object.keys(whole.files)
          .filter((path) => whole.files[path] !== after.files[path])
          .filter((path) => !isFullList(path, whole.files) || !isFullList(path, after.files))
          .map((path) =>
            JSON.stringify(
              { ...chosen, path, whole: whole.files[path], grown: after.files[path] },
              null,
              1,
            ),
          ),
      );
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'Error') {
        wrong.push(JSON.stringify({ ...chosen, error: String(error) }));
      }
    }
  }
  return { grown, wrong };
}

function isMany(field: string): boolean {
  return field.includes(':many:');
}

/** Whether a page lists six columns. */
function isFullList(path: string, files: Readonly<Record<string, string>>): boolean {
  const headings = files[path]?.match(/<th scope="col">/g);
  return path.endsWith('/index.html') && headings?.length === 6;
}

/** A module with a model of users; nothing without a style. */
function modelsOf(
  { db, factory, root }: Combination,
  style: keyof typeof STYLES,
): Record<string, string> {
  const [imports, key, column] = STYLES[style];
  const maker = factory === '__init__' || factory === 'module' ? 'shop' : `shop.${factory}`;
  const module = db === 'extensions' ? 'shop.extensions' : maker;
  const isMapped = style === 'mapped';
  return {
    [`${root}requirements.txt`]: '',
    'requirements.txt': 'Flask\nFlask-WTF\n',
    ...(imports === undefined
      ? {}
      : {
          [`${root}shop/models.py`]: `${imports}\nfrom ${module} import db\n\n\nclass User(db.Model):\n    id${isMapped ? ': Mapped[int]' : ''} = ${key}\n    ${column}\n`,
        }),
  };
}
