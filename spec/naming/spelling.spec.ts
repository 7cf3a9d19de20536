import { nearestWord, withArticle } from '../../src/naming/spelling';

const WORDS = ['index', 'show', 'create', 'edit'];

describe('nearestWord', () => {
  for (const [typed, meant] of [
    ['idnex', 'index'],
    ['indx', 'index'],
    ['shwo', 'show'],
    ['creat', 'create'],
    ['index', undefined],
    ['archive', undefined],
    ['in', undefined],
    ['', undefined],
  ] as const) {
    it(`answers ${meant} for ${JSON.stringify(typed)}`, () => {
      expect(nearestWord(typed, WORDS)).toBe(meant);
    });
  }

  it('has nothing to suggest without words', () => {
    expect(nearestWord('index', [])).toBeUndefined();
  });
});

describe('A noun in a message', () => {
  it('has the article that people say', () => {
    const nouns = [
      'issue',
      'apple',
      'order',
      'update',
      'hour',
      'post',
      'user',
      'unit',
      'url',
      'once-over',
    ];
    expect(nouns.map(withArticle).join(', ')).toBe(
      'an issue, an apple, an order, an update, an hour, a post, a user, a unit, a url, a once-over',
    );
  });
});
