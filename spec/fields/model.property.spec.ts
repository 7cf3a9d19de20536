import { Tree } from '@angular-devkit/schematics';
import fc from 'fast-check';
import type { Field } from '../../src/fields/words';
import { columnNameOf, parseFields } from '../../src/fields/field-list';
import { DEFAULT_LAYOUT } from '../../src/layout';
import { modelOfClass } from '../../src/naming/class-names';
import { COLUMN_TYPES } from '../../src/project/column-types';
import { impliedFormat } from '../../src/project/text-formats';
import type { Column } from '../../src/project/column-type';
import { columnsOf } from '../../src/project/columns';
import { projectIn } from '../support/project-in';
import { refusedByPython } from '../support/python-files';
import { ViewProject } from '../support/view-project';

const RUNS = 50;

const NAMES = fc.uniqueArray(
  fc.oneof(
    fc
      .stringMatching(/^[a-z]{2,8}_[a-z0-9]{1,8}$/)
      .filter((name) => !/_(id|at|hash|email|url)$/.test(name)),
    fc.constantFrom('date', 'time', 'on', 'data', 'type', 'format', 'email', 'photo_url', 'order'),
  ),
  { minLength: 1, maxLength: 8 },
);

const TYPES = fc.oneof(
  fc.constantFrom(
    ...['', 'string:20', 'email', 'url', 'text', 'integer', 'bigint', 'decimal', 'decimal:6:3'],
    ...['float', 'boolean', 'date', 'time', 'datetime', 'enum:draft:in-review', 'uuid', 'json'],
    ...['references:users', 'references:users:cascade', 'references:users:nullify'],
    'references:posts:optional',
    'integer:min=-9:max=9',
    'decimal:8:3:min=0.125',
    'float:max=2.5',
  ),
);

const DEFAULTS: Readonly<Record<string, readonly string[]>> = {
  string: ['', 'a:b', "it's"],
  text: ['{x}'],
  email: ['a@b.co'],
  url: ['https://a.co'],
  integer: ['0', '-5'],
  bigint: ['9223372036854775807'],
  decimal: ['1.5'],
  float: ['2'],
  boolean: ['true', 'no'],
  date: ['now', '2026-11-22'],
  time: ['now', '09:30'],
  datetime: ['now', '2026-11-22T09:30'],
  enum: ['draft', 'in-review'],
  json: ['{}', '[1]', '{"a": [true, null]}', 'false'],
};

/** A field, as typed: a type, then modifiers that fit it, then a default. */
const FIELDS = NAMES.chain((names) =>
  fc.tuple(
    ...names.map((name) =>
      fc
        .tuple(
          TYPES,
          fc.subarray(['optional', 'unique', 'index', 'unlisted']),
          fc.nat(),
          fc.boolean(),
        )
        .map(([type, modifiers, index, hasDefault]) => {
          const [word = ''] = type.split(':');
          const defaults = DEFAULTS[word === '' ? 'string' : word] ?? [];
          const value = hasDefault ? defaults[index % (defaults.length + 1)] : undefined;
          return [
            name,
            ...(type === '' ? [] : [type]),
            ...modifiers.filter((each) => word !== 'json' || /^(optional|unlisted)$/.test(each)),
            ...(value === undefined ? [] : [`default=${value}`]),
          ].join(':');
        }),
    ),
  ),
);

function treeWith(files: Readonly<Record<string, string>>): Tree {
  const tree = Tree.empty();
  for (const [path, text] of Object.entries(files)) {
    tree.create(path, text);
  }
  return tree;
}

/** What a column has to be for a field. */
function expected(field: Field): Partial<Column> {
  const { type } = field;
  return {
    kind: type.kind,
    length: type.length,
    bits: type.bits,
    precision: type.precision,
    scale: type.scale,
    isAware: type.isAware,
    min: type.min,
    max: type.max,
    values: type.values,
    format:
      type.format ?? (type.kind === 'string' ? impliedFormat(field.name, type.length) : undefined),
    name: columnNameOf(field),
    isNullable: field.isOptional,
    isUnique: field.isUnique,
    isSecret: field.isSecret,
    isUnlisted: field.isUnlisted,
    onDelete: field.onDelete,
  };
}

/** Whether a person fills the column in. */
function isAsked({ isSecret, word }: Field): boolean {
  return !isSecret && word !== 'uuid';
}

describe('A model of any fields', () => {
  it('has their columns, and its form their inputs', async () => {
    const python: string[] = [];
    await fc.assert(
      fc.asyncProperty(FIELDS, async (typed) => {
        const fields = parseFields(typed);
        const project = await (await ViewProject.with()).makeModel('posts', typed);
        await project.make('posts.create', 'c');
        const columns = await columnsOf(
          projectIn(treeWith(project.files)),
          modelOfClass('Post', DEFAULT_LAYOUT),
        );
        const own = columns?.filter(({ name }) => !/^(id|created_at|updated_at)$/.test(name)) ?? [];
        expect(own.map(({ name }) => name)).toEqual(fields.map(columnNameOf));
        for (const [index, field] of fields.entries()) {
          const column = own[index];
          const wanted = expected(field);
          const found = Object.fromEntries(
            Object.keys(wanted).map((key) => [key, column?.[key as keyof Column]]),
          );
          expect(found).withContext(field.typed).toEqual(wanted);
          const hasDefault =
            field.default !== undefined ||
            COLUMN_TYPES[field.type.kind].ownDefault(field.isOptional) !== undefined;
          expect(column?.default !== undefined || column?.hasComputedDefault)
            .withContext(field.typed)
            .toBe(hasDefault);
        }
        const form = project.read('app/forms/post_form.py');
        const inputs = [...form.matchAll(/^ {4}(\w+) = \w+Field\(/gm)].map(([, name]) => name);
        expect(inputs).toEqual(fields.filter(isAsked).map(columnNameOf));
        python.push(project.read('app/models/post.py'), form);
        const { files } = project;
        await project.makeModel('posts', typed);
        expect(project.files).toEqual(files);
      }),
      { numRuns: RUNS },
    );
    expect(refusedByPython([...new Set(python)])).toEqual([]);
  });
});
