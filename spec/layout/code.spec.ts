import { Code, keyword, literal } from '../../src/layout/code';

describe('Code', () => {
  it('has no strings of several lines, and its lines keep their numbers', () => {
    const code = new Code('a.py', '"""app = Flask(x)\n\nmore"""\nSQL = \'\'\'\nx\'\'\'\ny = 1\n');
    expect(code.text).not.toContain('Flask');
    expect(code.place(code.text.indexOf('y ='))()).toBe('a.py:6');
  });

  it('has no comments, and tells them from strings', () => {
    const code = new Code('a.py', `# It's """\na = "# b" # c\nd = '\\' # e'\nf = "g"\n`);
    expect(code.text).toBe(`\na = "# b" \nd = '\\' # e'\nf = "g"\n`);
  });

  it('takes arguments apart', () => {
    const code = new Code('a.py', 'x(a, ("b", c), d="e),", # f, (\n  g=[1, 2],\n) -> y');
    const { end, texts } = code.arguments(1);
    expect(texts).toEqual(['a', '("b", c)', 'd="e),"', 'g=[1, 2]']);
    expect(code.text.slice(end)).toBe(') -> y');
    expect(keyword(texts, 'd')).toBe('"e),"');
    expect(keyword(['a == b'], 'a')).toBeUndefined();
  });

  it('knows plain strings', () => {
    expect([`"a"`, `'a b'`, 'u"a"', 'a', 'f"{a}"', '"a" + "b"'].map(literal)).toEqual([
      'a',
      'a b',
      'a',
      undefined,
      undefined,
      undefined,
    ]);
  });
});
