import { functionsOf } from '../../src/python/queries';
import {
  statementAfter,
  statementBefore,
  statementDirectlyBefore,
} from '../../src/python/statement-insertion';
import { PythonSource } from '../../src/python/source';
import { statementsOf } from '../../src/python/statements';

/** The file after `new()` was put beside the `index`th statement of its first function. */
async function insert(
  text: string,
  index: number,
  edit: typeof statementAfter,
  code = 'new()',
): Promise<string> {
  const source = await PythonSource.parse('a.py', text);
  const body = functionsOf(source)[0]?.body ?? source.root;
  return source.insert(edit(source, statementsOf(body)[index] ?? body, code)).toString();
}

describe('statementAfter', () => {
  const cases = [
    [
      'def f():\n    a()  # a\n    # b\n    b()',
      0,
      'def f():\n    a()  # a\n    new()\n    # b\n    b()',
    ],
    ['def f():\n    a(\n        1\n    )\n', 0, 'def f():\n    a(\n        1\n    )\n    new()\n'],
    [
      'def f():\n    if a:\n        b()\n        # in a\n    # in f\n',
      0,
      'def f():\n    if a:\n        b()\n        # in a\n    new()\n    # in f\n',
    ],
    ['def f():\n    if a: b()\n', 0, 'def f():\n    if a: b()\n    new()\n'],
    [
      'def f():\n    def g(): pass\n    return g',
      0,
      'def f():\n    def g(): pass\n\n    new()\n    return g',
    ],
    ['def f():\n    a(); return 1\n', 0, 'def f():\n    a(); new(); return 1\n'],
    ['def f():\n    a(); b()\n', 1, 'def f():\n    a(); b()\n    new()\n'],
    ['def f(): a(); return 1', 0, 'def f(): a(); new(); return 1'],
    ['def f():\n    a() \\\n\n    b()', 0, 'def f():\n    a() \\\n\n    new()\n    b()'],
    ['def f():\n    a("""\n  x""")\n', 0, 'def f():\n    a("""\n  x""")\n    new()\n'],
  ] as const;
  for (const [before, index, after] of cases) {
    it(`edits ${JSON.stringify(before)}`, async () => {
      expect(await insert(before, index, statementAfter)).toBe(after);
    });
  }

  it('puts what was broken over lines on a line with others', async () => {
    const code = '\na.b: C[D] = new(\n    1,\n    "two",\n)\nfrom e import (\n    f,\n)';
    const line = 'a.b: C[D] = new(1, "two",); from e import (f,)';
    expect(await insert('def f(): a()  # a', 0, statementAfter, code)).toBe(
      `def f(): a(); ${line}  # a`,
    );
    expect(await insert('def f(): a()  # a', 0, statementDirectlyBefore, code)).toBe(
      `def f(): ${line}; a()  # a`,
    );
  });

  it('writes in the style of the file', async () => {
    const code = 'if x:\n    y("a", "it\'s", f"{a}")';
    expect(await insert("def f():\r\n\ta('b')\r\n", 0, statementAfter, code)).toBe(
      "def f():\r\n\ta('b')\r\n\tif x:\r\n\t\ty('a', \"it's\", f\"{a}\")\r\n",
    );
  });
});

describe('statementBefore', () => {
  it('goes behind the statement before', async () => {
    expect(await insert('def f():\n    a()\n\n    # end\n    return', 1, statementBefore)).toBe(
      'def f():\n    a()\n    new()\n\n    # end\n    return',
    );
    expect(await insert('def f(): a(); return', 1, statementBefore)).toBe(
      'def f(): a(); new(); return',
    );
  });

  it('goes before the first statement', async () => {
    expect(await insert('def f():\n    # end\n    return\n', 0, statementBefore)).toBe(
      'def f():\n    # end\n    new()\n    return\n',
    );
    expect(await insert('def f(): return\n', 0, statementBefore)).toBe('def f(): new(); return\n');
  });

  it('stays below comments where it is told to', async () => {
    expect(await insert('def f():\n    a()\n    # b\n    b()', 1, statementDirectlyBefore)).toBe(
      'def f():\n    a()\n    # b\n    new()\n    b()',
    );
  });
});
