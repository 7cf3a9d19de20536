import { refusalOfName } from '../../src/fields/field-name';
import { FIELD_TYPES } from '../../src/fields/words';
import { COLUMN_TYPES } from '../../src/project/column-types';
import type { Column } from '../../src/project/column-type';
import { TEXT_FORMATS, type TextFormat } from '../../src/project/text-formats';
import { importsOf } from '../../src/python/imports';
import { formField, helpersIn } from '../../src/view/form-fields';
import { ourTemplate } from '../../src/templates/our-templates';
import { Templates } from '../../src/templates/templates';
import { DATA_APPLICATIONS } from '../existing/data-applications';
import { runSchematic } from '../existing/run-schematic';
import { runPythonTool } from '../support/python-tools';
import { ViewProject } from '../support/view-project';
import { writeFiles } from '../support/write-files';

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
  isUnlisted: false,
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
  readers: ['everybody'],
  ownerColumn: undefined,
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
      return formField(column, [column], USERS, undefined) ?? [];
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
          const named = namesIn(`${field}(${written})`);
          expect(named.filter((name) => !imported.includes(name))).toEqual([]);
          expect(helpersIn(`${field} ${written}`)).toEqual(
            jasmine.arrayContaining(helpers.filter((name) => named.includes(name))),
          );
        }
      });
    }
  }
});

/** A field of each word for a type, and the same as an optional one: each with a name of its own. */
const FIELDS = FIELD_TYPES.flatMap(({ example, word }) => {
  const [, ...plain] = example
    .replace(/:default=.*/, '')
    .replace(/:labels$/, ':users')
    .split(':');
  return [
    [`a_${word}`, ...plain].join(':'),
    [`b_${word}`, ...plain, 'optional'].join(':'),
    ...(/^(date|time)/.test(word) ? [[`c_${word}`, ...plain, 'default=now'].join(':')] : []),
  ];
});

/** Those of a column: in other applications a person writes the tables between models. */
const ONES = FIELDS.filter((field) => !field.includes(':many'));

describe('A resource with a column of each type imports all that its code needs', () => {
  it('in an application that `new` made', async () => {
    const project = await ViewProject.with();
    await project.makeResource('things', { api: true, fields: FIELDS });
    expect(await undefinedNamesIn(project.files)).toEqual('');
  });

  it('under names that no field can have', () => {
    const template = ourTemplate('models/model.py').text;
    const imports = [...template.matchAll(/^from (?!__).* import (.*)$/gm)].map(
      ([, names = '']) => names,
    );
    const names = imports.flatMap((line) => line.match(/(?<![\w%.])[a-z]\w*(?=,|$)/g) ?? []);
    expect(names).toContain('func');
    expect(names.filter((name) => refusalOfName(name) === undefined)).toEqual([]);
  });

  const [first] = Object.values(DATA_APPLICATIONS);
  const bare = Object.entries(first?.files ?? {}).map(([path, text]): [string, string] => [
    path,
    withBareNames(text),
  ]);
  const others: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    ...Object.fromEntries(
      Object.entries(DATA_APPLICATIONS).map(([kind, { files }]) => [kind, files]),
    ),
    'names without a module': Object.fromEntries(bare),
  };
  for (const [kind, files] of Object.entries(others)) {
    it(`in another application: ${kind}`, async () => {
      const made = await runSchematic(files, 'make-resource', { name: 'things', fields: ONES });
      expect(await undefinedNamesIn(made.files)).toEqual('');
    });
  }
});

/** `Mapped` for `so.Mapped`, with the import that this needs. */
function withBareNames(text: string): string {
  return text
    .replace('import sqlalchemy.orm as so', 'from sqlalchemy.orm import Mapped, mapped_column')
    .replace('import sqlalchemy as sa', 'from sqlalchemy import String, select')
    .replace(/\b(sa|so)\./g, '');
}

async function undefinedNamesIn(files: Readonly<Record<string, string>>): Promise<string> {
  const python = Object.entries(files).filter(([path]) => path.endsWith('.py'));
  expect(
    python.some(([path, text]) => path.includes('form') && text.includes('a_string')),
  ).toBeTrue();
  const root = writeFiles(Object.fromEntries(python));
  const checks = [
    'check',
    '--isolated',
    '--select=F821',
    '--output-format=concise',
    '--quiet',
    root,
  ];
  return (await runPythonTool('ruff', checks)).stdout;
}

describe('A type in a migration', () => {
  it('has its arguments by name', () => {
    const { decimal, enum: choice } = COLUMN_TYPES;
    expect(decimal.storedType({ kind: 'decimal', precision: 8, scale: 1 }, '')).toBe(
      'sa.Numeric(precision=8, scale=1)',
    );
    expect(choice.storedType({ kind: 'enum', values: ['a', 'b'] }, 'poststatus')).toBe(
      'sa.Enum("a", "b", name="poststatus", native_enum=False, length=50)',
    );
  });

  it('is stated by each type that the database makes of another', () => {
    for (const { converts } of Object.values(COLUMN_TYPES)) {
      for (const kind of converts) {
        expect(COLUMN_TYPES[kind].storedType({ kind }, '')).withContext(kind).toBeDefined();
      }
    }
  });
});
