import { Sources } from '../../src/layout/sources';
import {
  answersErrors,
  categoryIn,
  importedAs,
  queriesByModel,
  writtenAs,
} from '../../src/app/style';
import { quotedAs } from '../../src/python/style';
import { projectFiles } from '../support/project-files';

const sourcesOf = (text: string): Promise<Sources> =>
  Sources.of(projectFiles({ 'app/views.py': text }));

describe('the style of an application', () => {
  it('has the quotes that a file has more of', () => {
    expect(quotedAs("a = 'b'")('f("x", "it\'s", "")')).toBe("f('x', \"it's\", '')");
    expect(quotedAs('a = "b"')('f("x")')).toBe('f("x")');
    expect(quotedAs('')('f("x")')).toBe('f("x")');
  });

  it('has relative imports if its neighbours have more of them', () => {
    const code = 'from flask import abort\nfrom app import db\nfrom app.notes.forms import A\n';
    expect(importedAs('from . import a\n', code, 'app/notes/views.py')).toBe(
      'from flask import abort\nfrom .. import db\nfrom .forms import A\n',
    );
    const absolute = 'from app import a\nfrom app.b import c\nfrom apple import d\n';
    const both = `from . import a\nfrom .b import c\n${absolute}`;
    expect(importedAs(both, code, 'app/notes/views.py')).toBe(code);
    expect(importedAs(`    from . import d\n${both}`, code, 'app/notes/views.py')).not.toBe(code);
  });

  it('has the indentation of its neighbours', () => {
    const code = 'def index():\n    return show(\n        1,\n    )\n';
    expect(writtenAs('import a\n\n@b\ndef a(b):\n\treturn c\n', code, 'app/notes.py')).toBe(
      'def index():\n\treturn show(\n\t\t1,\n\t)\n',
    );
    expect(writtenAs('class A:\n  b = 1\n', code, 'app/notes.py')).toContain('\n    1,\n  )\n');
    expect(writtenAs('', code, 'app/notes.py')).toBe(code);
  });

  it('has the queries that are used most', async () => {
    expect(
      queriesByModel(await sourcesOf('User.query.all()\nPost.query.get(1)\nsa.select(User)\n')),
    ).toBe(true);
    expect(queriesByModel(await sourcesOf('db.session.scalars(sa.select(User))\n'))).toBe(false);
    expect(queriesByModel(await sourcesOf(''))).toBe(false);
  });

  it('has the status of its forms with errors, by default 422', async () => {
    const form = (end: string): string =>
      `if form.validate_on_submit():\n    return render_template("done.html")\nreturn render_template("a.html", form=form)${end}\n`;
    expect(answersErrors(await sourcesOf(''))).toBe(true);
    expect(answersErrors(await sourcesOf(form('')))).toBe(false);
    expect(answersErrors(await sourcesOf(form(', 422')))).toBe(true);
    expect(answersErrors(await sourcesOf(form('') + form('') + form(', 422')))).toBe(false);
    const button =
      'if f.validate_on_submit(): pass\nreturn render_template("a", form=FlaskForm())\n';
    expect(answersErrors(await sourcesOf(button))).toBe(true);
  });

  it('has the categories of its messages', async () => {
    const sources = await sourcesOf(
      'flash("a", "success")\nflash("b", category="danger")\nflash("c")\n',
    );
    expect(categoryIn(sources, 'success')).toBe(', "success"');
    expect(categoryIn(sources, 'error', 'danger')).toBe(', "danger"');
    expect(categoryIn(sources, 'warning')).toBe('');
  });
});
