import { join } from 'node:path';
import { parseField } from '../src/fields/grammar';
import {
  FIELD_TYPES,
  type FieldType,
  MODIFIERS,
  type ModifierWord,
  spellingOf,
} from '../src/fields/words';
import { DEFAULT_LAYOUT } from '../src/layout';
import { modelOfClass } from '../src/naming/class-names';
import { modelFieldValues } from '../src/view/model-field-values';
import { formatted, table } from './markdown';

/** Where the page about fields is kept. `npm run spec:update` writes it. */
export const FIELDS = join(__dirname, '../docs/fields.md');

const POST = modelOfClass('Post', DEFAULT_LAYOUT);

/** What a field of the examples refers to. */
const USERS = {
  className: 'User',
  module: 'app.models.user',
  key: 'users.id',
  keyType: 'int',
  isOwn: false,
};

/** How fields are written, and what becomes of them, as Markdown. */
export async function fieldsReference(): Promise<string> {
  return formatted(FIELDS, [
    '# Fields',
    'Made from the table of column types. `npm run spec:update` renews this page.',
    '`scaffold make:model Post title:string:120 body:text:optional author:references:users` makes a model with three columns. ' +
      'A field is `name[:type[:argument…]][:modifier…][:default=VALUE]`. It needs no quotes in bash, zsh and fish. ' +
      'Without a type it is a `string`.',
    '## Types',
    table(
      ['For example', 'Other words', 'In the model', 'On the form'],
      FIELD_TYPES.map((type) => [
        code(type.example),
        type.synonyms.map(code).join(', '),
        linesOf(type).map(code).join('<br>'),
        type.input,
      ]),
    ),
    '## Modifiers',
    table(
      ['Modifier', 'Other words', 'What it means'],
      [
        ...(Object.keys(MODIFIERS) as ModifierWord[]).map((word) => [
          code(spellingOf(word)),
          MODIFIERS[word].synonyms.map(code).join(', '),
          MODIFIERS[word].about,
        ]),
        [code('default=VALUE'), '', 'comes last and takes the rest of the field, colons included'],
      ],
    ),
    [
      '- `default=now` is the moment at which a record is made, for dates and times.',
      '- A modifier ends the values of an enum, so no value can have its name.',
      '- `priority:integer:min=1:max=5` has bounds, which the form checks. The model keeps what a column cannot say in its `info`: `mapped_column(info={"min": 1, "max": 5})`, `"unlisted": True`, `"hidden": True` for a secret, `"format": "url"`. You may write it by hand, too.',
      '- `--unique=project+number` on `make:resource`, `make:model` and `add:field` has no two records repeat the values of these fields together. The model states it in `__table_args__`, and a form or the API that is refused says so at these fields. `add:field` stops before it writes anything if the table has rows that do.',
      '- `author:references` refers to the model `Author`. A model may refer to itself if that is optional: `parent:references:categories:optional`.',
      '- `labels:many:labels` relates a record to many others by a table of its own. It is empty unless `required`. The form has a checkbox for each label, or a search if there are more than twelve; the list shows the first three and is filtered by `?labels=3`. A link with fields of its own is a resource: `scaffold make:resource taggings post:references:posts:cascade tag:references:tags:cascade`.',
      '- Rails’ spellings work if quotes keep them from the shell: `"title:string{120}"`, `"price:decimal{10,2}"`, `"title!"`.',
      '- `scaffold add:field posts due:date:optional` adds a field to a model that exists. Its table may have rows, so a field is optional there or has a default.',
      '- Column names have at most 63 characters, a model at most 500 fields.',
    ].join('\n'),
  ]);
}

function linesOf({ example, takes }: FieldType): string[] {
  const field = parseField(example);
  const references = new Map(takes === 'model' ? [[field.name, USERS]] : []);
  const { columns, relations } = modelFieldValues(
    { names: POST, key: `${POST.table}.id`, fields: [field], references, related: [] },
    undefined,
  );
  return [
    ...columns.map((each) => line(each, 'mapped_column')),
    ...relations.map((each) => line(each, 'relationship')),
  ];
}

function line(
  { arguments: values, name, type }: { arguments: string; name: string; type: string },
  call: string,
): string {
  const isNeeded = values !== '' || call === 'relationship';
  return `${name}: Mapped[${type}]${isNeeded ? ` = ${call}(${values})` : ''}`;
}

function code(text: string): string {
  return `\`${text}\``;
}
