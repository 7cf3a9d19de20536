import fc from 'fast-check';
import { addAttribute, addMethods } from '../../src/python/class-edits';
import { addImport, addTypeImport } from '../../src/python/add-import';
import { nameInAll } from '../../src/python/sequence';
import { findClass, functionsIn, hasMember } from '../../src/python/queries';
import { statementAtEnd } from '../../src/python/statement-insertion';
import { PythonSource } from '../../src/python/source';
import { refusedByPython } from '../support/python-files';

/** What a file is made of. Edits may add to lines that start with `!`, and to no others. */
const PIECES = [
  ['import os'],
  ['from typing import TYPE_CHECKING'],
  ['!from app.models import User'],
  ['!from app.models import (Comment, User)  # noqa'],
  ['!from app.models import (', '!    # first', '!    Zebra,', '!    User  # last', '!)'],
  ['!from app.models import Zebra, \\', '!    User'],
  ['!from app.models import A as B'],
  ['from app.models import *'],
  ['if TYPE_CHECKING:', '    from app.models import Post'],
  ['try:', '    from app.models import Post', 'except ImportError:', '    Post = None'],
  ['def load():', '    from app.models import Post', '    return Post'],
  ['!__all__ = ["User"]'],
  ["!__all__ = ('Zebra', 'User',)"],
  ['!__all__: list[str] = [', '!    "User",  # user', '!    "Alpha"', '!]'],
  ['!__all__ += ["More"]'],
  ['!class Owner: pass  # one line'],
  ['class Owner(Base, metaclass=Meta):', '    """Text', '  of __all__', '    """'],
  ['class Owner:', '    x: int = 1', '    def show(self):', '        return 1', '', '    # end'],
  ['@decorated', 'class Owner:', '    class Nested: pass'],
  ['class Other: pass'],
  ['# from app.models import Post'],
  ['TEXT = """', 'from app.models import Post', '  __all__ = []', '"""'],
  ['', ''],
  ['x = [', '    1,', ']; y = 2'],
  ['async def go(): pass'],
];

const NAMES = ['Post', 'ANSWER', 'helper', 'User', 'A10', 'A9'];

type Edit = (source: PythonSource) => PythonSource;

const name = fc.constantFrom(...NAMES);

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(fc.constantFrom('app.models', 'app.extensions', 'flask', 'datetime'), name).map(
    ([module, imported]): Edit =>
      (source) =>
        addImport(source, { module, name: imported }),
  ),
  name.map((imported): Edit => {
    return (source) => addTypeImport(source, { module: 'app.models', name: imported });
  }),
  name.map(
    (exported): Edit =>
      (source) =>
        source.insert(...nameInAll(source, exported)),
  ),
  name.map((method): Edit => (source) => {
    const owner = findClass(source, 'Owner');
    return owner && !hasMember(owner, method)
      ? addMethods(source, owner, [`def ${method}(self):\n    return "${method}"`])
      : source;
  }),
  name.map((attribute): Edit => (source) => {
    const owner = findClass(source, 'Owner');
    return owner ? addAttribute(source, owner, attribute, `${attribute} = "x"`) : source;
  }),
  name.map((called): Edit => (source) => {
    return functionsIn(source.root).some((each) => each.name === called)
      ? source
      : source.insert(statementAtEnd(source, source.root, `def ${called}():\n    pass`));
  }),
);

const style = fc.record({
  indent: fc.constantFrom('    ', '\t', '  '),
  newline: fc.constantFrom('\n', '\r\n'),
  mark: fc.constantFrom('', '\uFEFF'),
  end: fc.boolean(),
});

describe('edits, of any file', () => {
  it('keep every line, leave Python, and do nothing twice', async () => {
    const files: string[] = [];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }),
        style,
        fc.array(edit, { minLength: 1, maxLength: 5 }),
        async (pieces, { indent, newline, mark, end }, edits) => {
          const lines = pieces.flat().map((line) =>
            line.replace(/^(!?)((?: {4})+)/, (_, sign: string, blanks: string) => {
              return sign + indent.repeat(blanks.length / 4);
            }),
          );
          const before = lines.map((line) => line.replace('!', '')).join(newline);
          let source = await PythonSource.parse('app/a.py', mark + before + (end ? newline : ''));
          for (const each of edits) {
            source = each(source);
            expect(each(source)).toBe(source);
          }
          const after = source.toString();
          const fixed = lines.filter((line) => !line.startsWith('!'));
          expect(isWithin(fixed, after.slice(mark.length).split(/\r?\n/)))
            .withContext(after)
            .toBeTrue();
          expect(isWithin(tokensOf(before), tokensOf(after)))
            .withContext(after)
            .toBeTrue();
          expect(after.startsWith(mark)).toBeTrue();
          expect(new Set(after.match(/\r?\n/g)).size).toBeLessThan(2);
          files.push(after);
        },
      ),
      { numRuns: 500 },
    );
    expect(refusedByPython(files)).toEqual([]);
  });
});

/** Whether the parts stand among others, in order. */
function isWithin(parts: readonly string[], others: readonly string[]): boolean {
  let next = 0;
  for (const other of others) {
    next += other === parts[next] ? 1 : 0;
  }
  return next === parts.length;
}

function tokensOf(text: string): string[] {
  return text.match(/\w+|[^\w\s]/g) ?? [];
}
