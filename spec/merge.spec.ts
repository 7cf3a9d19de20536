import { addedText, withAdded } from '../src/merge';

const FROM = '<dl>\n  a\n  b\n  c\n</dl>\n';
const TO = '<dl>\n  a\n  b\n  new\n  c\n</dl>\n';

/** The merged text; the lines of its conflicts if it has any. */
async function outcome(now: string, to = TO): Promise<string | readonly number[]> {
  const merge = await withAdded([Buffer.from(now), Buffer.from(FROM), Buffer.from(to)]);
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

  it('puts blocks beside blocks, and returns the lines that it adds', async () => {
    const block = (name: string): string => `  <div>\n    ${name}\n  </div>\n`;
    const [from, now, to] = [
      block('a') + block('z'),
      block('a') + block('mine') + block('z'),
      block('a') + block('new') + block('z'),
    ].map((text) => Buffer.from(text));
    if (from && now && to) {
      const merge = await withAdded([now, from, to]);
      expect('content' in merge && merge.content.toString()).toBe(
        block('a') + block('mine') + block('new') + block('z'),
      );
      expect(await addedText(from, to)).toBe(block('new'));
      expect(await withAdded([now, from, to], true)).toEqual({ conflicts: [4] });
    }
  });

  it('removes and changes a block behind one of a person', async () => {
    const block = (name: string): string => `\n\ndef ${name}():\n    same()\n`;
    const [from, now] = [
      `start\n${block('a')}${block('z')}`,
      `start\n${block('a')}${block('mine')}${block('z')}`,
    ];
    for (const rest of ['', `${block('new')}${block('other')}`, block('new')]) {
      const to = `start\n${block('a')}${rest}`;
      const merge = await withAdded([Buffer.from(now), Buffer.from(from), Buffer.from(to)]);
      expect('content' in merge && merge.content.toString()).toBe(
        `start\n${block('a')}${block('mine')}${rest}`,
      );
    }
  });
});
