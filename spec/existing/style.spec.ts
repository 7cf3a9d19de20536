import { Sources } from '../../src/layout/sources';
import { categoryIn, importedAs, queriesByModel, quotedAs } from '../../src/existing/style';
import { projectFiles } from '../support/project-files';

const sourcesOf = (text: string): Sources => Sources.of(projectFiles({ 'app/views.py': text }));

describe('the style of an application', () => {
  it('has the quotes that a file has more of', () => {
    expect(quotedAs("a = 'b'")('f("x", "it\'s", "")')).toBe("f('x', \"it's\", '')");
    expect(quotedAs('a = "b"')('f("x")')).toBe('f("x")');
    expect(quotedAs('')('f("x")')).toBe('f("x")');
  });

  it('has relative imports if a neighbour has them', () => {
    const code = 'from flask import abort\nfrom app import db\nfrom app.notes.forms import A\n';
    expect(importedAs('from . import a\n', code, 'app/notes/views.py')).toBe(
      'from flask import abort\nfrom .. import db\nfrom .forms import A\n',
    );
    expect(importedAs('from app import a\n', code, 'app/notes/views.py')).toBe(code);
  });

  it('has the queries that are used most', () => {
    expect(
      queriesByModel(sourcesOf('User.query.all()\nPost.query.get(1)\nsa.select(User)\n')),
    ).toBe(true);
    expect(queriesByModel(sourcesOf('db.session.scalars(sa.select(User))\n'))).toBe(false);
    expect(queriesByModel(sourcesOf(''))).toBe(false);
  });

  it('has the categories of its messages', () => {
    const sources = sourcesOf('flash("a", "success")\nflash("b", category="danger")\nflash("c")\n');
    expect(categoryIn(sources, 'success')).toBe(', "success"');
    expect(categoryIn(sources, 'error', 'danger')).toBe(', "danger"');
    expect(categoryIn(sources, 'warning')).toBe('');
  });
});
