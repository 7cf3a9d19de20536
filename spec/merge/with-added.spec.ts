import { merged } from '../../src/merge/three-way';
import { withAdded } from '../../src/merge/with-added';

const FROM = '<dl>\n  a\n  b\n  c\n</dl>\n';
const TO = '<dl>\n  a\n  b\n  new\n  c\n</dl>\n';

/** The merged text; the lines of its conflicts if it has any. */
async function outcome(now: string, to = TO): Promise<string | readonly number[]> {
  const merge = await merged([Buffer.from(now), Buffer.from(FROM), Buffer.from(to)], withAdded);
  return 'content' in merge ? merge.content.toString() : merge.conflicts;
}

describe('withAdded', () => {
  for (const [what, now, expected] of [
    ['lines that nobody changed', FROM, TO],
    [
      'a changed line before',
      '<dl>\n  a\n  B\n  c\n</dl>\n',
      '<dl>\n  a\n  B\n  new\n  c\n</dl>\n',
    ],
    [
      'a changed line behind',
      '<dl>\n  a\n  b\n  C\n</dl>\n',
      '<dl>\n  a\n  b\n  new\n  C\n</dl>\n',
    ],
    ['a removed line before', '<dl>\n  a\n  c\n</dl>\n', '<dl>\n  a\n  new\n  c\n</dl>\n'],
    ['removed lines behind', '<dl>\n  a\n  b\n</dl>\n', '<dl>\n  a\n  b\n  new\n</dl>\n'],
    [
      'another line in the same place',
      '<dl>\n  a\n  b\n  mine\n  c\n</dl>\n',
      '<dl>\n  a\n  b\n  mine\n  new\n  c\n</dl>\n',
    ],
    ['changes elsewhere', `mine\n${FROM}mine`, `mine\n${TO}mine`],
    ['the same change', TO, TO],
  ] as const) {
    it(`adds a line beside ${what}`, async () => {
      expect(await outcome(now)).toBe(expected);
    });
  }

  for (const [what, now] of [
    ['both sides of its place went', '<dl>\n  a\n</dl>\n'],
    ['what is in its place is on another level', '<dl>\n  a\n  b\n    mine\n  c\n</dl>\n'],
    ['all is indented otherwise', FROM.replaceAll('  ', '\t')],
  ] as const) {
    it(`leaves a file alone where ${what}`, async () => {
      expect(await outcome(now)).toEqual(jasmine.any(Array));
    });
  }

  it('leaves a file alone where both changed the same line', async () => {
    expect(await outcome(FROM.replace('b', 'mine'), FROM.replace('b', 'new'))).toEqual([3]);
  });
});
