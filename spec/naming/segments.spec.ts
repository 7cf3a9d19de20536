import fc from 'fast-check';
import { UsageError } from '../../src/errors';
import { segmentsOf } from '../../src/naming/segments';

describe('segmentsOf', () => {
  it('separates at dots and slashes', () => {
    expect(segmentsOf('recipes.comments/index')).toEqual(['recipes', 'comments', 'index']);
  });

  it('writes every part with underscores', () => {
    expect(segmentsOf('APIKeys.how-to  start')).toEqual(['api_keys', 'how_to_start']);
  });

  const refused = [
    ['', /empty/],
    ['...', /empty/],
    ['/', /it is a URL\. Use --route \/ and a name, such as home\./],
    ['posts..show', /Did you mean posts\.show\?/],
    ['.posts', /Did you mean posts\?/],
    ['posts.', /Did you mean posts\?/],
    ['/posts', /Did you mean posts, or --route \/posts\?/],
    ['../../etc/passwd', /empty/],
    ['C:\\posts', /ASCII/],
    ['posts\n.index', /ASCII/],
    ['pösts.index', /ASCII/],
    ['1posts.index', /Did you mean posts\.index\?/],
    ['.posts..index..', /Did you mean posts\.index\?/],
    ['_posts.index', /Did you mean posts\.index\?/],
    ['posts.__init__', /Did you mean posts\.init\?/],
    ['class.index', /Did you mean classes\.index\?/],
    ['is.index', /keyword/],
    ['app/templates/posts/foo.html', /leave out the templates folder.*Did you mean posts\.foo\?/],
    ['app/templates/posts/foo', /Did you mean posts\.foo\?/],
    ['templates/posts/foo.html', /Did you mean posts\.foo\?/],
    ['./app/templates/foo.html', /Did you mean foo\?/],
    ['posts.index.html', /Did you mean posts\.index\?/],
    ['posts\u2028.in\u009bdex\n', /^"posts\\u2028\.in\\u009bdex\\n" cannot name a view/],
    [`${'x'.repeat(65)}.index`, /64/],
    ['x'.repeat(5000), /200/],
    ['x.'.repeat(2500), /200/],
  ] as const;
  for (const [name, reason] of refused) {
    it(`refuses ${JSON.stringify(name.slice(0, 70))}`, () => {
      expect(() => segmentsOf(name)).toThrowError(UsageError, reason);
    });
  }

  it('either understands a name or refuses it in one short line', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.stringMatching(/^[\w./ -]*$/),
    );
    fc.assert(
      fc.property(texts, (name) => {
        try {
          for (const segment of segmentsOf(name)) {
            expect(segment).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
          expect(String(error)).toMatch(/^.{1,300}$/);
        }
      }),
    );
  });
});
