import { parseChanges } from '../../src/change-field/arguments';
import { UsageError } from '../../src/errors';

/** What a change says, as lists. */
function read(typed: string): unknown[] {
  return parseChanges(typed, 'posts').map(({ default: value, lost, modifiers, name, type }) => [
    name,
    type,
    modifiers,
    [...lost],
    value,
  ]);
}

describe('A change of a field', () => {
  it('has a type with its arguments, modifiers, what it takes away, and a default', () => {
    expect(read('price:decimal:12:3:min=0:no-unique:default=1')).toEqual([
      ['price', ['decimal', '12', '3'], ['min=0'], ['unique'], '1'],
    ]);
    expect(read('slug:unique title:string status:enum:no-show:b:no-default')).toEqual([
      ['slug', [], ['unique'], [], undefined],
      ['title', ['string'], [], [], undefined],
      ['status', ['enum', 'no-show', 'b'], [], ['default'], undefined],
    ]);
    expect(read('author_id:references:users:nullify')).toEqual([
      ['author_id', ['references', 'users'], ['nullify'], [], undefined],
    ]);
  });

  const REFUSED: Readonly<Record<string, RegExp>> = {
    '': /Name the fields to change, with what changes: scaffold change:field posts/,
    title: /"title" does not say what changes/,
    'title:strng:20': /Did you mean title:string:20\?/,
    'title:headline': /To give it another name: scaffold rename:field posts title:headline/,
    'title:text title:unique': /The field title was typed twice/,
    'slug:unique:no-unique': /takes unique away, too/,
    'slug:no-default:default=x': /takes default away, too/,
    'slug:no-uniqe': /cannot lose "no-uniqe"\. Did you mean slug:no-unique\?/,
    'slug:optional:no-colour': /Use no-unique, no-index, no-default, .* and no-unlisted\./,
    'views:integer:min=x': /"x" is not a valid min/,
  };
  for (const [typed, message] of Object.entries(REFUSED)) {
    it(`cannot be "${typed}"`, () => {
      expect(() => read(typed)).toThrowError(UsageError, message);
    });
  }
});
