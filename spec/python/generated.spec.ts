import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { functionsOf } from '../../src/python/queries';
import { fileOf, type GeneratedPiece, pieceOf } from '../../src/python/generated';
import { PythonSource } from '../../src/python/source';
import { expectFile } from '../support/expected';

const FOLDER = join(__dirname, 'generated');

function parse(code: string): Promise<PythonSource> {
  return PythonSource.parse('app/controllers/post_controller.py', code);
}

/** A method of `generated/module.py`, for a place that is indented by four spaces. */
async function methodOf(name: string): Promise<GeneratedPiece | undefined> {
  const source = await parse(readFileSync(join(FOLDER, 'module.py'), 'utf8'));
  const method = functionsOf(source).find((each) => each.name === name);
  return method && pieceOf(source, method.node, 4);
}

describe('fileOf', () => {
  it('keeps the imports that are used, sorted, and breaks long lines', async () => {
    const source = await parse(readFileSync(join(FOLDER, 'module.py'), 'utf8'));
    expectFile(join(FOLDER, 'file.py'), fileOf(source));
  });

  it('starts with the code if no import is used', async () => {
    const code = 'from uuid import UUID\n\n\nclass Post:\n    pass\n';
    expect(fileOf(await parse(code))).toBe('class Post:\n    pass\n');
  });

  it('keeps a module without imports', async () => {
    const code = 'class Post:\n    pass\n';
    expect(fileOf(await parse(code))).toBe(code);
  });

  for (const [use, code] of [
    ['an attribute', 'x.strip()'],
    ['the name of an argument', 'f(strip=1)'],
    ['the name of a function', 'def strip():\n    pass'],
    ['a text', 'x = "strip"'],
  ] as const) {
    it(`drops the import of a name that is only ${use}`, async () => {
      const text = fileOf(await parse(`from app.forms.base import strip\n\n${code}\n`));
      expect(text).toBe(`${code}\n`);
    });
  }
});

describe('pieceOf', () => {
  it('is the code of a method without its indentation, broken for the place that it goes to', async () => {
    const method = await methodOf('show');
    expectFile(join(FOLDER, 'piece.py'), `${method?.code ?? ''}\n`);
  });

  it('has the imports that the method uses, with their aliases', async () => {
    const method = await methodOf('show');
    expect(method?.imports).toEqual([
      { module: 'typing', name: 'Any' },
      { module: 'flask', name: 'render_template' },
      { module: 'app.posts', name: 'Post' },
      { module: 'sqlalchemy.orm', name: 'Mapped', alias: 'Column' },
      { module: 'flask.typing', name: 'ResponseReturnValue' },
      { module: 'app.extensions', name: 'db' },
    ]);
  });

  it('has none for a method that uses none', async () => {
    expect((await methodOf('any'))?.imports).toEqual([]);
  });
});
