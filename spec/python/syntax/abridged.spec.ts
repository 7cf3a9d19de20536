import * as fc from 'fast-check';
import { Language } from 'web-tree-sitter';
import { type Abridged, abridged, KEYWORDS, type Row } from '../../../src/python/syntax/abridged';
import { Node } from '../../../src/python/node';
import { loadParser } from '../../../src/python/parser';
import { readSyntax } from '../../../src/python/syntax/read-syntax';

const ROW = (line: (name: string) => string): string =>
  ['ab', 'x', 'posts_bp', 'C3', 'e'].map((name) => `${line(name)}\n`).join('');

/** What may stand in a file that has rows in it. */
const PIECES: readonly string[] = [
  ROW((name) => `from app.routes.${name} import bp as ${name}_bp`),
  ROW((name) => `import ${name}`),
  `__all__ = [\n${ROW((name) => `    "${name}",`)}]\n`,
  `def f(app):\n${ROW((name) => `    app.register_blueprint(${name}_bp, url_prefix="/${name}")`)}    return app\n`,
  `def g():\n    if x:\n${ROW((name) => `        ${name}()  # of ${name}`)}    y = 1\n`,
  `from a import (\n${ROW((name) => `    ${name},`)})\n`,
  `class A:\n${ROW((name) => `    ${name}: int = 1`)}\n    def f(self): ...\n`,
  ROW((name) => `# ${name}`),
  ROW((name) => `${name} = f"{${name}}", "${name} it", r'${name}'`),
  ROW((name) => `f("b", '_${name}').${name}(1.5, *${name}, **${name})`),
  `x = """\n${ROW((name) => `    from ${name} import it`)}"""\n`,
  `x = [\n${ROW((name) => `    '''${name}`)}    ''']\n`,
  `match x:\n    case 1:\n${ROW((name) => `        ${name}; ${name}()`)}    case _:\n        pass\n`,
  'x = 1\n',
  '\n',
];

/** All of a tree, as text. */
function shown(node: Node): string {
  const { type, field, startIndex, endIndex, children } = node;
  return `${type} ${field ?? ''} ${startIndex}-${endIndex}\n${children.map(shown).join('')}`;
}

/** What is at a position, and what comes behind each of it. */
function shownAt(root: Node, position: number): string {
  const found = root.descendantsAt(
    position,
    'call',
    'block',
    'identifier',
    'string',
    'dotted_name',
  );
  return found
    .map(({ type, startIndex, endIndex, nextSibling }) => {
      return `${type} ${startIndex}-${endIndex} ${nextSibling?.startIndex ?? ''}`;
    })
    .join('\n');
}

/** The root, where each row turned out to be one. */
async function rootOf(
  text: string,
  { text: shortened, rows }: Abridged,
): Promise<Node | undefined> {
  const tree = (await loadParser()).parse(shortened);
  const read = tree && readSyntax(tree, text, rows);
  return read?.hasAllRows ? Node.rootOf(read.root, text) : undefined;
}

async function treeOf(text: string, shortened: string, rows: readonly Row[]): Promise<string> {
  const root = await rootOf(text, { text: shortened, rows });
  return root ? shown(root) : 'a row turned out to be none';
}

describe('abridged', () => {
  it('leaves out lines that are alike, but for three', () => {
    const { text, rows } = abridged(`x = 1\n${PIECES[1] ?? ''}y = 2\n`);
    expect(text).toBe('x = 1\nimport ab\nimport x\nimport e\ny = 2\n');
    expect(rows).toEqual([{ first: 6, second: 16, start: 25, end: 51 }]);
  });

  for (const [what, text] of [
    ['a keyword', 'a = b\na = c\na = None\na = d\na = e\n'],
    ['the prefix of a string', 'a("x")\na("y")\na(b"z")\na("v")\na("w")\n'],
    ['a number', 'f(1)\nf(2)\nf(3)\nf(4)\nf(5)\n'],
    ['a conversion', 'f"{a!r}"\nf"{b!s}"\nf"{c!wrong}"\nf"{d!a}"\nf"{e!x}"\n'],
    ['a star, which the line before may go on with', '*a,\n*b,\n*c,\n*d,\n*e,\n'],
    ['what carries on behind its line', 'f(a) + \\\nf(b) + \\\nf(c) + \\\nf(d) + \\\nf(e)\n'],
    ['a letter that is longer than it looks', 'f("é")\nf("è")\nf("ê")\nf("ë")\nf("e")\n'],
  ] as const) {
    it(`takes no lines for alike that differ in ${what}`, () => {
      expect(abridged(text)).toEqual({ text, rows: [] });
    });
  }

  for (const piece of PIECES) {
    it(`makes the tree that the parser makes of ${JSON.stringify(piece)}`, async () => {
      const { text, rows } = abridged(piece);
      const whole = await treeOf(piece, piece, []);
      expect([whole, 'a row turned out to be none']).toContain(await treeOf(piece, text, rows));
    });
  }

  it('makes the tree that the parser makes, whatever is in a file', async () => {
    const file = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(file, fc.boolean(), async (pieces, hasReturns) => {
        const text = hasReturns ? pieces.join('').replaceAll('\n', '\r\n') : pieces.join('');
        const short = abridged(text);
        const [whole, built] = [
          await treeOf(text, text, []),
          await treeOf(text, short.text, short.rows),
        ];
        expect([whole, 'a row turned out to be none']).toContain(built);
      }),
    );
  });

  it('finds at any place what the parser finds there, without a look at the lines around it', async () => {
    const file = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        file,
        fc.array(fc.nat({ max: 999 }), { minLength: 1 }),
        async (pieces, places) => {
          const text = pieces.join('');
          const whole = await rootOf(text, { text, rows: [] });
          const built = await rootOf(text, abridged(text));
          for (const place of whole && built ? places : []) {
            const position = Math.floor((place / 1000) * text.length);
            expect(built && shownAt(built, position)).toBe(whole && shownAt(whole, position));
          }
        },
      ),
    );
  });

  it('builds the rows of imports, lists and statements, and none in a string', async () => {
    for (const [piece, isBuilt] of [
      [PIECES[0], true],
      [PIECES[2], true],
      [PIECES[3], true],
      [PIECES[5], true],
      [PIECES[10], false],
    ] as const) {
      const { text, rows } = abridged(piece ?? '');
      const built = await treeOf(piece ?? '', text, rows);
      expect(built !== 'a row turned out to be none')
        .withContext(text)
        .toBe(isBuilt);
    }
  });

  it('knows the words of the grammar', async () => {
    const { language } = await loadParser();
    const tokens = wordsOf(language);
    expect(tokens.length).toBeGreaterThan(30);
    expect(tokens.filter((token) => !KEYWORDS.split('|').includes(token))).toEqual([]);
  });
});

/** The tokens of a grammar that are words; what it hides, such as `_newline`, is no token of the text. */
function wordsOf(language: Language | null): string[] {
  const types = Array.from({ length: language?.nodeTypeCount ?? 0 }, (_, id) => id)
    .filter((id) => language?.nodeTypeIsVisible(id) && !language.nodeTypeIsNamed(id))
    .map((id) => language?.nodeTypeForId(id) ?? '');
  return types.filter((type) => /^\w+$/.test(type));
}
