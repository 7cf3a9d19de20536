import { UsageError } from '../../src/errors';
import { checkAddable, isAddable } from '../../src/fields/addable';
import { parseField } from '../../src/fields/grammar';
import { FIELD_TYPES } from '../../src/fields/words';

const REFUSED: Readonly<Record<string, string>> = {
  title: 'title:string:optional or title:string:default=none',
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
        checkAddable([parseField(typed)], 'posts');
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
      checkAddable([], 'posts');
    }).toThrowError(UsageError, /scaffold add:field posts /);
  });
});

function messageOn(typed: string): string {
  try {
    checkAddable([parseField(typed)], 'posts');
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}
