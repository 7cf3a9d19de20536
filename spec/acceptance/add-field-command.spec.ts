import { bareCopy } from '../support/bare-application';
import { scaffold } from '../support/run';
import { treeOf } from '../support/tree-of';

const REFUSED: [string, string[], number, RegExp][] = [
  [
    'no name',
    [],
    2,
    /missing required argument 'resource'\. For example: scaffold add:field posts /,
  ],
  ['no fields', ['posts'], 2, /Name the fields to add: scaffold add:field posts subtitle:/],
  ['an unknown type', ['users', 'age:intger'], 2, /Did you mean age:integer\?/],
  ['a required field', ['users', 'age:integer'], 2, /Did you mean age:integer:optional or age:/],
  ['a required uuid', ['users', 'key:uuid'], 2, /Did you mean key:uuid:optional\?/],
  ['a required reference', ['users', 'boss:references:users'], 2, /boss:references:users:optional/],
  ['an action', ['users.index', 'age:integer:optional'], 2, /Did you mean add:field users\?/],
  [
    'a missing model',
    ['posts', 'title:text:optional'],
    2,
    /no model Post yet\. Did you mean scaffold make:resource posts title:text:optional\?/,
  ],
  [
    'a slip in the name',
    ['usrs', 'age:integer:optional'],
    2,
    /no model Usr yet\. Did you mean scaffold add:field users age:integer:optional\?/,
  ],
  ['another type', ['users', 'name:text:optional'], 1, /and its name differs from name:text/],
];

describe('scaffold add:field', () => {
  for (const [what, words, exit, message] of REFUSED) {
    it(`refuses ${what} in one message, and changes nothing`, async () => {
      const cwd = await bareCopy();
      const before = treeOf(cwd);
      const { code, stderr, stdout } = await scaffold(['add:field', ...words], { cwd });
      expect(stderr).toMatch(message);
      expect([code, stdout]).toEqual([exit, '']);
      expect(stderr).toMatch(/^error: [^\n]+\n$/);
      expect(treeOf(cwd)).toEqual(before);
    });
  }
});
