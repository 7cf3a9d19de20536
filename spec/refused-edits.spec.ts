import { type PersonsFiles, ViewProject } from './support/view-project';

describe('A run is refused', () => {
  const refused: Readonly<Record<string, [PersonsFiles, view: string, message: string]>> = {
    'where a new package would hide a module': [
      { 'app/forms/__init__.py': null, 'app/forms/base.py': null, 'app/forms.py': '' },
      'posts.create',
      'app/forms.py would be hidden by the new package app/forms/. Move it to app/forms/__init__.py, and run this again.',
    ],
    'where a package would hide a new module': [
      { 'app/models/post/__init__.py': '' },
      'posts.index',
      'app/models/post.py would be hidden by the package app/models/post/. Use another name.',
    ],
    'where the layout of the page is gone': [
      { 'app/templates/layouts/base.html': null },
      'posts.index',
      'app/templates/layouts/base.html is missing, which app/templates/posts/index.html uses. ' +
        'Bring it with `scaffold upgrade app`, or copy it from a new application. Then run this again.',
    ],
    'where a macro of the page is gone': [
      { 'app/templates/macros/forms.html': '{% macro other() %}{% endmacro %}\n' },
      'posts.create',
      'app/templates/macros/forms.html has no macro fields, which app/templates/posts/create.html uses.',
    ],
    'where a filter of the page is gone': [
      { 'app/formats.py': 'def display(value: object) -> str:\n    return str(value)\n' },
      'posts.show',
      'app has no filter moment, which app/templates/posts/show.html uses.',
    ],
    'where a function that the code calls is gone': [
      { 'app/links.py': 'def is_endpoint() -> bool:\n    return False\n' },
      'posts.store',
      'app/links.py has no first_url, which app/controllers/post_controller.py imports.',
    ],
    'where the base of models or forms is gone': [
      { 'app/models/types.py': null },
      'posts.index',
      'app.models.types has no UtcDateTime, which app/models/post.py imports.',
    ],
    'where db is gone': [
      { 'app/extensions.py': 'csrf = None\n' },
      'posts.index',
      'app/extensions.py has no db, which app/models/post.py imports.',
    ],
  };
  for (const [why, [files, view, message]] of Object.entries(refused)) {
    it(why, async () => {
      const project = await ViewProject.with(files);
      const before = project.files;
      await expectAsync(project.make(view, 'rcm')).toBeRejectedWithError(
        new RegExp(`^${message.replace(/[.+?()]/g, '\\$&')}`),
      );
      expect(project.files).toEqual(before);
    });
  }

  for (const [what, generated] of [
    ['has no manifest', null],
    ['has one without files', '{"format": 1, "generated": {}}\n'],
    ['has one without this file', '{"format": 1, "generated": {"run.py": []}}\n'],
  ] as const) {
    it(`without advice to upgrade what ${what}: an upgrade would change nothing`, async () => {
      const project = await ViewProject.with({
        '.scaffold/application.json': generated,
        'app/extensions.py': 'csrf = None\n',
      });
      await expectAsync(project.make('posts.index', 'rcm')).toBeRejectedWithError(
        'app/extensions.py has no db, which app/models/post.py imports. ' +
          'Copy it from a new application. Then run this again.',
      );
    });
  }

  it('but not for what a person wrote before', async () => {
    const project = await ViewProject.with({
      'app/controllers/post_controller.py':
        'from app.gone import nothing\n\n\nclass PostController:\n    pass\n',
    });
    await project.make('posts.index', 'rcm');
    expect(project.read('app/controllers/post_controller.py')).toContain('def index(self)');
  });
});
