import { UsageError } from '../../src/errors';
import { classNameOf } from '../../src/naming/class-names';

describe('classNameOf', () => {
  it('keeps a name that a class can have', () => {
    for (const name of ['Post', 'HTMLPage', 'Post2', 'Blog_Entry']) {
      expect(classNameOf(name, '--model')).toBe(name);
    }
  });

  const refused = [
    ['', /--model "" .*empty/],
    ['post', /Did you mean Post\?/],
    ['blog entry', /Did you mean BlogEntry\?/],
    ['app/models/post.py', /path/],
    ['app.models.Post', /Did you mean Post\?/],
    ['None', /keyword/],
    ['Exception', /a Python builtin/],
    ['Flask', /generated files import/],
    ['db', /generated files import/],
    ['Pöst', /ASCII/],
    ['Post\n', /ASCII/],
    ['X'.repeat(101), /100/],
  ] as const;
  for (const [name, reason] of refused) {
    it(`refuses ${JSON.stringify(name.slice(0, 70))}`, () => {
      expect(() => classNameOf(name, '--model')).toThrowError(UsageError, reason);
    });
  }
});
