import fc from 'fast-check';
import { UsageError } from '../../src/errors';
import { urlRuleOf } from '../../src/naming/route-names';

describe('urlRuleOf', () => {
  const read = [
    ['/', []],
    ['/posts/', []],
    ['/posts/<slug>', [['slug', 'default', 'str']]],
    ['/posts/<int:post_id>', [['post_id', 'int', 'int']]],
    [
      '/<uuid:id>/<path:p>',
      [
        ['id', 'uuid', 'UUID'],
        ['p', 'path', 'str'],
      ],
    ],
    [
      '/<any(new,old):kind>/<int(min=1):page>',
      [
        ['kind', 'any', 'str'],
        ['page', 'int', 'int'],
      ],
    ],
    [
      '/@<string(length=2):lang>.<float:x>',
      [
        ['lang', 'string', 'str'],
        ['x', 'float', 'float'],
      ],
    ],
  ] as const;
  for (const [path, parameters] of read) {
    it(`reads ${path}`, () => {
      const rule = urlRuleOf(path);
      expect(rule.parameters.map((each) => [each.name, each.converter, each.type])).toEqual(
        parameters.map((each) => [...each]),
      );
      expect(rule.warnings).toEqual([]);
    });
  }

  it('warns of a converter that Flask does not have', () => {
    const { parameters, warnings } = urlRuleOf('/<hashid:id>');
    expect(parameters[0]?.type).toBe('Any');
    expect(warnings).toEqual([jasmine.stringContaining('"hashid"')]);
  });

  const refused = [
    ['', /empty/],
    [' ', /empty/],
    ['posts', /Did you mean \/posts\?/],
    ['/my posts', /spaces/],
    ['/posts\n', /line breaks/],
    ['/posts/<int:id', /unmatched/],
    ['/posts/int:id>', /unmatched/],
    ['/<<id>>', /unmatched/],
    ['/<id>/<int:id>', /twice/],
    ['/<int:>', /""/],
    ['/<post-id>', /"post-id"/],
    ['/<1st>', /"1st"/],
    ['/<class>', /keyword/],
    ['/<db>', /use/],
    ['/"', /double quote/],
    ['/posts?page=1', /\?/],
    ['//posts', /empty part/],
    ['/../posts', /\.\./],
  ] as const;
  for (const [path, reason] of refused) {
    it(`refuses ${JSON.stringify(path)}`, () => {
      expect(() => urlRuleOf(path)).toThrowError(UsageError, reason);
    });
  }

  it('keeps what it accepts as it is', () => {
    const piece = fc.constantFrom(
      '/',
      'posts',
      '<',
      '>',
      '<id>',
      '<int:x>',
      ':',
      '(',
      ')',
      '-',
      'é',
      '"',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = pieces.join('');
        try {
          expect(urlRuleOf(path).path).toBe(path);
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
        }
      }),
    );
  });
});
