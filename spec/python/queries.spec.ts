import {
  assignmentsIn,
  basesOf,
  callOf,
  callsOf,
  classesOf,
  decoratorsOf,
  findClass,
  functionsIn,
  functionsOf,
  namesAt,
  namesBoundIn,
  parametersOf,
} from '../../src/python/queries';
import {
  type Import,
  importsByName,
  importsOf,
  isImportedAt,
  localNames,
  meaningsOf,
} from '../../src/python/imports';
import { type Node, stringValue } from '../../src/python/node';
import { PythonSource } from '../../src/python/source';

function parse(...lines: string[]): Promise<PythonSource> {
  return PythonSource.parse('app/routes/__init__.py', lines.join('\n'));
}

describe('queries', () => {
  it('find the names that assignments bind', async () => {
    const { root } = await parse('a = 1', 'b, (c, *d) = e', 'f.g, h = j', 'k: int = l = 2');
    expect([...namesBoundIn(root)]).toEqual(['a', 'b', 'c', 'd', 'h', 'k', 'l']);
  });

  it('find imports, in full', async () => {
    const source = await parse(
      'from __future__ import annotations',
      'import os.path, app.db as db',
      'from .posts import (bp as posts_bp, x)',
      'from .. import y',
      'from a import *',
    );
    const found = importsOf(source).map(({ module, names, local }) => {
      return [module, local, names.map((each) => `${each.name} ${each.local}`).join()];
    });
    expect(found).toEqual([
      ['__future__', undefined, 'annotations annotations'],
      ['os.path', 'os', ''],
      ['app.db', 'db', ''],
      ['app.routes.posts', undefined, 'bp posts_bp,x x'],
      ['app', undefined, 'y y'],
      ['a', undefined, ''],
    ]);
  });

  it('find what a name is called at a place', async () => {
    const source = await parse(
      'import app.posts',
      'import app.posts as p',
      'import app.other',
      'from app import posts as q',
      'from ..posts import bp as r',
      'if TYPE_CHECKING:',
      '    from app.posts import bp as s',
      'def f():',
      '    from app.posts import bp as t',
    );
    const everywhere = ['app.posts.bp', 'p.bp', 'q.bp', 'r'];
    const [f] = functionsOf(source);
    const importsAt = (place: Node): Import[] =>
      importsOf(source).filter((each) => isImportedAt(place, each));
    expect(localNames(importsAt(source.root), 'app.posts', 'bp')).toEqual(everywhere);
    expect(localNames(importsAt(f?.node ?? source.root), 'app.posts', 'bp')).toEqual([
      ...everywhere,
      't',
    ]);
    expect(importsAt(source.root).length).toBe(5);
  });

  it('find what names mean by the imports that bind them', async () => {
    const source = await parse(
      'import app.db, app.views as views',
      'from .posts import bp as posts_bp',
      'def f():',
      '    from app.tags import bp as posts_bp',
    );
    const meanings = (written: string): string[] =>
      meaningsOf(importsByName(source).get(written.split('.')[0] ?? '') ?? [], written);
    expect(meanings('posts_bp')).toEqual(['app.routes.posts.bp', 'app.tags.bp']);
    expect(meanings('app.db.bp')).toEqual(['app.db.bp']);
    expect(meanings('views.bp')).toEqual(['app.views.bp']);
    expect(meanings('bp')).toEqual([]);
  });

  it('find functions, their decorators and their parameters', async () => {
    const source = await parse(
      '@bp.get("/posts")  # all',
      '@login_required',
      'async def index(page: int = 1, /, *args, flag=None, **options): pass',
      'class A:',
      '    def show(self): return lambda: 1',
      '    if x:',
      '        def edit(self):',
      '            def inner(): pass',
    );
    const [index] = functionsOf(source);
    expect(functionsOf(source).map(({ name }) => name)).toEqual(['index', 'show', 'edit', 'inner']);
    expect(functionsIn(source.root).map(({ name }) => name)).toEqual(['index']);
    expect(index && parametersOf(index)).toEqual(['page', 'args', 'flag', 'options']);
    expect(index && decoratorsOf(index).map(({ text }) => text)).toEqual([
      'bp.get("/posts")',
      'login_required',
    ]);
    const owner = findClass(source, 'A');
    expect(owner && functionsIn(owner.node).map(({ name }) => name)).toEqual(['show', 'edit']);
  });

  it('find classes and their bases', async () => {
    const source = await parse('class A(db.Model, Mixin[int], metaclass=M):', '    class B: pass');
    expect(classesOf(source).map((each) => basesOf(each).map(({ text }) => text))).toEqual([
      ['db.Model', 'Mixin[int]'],
      [],
    ]);
    expect(findClass(source, 'B')).toBeUndefined();
  });

  it('take calls apart', async () => {
    const source = await parse(
      'bp.add_url_rule("/a", view_func=a, methods=["GET"])',
      'add_url_rule(b)',
      'x().y.add_url_rule(*c)',
      '"bp.add_url_rule(d)"  # bp.add_url_rule(e)',
    );
    const calls = callsOf(source.root, 'add_url_rule');
    expect(calls.map(({ receiver }) => receiver)).toEqual(['bp', undefined, 'x().y']);
    expect(calls[0]?.positional.map(({ text }) => text)).toEqual(['"/a"']);
    expect([...(calls[0]?.keywords.keys() ?? [])]).toEqual(['view_func', 'methods']);
    expect(callOf(source.root)).toBeUndefined();
  });

  it('find assignments', async () => {
    const source = await parse(
      'a = b = 1',
      'c: Mapped[int] = column()',
      'd: str',
      'if (e := 2): pass',
      'self.f += 3',
      'def g():',
      '    h = 4',
    );
    const found = assignmentsIn(source.root).map(({ target, annotation, value }) => {
      return [target, annotation?.text, value?.text];
    });
    expect(found).toEqual([
      ['a', undefined, '1'],
      ['b', undefined, '1'],
      ['c', 'Mapped[int]', 'column()'],
      ['d', 'str', undefined],
      ['e', undefined, '2'],
      ['self.f', undefined, '3'],
    ]);
  });

  it('read literals', async () => {
    const values = [
      ['"/posts"', '/posts'],
      ["'''a\nb'''", 'a\nb'],
      ['r"/a"', '/a'],
      ['("/a" "/b")', '/a/b'],
      ['f"/{a}"', undefined],
      ['b"/a"', undefined],
      ['"\\n"', undefined],
      ['PREFIX', undefined],
    ] as const;
    for (const [text, value] of values) {
      const node = (await parse(text)).root.firstNamedChild?.firstNamedChild;
      expect(node && stringValue(node))
        .withContext(text)
        .toBe(value);
    }
  });

  it('know the names that mean something at a place', async () => {
    const source = await parse(
      'from a import b as c',
      'd = 1',
      'def e(f):',
      '    g = 2',
      '    def h(): pass',
      'class I:',
      '    j = 3',
    );
    expect([...namesAt(source, source.root)].sort()).toEqual(['I', 'c', 'd', 'e']);
    const [e] = functionsOf(source);
    expect([...namesAt(source, e?.node ?? source.root)].sort()).toEqual([
      'I',
      'c',
      'd',
      'e',
      'f',
      'g',
      'h',
    ]);
  });
});
