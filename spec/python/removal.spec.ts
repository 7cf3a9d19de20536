import { functionsOf } from '../../src/python/queries';
import { withoutExport, withoutStatement } from '../../src/python/removal';
import { PythonSource, SourceError } from '../../src/python/source';

async function withoutFunction(text: string, name = 'index'): Promise<string> {
  const source = await PythonSource.parse('app/a.py', text);
  const found = functionsOf(source).find((each) => each.name === name);
  return withoutStatement(source, found?.statement ?? source.root).toString();
}

async function unexported(text: string): Promise<string> {
  const source = await PythonSource.parse('app/a/__init__.py', text);
  return withoutExport(source, 'Post').toString();
}

const HEAD = 'from flask import Blueprint\n';
const BLUEPRINT = '\nbp = Blueprint("posts", __name__)\n';
const INDEX = '\n\n@bp.get("/")\ndef index():\n    return Post().index()\n';
const SHOW = '\n\n@bp.get("/1")\ndef show():\n    return ""\n';

describe('withoutStatement', () => {
  it('removes a function, its decorators and the import that only it used', async () => {
    const text = `${HEAD}\nfrom app.a import Post\n${BLUEPRINT}${INDEX}${SHOW}`;
    expect(await withoutFunction(text)).toBe(HEAD + BLUEPRINT + SHOW);
  });

  it('keeps an import that something else uses, exports or lists with others', async () => {
    for (const [before, after] of [
      ['from app.a import Post\n\nx = Post\n', 'from app.a import Post\n\nx = Post\n'],
      [
        'from app.a import Post\n\n__all__ = ["Post"]\n',
        'from app.a import Post\n\n__all__ = ["Post"]\n',
      ],
      ['from app.a import Post, x\n', 'from app.a import x\n'],
      ['import Post, x\n', 'import x\n'],
      ['import a.b as Post\nimport a\n', 'import a\n'],
      ['from app.a import a, Post, x\n', 'from app.a import a, x\n'],
      ['from app.a import x, Post\n', 'from app.a import x\n'],
      ['from app.a import (\n    Post,\n    x,\n)\n', 'from app.a import (\n    x,\n)\n'],
      ['from app.a import (\n    x,\n    Post,\n)\n', 'from app.a import (\n    x,\n)\n'],
      [
        'from app.a import (\n    x,  # why\n    Post,\n    y,\n)\n',
        'from app.a import (\n    x,  # why\n    y,\n)\n',
      ],
    ] as const) {
      expect(await withoutFunction(before + INDEX)).toBe(after);
    }
  });

  it('removes all names that only the function used', async () => {
    const text =
      'from app.a import bp, Post, x\n\n\n@bp.get("/")\ndef index(a=Post): pass\n\n\nx()\n';
    expect(await withoutFunction(text)).toBe('from app.a import x\n\n\nx()\n');
  });

  it('removes a condition whose only import goes', async () => {
    const guarded =
      'from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from app.a import Post\n';
    expect(await withoutFunction(`${HEAD}${guarded}${BLUEPRINT}${INDEX}`)).toBe(HEAD + BLUEPRINT);
  });

  it('keeps a condition of a person whose only import goes', async () => {
    for (const [head, tail] of [
      ['if DEBUG:', ''],
      ['if DEBUG:', 'else:\n    x()\n'],
      ['try:', 'except ImportError:\n    x()\n'],
    ]) {
      const own = (only: string): string => `${head}\n    ${only}\n${tail}`;
      const text = HEAD + own('from app.a import Post') + BLUEPRINT + INDEX;
      expect(await withoutFunction(text)).toBe(HEAD + own('pass') + BLUEPRINT);
    }
  });

  it('removes the first, a middle and the last method of a class, and keeps comments', async () => {
    const method = (name: string): string =>
      `    def ${name}(self):\r\n        return 1  # one\r\n`;
    const [a, b, c] = ['a', 'b', 'c'].map(method);
    const whole = `class A:\r\n${a}\r\n    # about b\r\n${b}\r\n${c}`;
    expect(await withoutFunction(whole, 'a')).toBe(`class A:\r\n    # about b\r\n${b}\r\n${c}`);
    expect(await withoutFunction(whole, 'b')).toBe(`class A:\r\n${a}\r\n    # about b\r\n\r\n${c}`);
    expect(await withoutFunction(whole, 'c')).toBe(`class A:\r\n${a}\r\n    # about b\r\n${b}`);
  });

  it('refuses to leave what is not Python', async () => {
    await expectAsync(
      withoutFunction('class A:\n    def index(self): pass\n'),
    ).toBeRejectedWithError(SourceError, /cannot be removed/);
  });
});

describe('withoutExport', () => {
  it('removes the import and the name in __all__', async () => {
    for (const [before, after] of [
      ['from .p import Post\n\n__all__ = ["Post"]\n', '__all__ = []\n'],
      ['from .p import Post\n\n__all__ = ("Post",)\n', '__all__ = ()\n'],
      [
        'from .a import A\nfrom .p import Post\n\n__all__ = ["A", "Post"]\n',
        'from .a import A\n\n__all__ = ["A"]\n',
      ],
      [
        'from .p import Post\nfrom .z import Z\n\n__all__ = [\n    "Post",  # mine\n    "Z",\n]\n',
        'from .z import Z\n\n__all__ = [\n      # mine\n    "Z",\n]\n',
      ],
      ['from .a import A\n', 'from .a import A\n'],
    ] as const) {
      expect(await unexported(before)).toBe(after);
    }
  });
});
