import { addAttribute, addMethods, joinedClass } from '../../src/python/class-edits';
import { findClass, hasMember } from '../../src/python/queries';
import { PythonSource } from '../../src/python/source';
import { expectEdits } from './expect-edits';

describe('addAttribute', () => {
  expectEdits('add-attribute', (source, name) => {
    const owner = findClass(source, name);
    return owner ? addAttribute(source, owner, 'age', 'age = Column(Integer)') : source;
  });
});

describe('addMethods', () => {
  expectEdits('add-method', (source, name) => {
    const owner = findClass(source, name);
    return owner && !hasMember(owner, 'show')
      ? addMethods(source, owner, ['def show(self):\n    return "x"'])
      : source;
  });
});

const FIRST = `from flask import render_template

from app.models import Post


class PostController:
    def index(self) -> str:
        return render_template("posts.html")

    def posts(self) -> list[Post]:
        return []


LIMIT = 20
`;

const SECOND = `from flask import redirect, render_template as render
from app.models.post import Post


class PostController:
    def show(self) -> str:
        return render("post.html")

    def posts(self) -> None:
        redirect("/")
`;

async function joined(...codes: readonly string[]): Promise<string> {
  const [first = '', ...others] = codes;
  const parse = (code: string): Promise<PythonSource> =>
    PythonSource.parse('app/controllers/post_controller.py', code);
  const modules = await Promise.all(others.map(parse));
  return joinedClass([await parse(first), ...modules], 'PostController').toString();
}

describe('joinedClass', () => {
  it('adds the methods and imports that the first module lacks', async () => {
    expect(await joined(FIRST, SECOND)).toBe(`from flask import render_template
from flask import redirect
from flask import render_template as render

from app.models import Post


class PostController:
    def index(self) -> str:
        return render_template("posts.html")

    def posts(self) -> list[Post]:
        return []

    def show(self) -> str:
        return render("post.html")


LIMIT = 20
`);
  });

  it('imports above the class if the first module imports nothing', async () => {
    const first = 'class PostController:\n    def index(self): ...\n';
    expect(await joined(first, SECOND)).toMatch(
      /^from flask import redirect\n(from .+\n)+class PostController:\n/,
    );
  });

  it('is a module that is alone', async () => {
    expect(await joined(FIRST)).toBe(FIRST);
  });

  it('leaves out what is not in the class', async () => {
    expect(await joined(FIRST, 'def help():\n    pass\n')).toBe(FIRST);
  });
});
