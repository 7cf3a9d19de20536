import type { UsedModel } from '../../src/uses/used-model';
import { usesInTemplate } from '../../src/uses/template-uses';

const POST: UsedModel = {
  className: 'Post',
  path: 'app/models/post.py',
  table: 'posts',
  record: 'post',
  form: 'PostForm',
  schemas: ['PostIn', 'PostOut'],
  factory: 'make_post',
  folders: ['posts', 'admin/posts'],
  relations: new Map([['post', ['comment']]]),
  shown: new Map(),
  attributes: ['title', 'author_id'],
};

/** Expects `«»` around certain uses, and `‹›` around others that may be meant. */
function expectMarks(name: string, text: string): void {
  const code = text.replace(/[«»‹›]/g, '');
  const marked = usesInTemplate(name, code, POST).toReversed();
  expect(
    marked.reduce((before, { attribute, isCertain, start }) => {
      const [open, close] = isCertain ? (['«', '»'] as const) : (['‹', '›'] as const);
      const end = start + attribute.length;
      return before.slice(0, start) + open + before.slice(start, end) + close + before.slice(end);
    }, code),
  ).toBe(text);
}

describe('Uses of an attribute in a template', () => {
  it('are those of the record and the form in its own pages', () => {
    for (const name of ['posts/show.html', 'admin/posts/edit.html']) {
      expectMarks(
        name,
        `{% block title %}{{ post.«title» }}{% endblock %}
<p title="title">{# post.title #}The post.title
{{ heading(posts, "«title»", "Title") }}{{ field(form.«title») }}
{{ (post | related("«author_id»")).name }}{{ other.‹title› }}{{ title }}{{ post.subtitle }}
`,
      );
    }
  });

  it('may be the names of inputs that a person has written, on pages about the record', () => {
    const inputs = `<input type="text" name="‹title›" id="title"><select class="{{ x }}" name='‹author_id›'>
<textarea name=‹title›></textarea><input name="title_2"><meta name="title">{# <input name="title"> #}`;
    expectMarks('posts/edit.html', inputs);
    expectMarks('mine/edit.html', `<h1>{{ post.id }}</h1>${inputs}`);
    expectMarks('users/edit.html', '<input name="title">');
    const shown = new Map([['index.html', new Map([['newest', 'list' as const]])]]);
    const model = { ...POST, shown };
    expect(usesInTemplate('index.html', '<input name="title">', model).length).toBe(1);
  });

  it('are those of the record on the pages of what belongs to it, also by the name of the model alone', () => {
    for (const name of ['posts/comments/show.html', 'admin/posts/comments/show.html']) {
      expectMarks(name, '{{ post.«title» }}{{ comment.‹title› }}');
    }
    const model = { ...POST, folders: ['blogs/posts'] };
    expect(usesInTemplate('posts/comments/index.html', '{{ post.title }}', model)).toEqual([
      { attribute: 'title', start: 8, isCertain: true },
    ]);
  });

  it('are those of relationships in other pages', () => {
    expectMarks(
      'comments/show.html',
      '{{ comment.post.«title» }}{{ (comment | related("post_id")).«title» }}{{ post.‹title› }}{{ user.‹title› }}',
    );
  });

  it('are those of what a page has set to a related record', () => {
    expectMarks(
      'comments/show.html',
      `{% set row = comment | related("user_id") %}{{ row.‹title› }}
{% set row = comment | related("post_id") %}{{ row.«title» }}{{ post.‹title› }}`,
    );
  });

  it('are those of what the page is certainly given, and perhaps those of what it is given', () => {
    const shown = new Map([
      [
        'edit.html',
        new Map([
          ['form', 'form' as const],
          ['entry', 'record' as const],
          ['other', undefined],
        ]),
      ],
    ]);
    const text =
      '{{ form.title() }}{{ field(form.title.errors) }}{{ entry.title }}{{ other.title() }}{{ user.title() }}';
    const uses = usesInTemplate('edit.html', text, { ...POST, shown });
    expect(
      uses.map(
        ({ isCertain, start }) => `${text.slice(0, start).split('{{ ').at(-1)} ${isCertain}`,
      ),
    ).toEqual(['form. true', 'field(form. true', 'entry. true', 'other. false']);
    expect(usesInTemplate('users/edit.html', text, { ...POST, shown })).toEqual([]);
  });

  it('are none in pages about something else', () => {
    expectMarks('users/show.html', '{{ user.title }}{{ "title" }}');
  });
});
