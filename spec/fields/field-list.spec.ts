import { UsageError } from '../../src/errors';
import { checkAddable, isAddable, parseFields, parseNewFields } from '../../src/fields/field-list';
import { parseField } from '../../src/fields/grammar';
import { FIELD_TYPES } from '../../src/fields/words';

function names(typed: readonly string[] | string | undefined): string[] {
  return parseFields(typed).map(({ name }) => name);
}

describe('parseFields', () => {
  it('reads a list, and a text with spaces, as some hosts pass a list', () => {
    expect(names(['title:string', 'body:text'])).toEqual(['title', 'body']);
    expect(names(' title:string  body:text ')).toEqual(['title', 'body']);
    expect(names('title')).toEqual(['title']);
    expect(names([])).toEqual([]);
    expect(names(undefined)).toEqual([]);
  });

  it('keeps the spaces of a default in a list', () => {
    expect(parseFields(['title:default=a b'])[0]?.default).toBe('a b');
  });

  it('takes 500 fields, and no more', () => {
    const fields = Array.from({ length: 501 }, (_, index) => `f${index}`);
    expect(parseFields(fields.slice(0, 500)).length).toBe(500);
    expect(() => parseFields(fields)).toThrowError(
      UsageError,
      '501 fields are too many: a model has at most 500.',
    );
  });

  for (const [fields, attribute] of [
    ['title title:text', 'title'],
    ['author:references:users author_id:integer', 'author_id'],
    ['author:string author:references:users', 'author'],
  ] as const) {
    it(`refuses ${fields}, which have the same name`, () => {
      expect(() => parseFields(fields)).toThrowError(
        UsageError,
        new RegExp(`have the same name: ${attribute}\\. Rename one of them\\.$`),
      );
    });
  }

  for (const [fields, message] of [
    [
      'title validate_title:text:optional',
      '"validate_title" cannot be a field beside "title": forms take validate_title for the method that checks title. Choose another name.',
    ],
    [
      'filter_title title',
      '"filter_title" cannot be a field beside "title": forms take filter_title for the method that filters title. Choose another name.',
    ],
    [
      'author:references:users validate_author_id:integer',
      /"validate_author_id" cannot be a field/,
    ],
  ] as const) {
    it(`refuses ${fields}, which no form can have together`, () => {
      expect(() => parseFields(fields)).toThrowError(UsageError, message as string);
    });
  }

  it('takes a field that is called like the method of a field that no form has', () => {
    expect(names('validate_title author:references:users validate_author')).toHaveSize(3);
  });

  it('refuses a field that was typed twice', () => {
    expect(() => parseFields('title body title')).toThrowError(
      UsageError,
      'The field title was typed twice. Remove one of them.',
    );
  });

  for (const [expanded, typed, better] of [
    ['price:decimal10 price:decimal2', 'price:decimal{10,2}', 'price:decimal:10:2'],
    [
      'a price:numeric10:unique price:numeric2:unique',
      'price:numeric{10,2}:unique',
      'price:numeric:10:2:unique',
    ],
    [
      'status:enumdraft status:enumopen status:enumdone',
      'status:enum{draft,open,done}',
      'status:enum:draft:open:done',
    ],
  ] as const) {
    it(`knows ${expanded} for braces that a shell has expanded`, () => {
      expect(() => parseFields(expanded)).toThrowMatching((error: Error) => {
        expect(error.message).toContain(`Your shell turned ${typed} into `);
        expect(error.message).toContain(`. Write ${better}.`);
        return error instanceof UsageError;
      });
    });
  }
});

const REFUSED: Readonly<Record<string, string>> = {
  title: 'title:string:optional',
  'views:integer:required': 'views:integer:optional or views:integer:default=0',
  'due:date:index': 'due:date:index:optional or due:date:index:default=now',
  'status:enum:draft:open':
    'status:enum:draft:open:optional or status:enum:draft:open:default=draft',
  'site:url': 'site:url:optional',
  'slug:string:unique:default=x': 'slug:string:unique:optional',
  'key:uuid': 'key:uuid:optional',
  'author:references:users': 'author:references:users:optional',
};

describe('a field of a model that exists', () => {
  for (const [typed, better] of Object.entries(REFUSED)) {
    it(`is no ${typed}, and the message has an example that is right`, () => {
      expect(() => {
        checkAddable([parseField(typed)]);
      }).toThrowError(UsageError, new RegExp(`\\? *$`));
      expect(messageOn(typed)).toContain(`Did you mean ${better}?`);
      for (const field of better.split(' or ')) {
        expect(isAddable(parseField(field)))
          .withContext(field)
          .toBeTrue();
      }
    });
  }

  it('may be a boolean without a default', () => {
    expect(isAddable(parseField('done:boolean'))).toBeTrue();
  });

  it('may be of any type if it is optional', () => {
    for (const { example } of FIELD_TYPES) {
      const typed = `${example.replace(/:default=.*/, '')}:optional`;
      expect(isAddable(parseField(typed)))
        .withContext(typed)
        .toBeTrue();
    }
  });

  it('has to be named', () => {
    expect(() => {
      parseNewFields([], 'posts');
    }).toThrowError(UsageError, /scaffold add:field posts /);
  });
});

function messageOn(typed: string): string {
  try {
    checkAddable([parseField(typed)]);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}
