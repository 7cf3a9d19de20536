import { editKind } from '../src/edit-kind';

describe('editKind', () => {
  const cases: readonly [
    kind: ReturnType<typeof editKind>,
    what: string,
    before: string | undefined,
    after: string | undefined,
  ][] = [
    ['create', 'a new file', undefined, 'a'],
    ['create', 'a new empty file', undefined, ''],
    ['delete', 'a file that goes', 'a', undefined],
    ['delete', 'an empty file that goes', '', undefined],
    ['insert', 'text in an empty file', '', 'a'],
    ['insert', 'lines in several places', 'a\nb\n', 'x\na\ny\nb\nz\n'],
    ['insert', 'a name in a line', 'import a, c\n', 'import a, b, c\n'],
    ['insert', 'a line that is wrapped for it', 'f(a, b)\n', 'f(\n    a,\n    b,\n    c,\n)\n'],
    ['replace', 'a word that grows', 'index\n', 'indexes\n'],
    ['replace', 'a line that goes', 'a\nb\n', 'a\n'],
    ['replace', 'lines that change places', 'a\nb\n', 'b\na\nc\n'],
    ['replace', 'blanks alone', 'a  b\n', 'a b\n'],
    [undefined, 'no change', 'a', 'a'],
    [undefined, 'no file before and after', undefined, undefined],
  ];
  for (const [kind, what, before, after] of cases) {
    it(`tells ${kind ?? 'nothing'} of ${what}`, () => {
      expect(editKind(bytes(before), bytes(after))).toBe(kind);
    });
  }

  it('compares bytes that are no UTF-8', () => {
    const before = Buffer.from([0xff, 0x0a]);
    expect(editKind(before, Buffer.from([0xff, 0xfe, 0x0a]))).toBe('insert');
    expect(editKind(before, Buffer.from([0xfe, 0x0a, 0x0a]))).toBe('replace');
  });
});

function bytes(text: string | undefined): Buffer | undefined {
  return text === undefined ? undefined : Buffer.from(text);
}
