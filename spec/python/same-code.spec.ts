import { isSameCode } from '../../src/python/same-code';
import { PythonSource } from '../../src/python/source';

async function isSame(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all(
    [one, other].map((text) => PythonSource.parse('app/posts.py', text)),
  );
  return first !== undefined && second !== undefined && isSameCode(first.root, second.root);
}

const DESTROY = [
  'def destroy(post_id):',
  '    try:',
  '        db.session.commit()',
  '    except IntegrityError:',
  '        db.session.rollback()',
  '        flash("It is in use.", "error")',
  '    return redirect("/")',
].join('\n');

describe('isSameCode()', () => {
  const formats = [
    { what: 'line breaks', one: 'f(a, b)', other: 'f(\n    a,\n    b,\n)' },
    { what: 'quotes', one: `f("it's", 'b', u'c')`, other: `f('it\\'s', "b", "c")` },
    {
      what: 'brackets around a value',
      one: 'return_ = a or b',
      other: 'return_ = (\n    a or b\n)',
    },
    { what: 'the width of the indentation', one: 'if a:\n    b()', other: 'if a:\n\tb()' },
    { what: 'blank lines', one: 'a()\nb()', other: 'a()\n\n\nb()' },
    { what: 'line ends', one: 'a = """x\ny"""', other: 'a = """x\r\ny"""' },
    { what: 'blanks in the braces of a string', one: 'a = f"{b}"', other: 'a = f"{ b }"' },
  ];
  for (const { what, one, other } of formats) {
    it(`leaves ${what} to a formatter`, async () => {
      expect(await isSame(one, other)).toBeTrue();
    });
  }

  const differences = [
    {
      what: 'a statement at another level',
      one: DESTROY,
      other: DESTROY.replace('    return', '        return'),
    },
    { what: 'blanks in a string', one: 'flash("It is gone.")', other: 'flash("It  is gone.")' },
    { what: 'a comma in a string', one: 'flash("a,)")', other: 'flash("a)")' },
    { what: 'quotes in a string', one: `a = "it's"`, other: `a = 'it"s'` },
    { what: 'the prefix of a string', one: 'a = "{b}"', other: 'a = f"{b}"' },
    { what: 'a backslash', one: 'a = "\\n"', other: 'a = r"\\n"' },
    { what: 'how a string shows a value', one: 'a = f"{b:>4}"', other: 'a = f"{b:> 4}"' },
    { what: 'blanks that a string shows', one: 'a = f"{b=}"', other: 'a = f"{b = }"' },
    { what: 'a tuple of one', one: 'a = (b,)', other: 'a = (b)' },
    { what: 'a key that is a tuple', one: 'a[b,]', other: 'a[b]' },
    { what: 'brackets that change the order', one: 'a = (b + c) * d', other: 'a = b + c * d' },
    { what: 'words that a blank separates', one: 'a = not b', other: 'a = notb' },
    { what: 'a comment', one: 'a()  # b', other: 'a()' },
    { what: 'the words of a comment', one: 'a()  # b c', other: 'a()  # bc' },
    { what: 'the order of statements', one: 'a()\nb()', other: 'b()\na()' },
  ];
  for (const { what, one, other } of differences) {
    it(`tells ${what}`, async () => {
      expect(await isSame(one, other)).toBeFalse();
      expect(await isSame(one, one)).toBeTrue();
    });
  }
});
