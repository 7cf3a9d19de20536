import * as fc from 'fast-check';
import type { Node } from '../../src/python/node';
import { PythonSource, SourceError } from '../../src/python/source';

/** All of a tree, as text. */
function shown({ type, startIndex, endIndex, row, endRow, children }: Node): string {
  return `${type} ${startIndex}-${endIndex} ${row}-${endRow}\n${children.map(shown).join('')}`;
}

describe('PythonSource', () => {
  it('keeps every byte', async () => {
    for (const text of [
      '',
      '\n\n',
      '\uFEFFx = 1\r\n\r\ny = 2',
      'def f():\n\treturn "é😀"  \n\n\n',
      'x = 1\f\nif x:\n        y = """\n  \t\n"""',
    ]) {
      const bytes = Buffer.from(text);
      const source = await PythonSource.parse('a.py', bytes);
      expect(Buffer.from(source.toString()).equals(bytes)).withContext(text).toBeTrue();
    }
  });

  it('takes what Python takes', async () => {
    for (const text of [
      'type Pair[T: (int, str) = int, *Ts, **P] = tuple[T, T]\nclass A[T](B): pass\ndef f[T](x: T) -> T: ...',
      'print(f"{x!r:>{width}} {f"{"nested"}"} {a + \'b\'}")',
      'match command.split():\n    case ["go", str() as where] | {"to": where} if where:\n        pass\n    case _:\n        pass',
      'if (n := len(a)) > 1: pass\nwith (open(a) as b, open(c) as d): pass\nasync def f():\n  async for x in y: await x',
      'try:\n    pass\nexcept* ValueError as group:\n    pass',
      'def f(a, /, b, *, c): return a; x = 1; y = 2;\nx = 1 if a else 2 \\\n    + 3\n',
      'print = exec = match = type = case = 1\nmatch[type] = print',
      'if x:\n    # only\n    pass\n  # odd comment\nelse:\n    pass',
      'def f():\n\tif x:\n\t\tpass\n\t# end\n',
      'def f():\n    a(); \\\n        b()\n    c()\n',
      'a(); \\\r\n  b()\r\n',
    ]) {
      await expectAsync(PythonSource.parse('a.py', text)).withContext(text).toBeResolved();
    }
  });

  const refused: readonly (readonly [text: string | Buffer, message: string])[] = [
    ['a\nb c\nd\n', 'a.py:2: not valid Python'],
    ['def f(:\n    pass\n', 'a.py:1: not valid Python'],
    ['x = 1\nfoo(\n', 'a.py:2: not valid Python'],
    ['x = 1\n"""open\n', 'a.py:2: not valid Python'],
    ['if x:\nprint(1)\n', 'a.py:1: not valid Python'],
    ['def f():\n    x\n  y\n', 'a.py:3: not valid Python'],
    ['def f():\n    a()\n    b()\n    c()\n    d()\n  e()\n', 'a.py:6: not valid Python'],
    ['a()\nb()\nc()\nd()\ndef f():\n    x\n  y\n', 'a.py:7: not valid Python'],
    ['def f():\n  a\n    b()\n    c()\n    d()\n    e()\n', 'a.py:3: not valid Python'],
    ['  x = 1\n', 'a.py:1: not valid Python'],
    ['def f():\n\tif x:\n        y\n', 'a.py:3: not valid Python'],
    ['x = 1\nprint "x"\n', 'a.py:2: not valid Python'],
    ['try:\n    x\ny = 1\n', 'a.py:1: not valid Python'],
    ['<<<<<<< HEAD\nx = 1\n=======\n', 'a.py:1: not valid Python'],
    ['x\0y\n', 'a.py:1: not valid Python'],
    ['x = 1\ny = 2\rz = 3\n', 'a.py:2: a line ends with a bare carriage return'],
    [Buffer.from('# caf\xe9\n', 'latin1'), 'a.py: not UTF-8'],
    [Buffer.from('\uFEFFx = 1\n', 'utf16le'), 'a.py: not UTF-8'],
  ];
  for (const [content, message] of refused) {
    it(`refuses ${JSON.stringify(content.toString())}`, async () => {
      await expectAsync(PythonSource.parse('a.py', content)).toBeRejectedWithError(
        SourceError,
        message,
      );
    });
  }

  it('inserts in order, and takes out nothing but blanks', async () => {
    const source = await PythonSource.parse('a.py', 'b =   2\n');
    const edited = source.insert(
      { position: 8, text: 'c = 3\n' },
      { position: 0, text: 'a = 1\n' },
      { position: 3, text: ' ', blanks: 3 },
      { position: 8, text: 'd = 4\n' },
    );
    expect(edited.toString()).toBe('a = 1\nb = 2\nc = 3\nd = 4\n');
    expect(source.toString()).toBe('b =   2\n');
    expect(() => source.insert({ position: 0, text: 'x\n', blanks: 2 })).toThrowError(
      SourceError,
      'a.py: adding this would remove existing code:\nx',
    );
  });

  it('makes no edit that does harm', async () => {
    const source = await PythonSource.parse('a.py', 'b = 2\n');
    expect(() => source.insert({ position: 2, text: '(' })).toThrowError(
      SourceError,
      'a.py:1: found no place to add this:\n(',
    );
  });

  it('has the tree of the whole file after any edits', async () => {
    const lines = [
      'import a\n',
      'x = "é😀", [1, 2]\n',
      'def f(a):\n    if a:\n        return 1\n    b(a)\n',
      'class A[T = int]:\n    x: int = 1\n',
      '@g\nclass B: pass\n',
      '# text\n\n',
    ];
    const file = fc.array(fc.constantFrom(...lines), { minLength: 1, maxLength: 8 });
    const edits = fc.array(fc.tuple(fc.nat({ max: 8 }), fc.constantFrom(...lines)), {
      minLength: 1,
    });
    await fc.assert(
      fc.asyncProperty(file, edits, async (pieces, inserted) => {
        const source = await PythonSource.parse('a.py', pieces.join(''));
        const insertions = inserted.map(([index, text]) => {
          return { position: pieces.slice(0, index).join('').length, text };
        });
        const edited = source.insert(...insertions);
        const whole = await PythonSource.parse('a.py', edited.text);
        expect(shown(edited.root)).withContext(edited.text).toBe(shown(whole.root));
      }),
    );
  });

  it('takes an edit for Python where the whole file is, whatever is inserted', async () => {
    const lines = [
      'def f(a):',
      '    if a:',
      '        b(a, "x")',
      '        c[a] = (1,)',
      '    return a',
      'd = 1',
      '@g',
      'class A: x = 1',
      'from a import b',
    ];
    const text = `${lines.join('\n')}\n`;
    const harm = fc.constantFrom(
      '(',
      ')',
      '"',
      '"""',
      '\n',
      ' ',
      ':',
      ',',
      'if ',
      'x',
      '=',
      '\n    ',
      '#',
      '\\',
      'import ',
      '\n)',
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length), harm, async (position, added) => {
        const source = await PythonSource.parse('a.py', text);
        const whole = text.slice(0, position) + added + text.slice(position);
        const isFine = await PythonSource.parse('a.py', whole).then(
          () => true,
          () => false,
        );
        const isTaken = (() => {
          try {
            return source.insert({ position, text: added }).toString() === whole;
          } catch {
            return false;
          }
        })();
        expect(isTaken).withContext(whole).toBe(isFine);
      }),
      { numRuns: 500 },
    );
  });
});
