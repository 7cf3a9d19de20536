import { nearestWord } from '../../src/naming/spelling';

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
