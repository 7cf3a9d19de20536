import { UsageError } from '../../src/errors';
import { ViewProject } from '../support/view-project';
import { changed, older, type OlderTexts } from '../support/older';

const CONTROLLER = 'app/controllers/post_controller.py';
const PAGE = 'app/templates/posts/show.html';
const FORM = 'app/forms/post_form.py';
const FURTHER = 'app/forms/fields.py';
const APPLICATION = '.scaffold/application.json';
const MODEL = 'app/models/post.py';

/** What older templates made otherwise. */
const OLDER: OlderTexts = {
  [CONTROLLER]: [
    ['flash("The post has been created.", "success")', 'flash("Saved.")'],
    [
      '        return render_template("posts/show.html"',
      '        print(post)\n        return render_template("posts/show.html"',
    ],
  ],
  [PAGE]: [['<dl', '<dl data-old']],
};

const POSTS = { fields: ['title:string:120', 'body:text:optional'] };

async function posts(): Promise<ViewProject> {
  return (await ViewProject.with()).makeResource('posts', POSTS);
}

const INTEGERS = { fields: ['title', 'views:integer'] };

/** Two resources, each with a further field of its own. */
async function numbers(): Promise<ViewProject> {
  const project = await (await ViewProject.with()).makeResource('posts', INTEGERS);
  return project.makeResource('lists', { fields: ['title', 'price:decimal:10:2'] });
}

/** A project whose forms have these further fields from where an earlier version had them. */
function withFieldsElsewhere(
  project: ViewProject,
  names: readonly ('Bits' | 'Digits')[],
): Promise<ViewProject> {
  const paths = { Bits: FORM, Digits: 'app/forms/list_form.py' };
  const texts = names.map((name) => {
    const base = 'from app.forms.base import ';
    const now = `${base}ModelForm, strip\nfrom app.forms.fields import ${name}\n`;
    return [paths[name], [[now, `${base}${name}, ModelForm, strip\n`]]] as const;
  });
  return older(project, Object.fromEntries(texts));
}

describe('upgrade', () => {
  it('replaces what is as generated', async () => {
    const made = await posts();
    const project = await (await older(made, OLDER)).upgrade();
    expect(project.files).toEqual(made.files);
    expect(project.remembered).toEqual(made.remembered);
    expect(project.warnings).toEqual([]);
  });

  it('replaces what is as generated in the API', async () => {
    const made = await (await posts()).makeApi('posts');
    const texts: OlderTexts = { 'app/api/posts.py': [['The API of', 'Serves, as JSON,']] };
    const project = await (await older(made, texts)).upgrade();
    expect(project.files).toEqual(made.files);
    expect(project.remembered).toEqual(made.remembered);
    expect(project.warnings).toEqual([]);
  });

  it('keeps what a person wrote beside that', async () => {
    const own: OlderTexts = {
      [CONTROLLER]: [
        [
          '    def index(self)',
          '    def newest(self) -> str:\n        return str(db.session.query(Post).first())\n\n    def index(self)',
        ],
        ['class PostController:', 'class PostController:\n    """Shows posts."""\n'],
      ],
      [PAGE]: [['{% block content %}', '{% block content %}\n  <p>Mine</p>']],
      [FORM]: [['class PostForm', 'SIZE = 3\n\n\nclass PostForm']],
    };
    const made = await posts();
    const project = await (await changed(await older(made, OLDER), own)).upgrade();
    const expected = await changed(made, own);
    expect(project.files).toEqual(expected.files);
    expect(project.remembered).toEqual(made.remembered);
    expect(project.warnings).toEqual([]);
  });

  it('leaves what belongs to a record in its order, which may have lines of a person', async () => {
    const made = await (await ViewProject.with()).makeResource('projects', { fields: 'name' });
    const fields = ['title', 'project:references:projects:optional:nullify'];
    await made.makeResource('drafts', { fields });
    await made.makeResource('issues', { fields: ['title', 'project:references:projects:cascade'] });
    const path = 'app/templates/projects/show.html';
    const [issues = '', drafts = ''] =
      made
        .read(path)
        .match(/ {2}\{% set \w+, \w+_count[^]*?<\/section>\n(?: {2}\{% endif %\}\n)?/g) ?? [];
    expect(drafts).toContain('Drafts');
    const texts: OlderTexts = { [path]: [[issues + drafts, drafts + issues]] };
    const own: OlderTexts = { [path]: [['>Drafts<', '>My drafts<']] };
    const before = await changed(await older(made, texts), own);
    const page = before.read(path);
    await before.upgrade();
    expect(before.read(path)).toBe(page);
    expect(before.warnings).toEqual([]);
  });

  it('puts no column that a person added to the model on forms, lists and pages', async () => {
    const own: OlderTexts = {
      [MODEL]: [
        [
          '    body: Mapped',
          '    approved: Mapped[bool] = mapped_column(default=False)\n    body: Mapped',
        ],
      ],
    };
    const made = await (await posts()).makeApi('posts');
    const project = await (await changed(await older(made, OLDER), own)).upgrade();
    expect(project.files).toEqual((await changed(made, own)).files);
    expect(project.warnings).toEqual([]);
  });

  it('puts no column of a mixin that a person gave the model on forms, lists and pages', async () => {
    const own: OlderTexts = {
      [MODEL]: [
        [
          'class Post(',
          'class Moderated:\n    approved: Mapped[bool] = mapped_column(default=False)\n\n\nclass Post(Moderated, ',
        ],
      ],
    };
    const made = await posts();
    const project = await (await changed(await older(made, OLDER), own)).upgrade();
    expect(project.files).toEqual((await changed(made, own)).files);
  });

  it('puts no column on a form that a person added, where pages that came later show it', async () => {
    const role: OlderTexts = {
      [MODEL]: [
        ['    body: Mapped', '    role: Mapped[int] = mapped_column(default=0)\n    body: Mapped'],
      ],
    };
    const some = await (
      await ViewProject.with()
    ).makeResource('posts', { ...POSTS, only: 'index,create,store' });
    const made = await (await changed(some, role)).makeResource('posts', { only: 'show' });
    expect(made.read(PAGE)).toContain('post.role');
    const project = await (await older(made, OLDER)).upgrade();
    expect(project.read(FORM)).not.toContain('role');
    expect(project.files).toEqual(made.files);
  });

  it('puts no column of a person on the page of what the records belong to', async () => {
    const own: OlderTexts = {
      'app/models/comment.py': [
        [
          '    text: Mapped',
          '    hidden: Mapped[bool] = mapped_column(default=False)\n    text: Mapped',
        ],
      ],
    };
    const made = await (await posts()).makeResource('posts.comments', { fields: ['text'] });
    const project = await (await changed(await older(made, OLDER), own)).upgrade();
    expect(project.files).toEqual((await changed(made, own)).files);
  });

  it('changes nothing the second time', async () => {
    const once = await (await older(await posts(), OLDER)).upgrade();
    const [files, remembered] = [once.files, once.remembered];
    const twice = await once.upgrade();
    expect(twice.files).toEqual(files);
    expect(twice.remembered).toEqual(remembered);
  });

  it('leaves a name as it is where both changed the same lines, and upgrades the others', async () => {
    const made = await posts();
    await made.makeResource('notes', { fields: 'text' });
    const texts = { ...OLDER, 'app/templates/notes/show.html': [['<dl', '<dl data-old']] } as const;
    const before = await changed(await older(made, texts), {
      [PAGE]: [['<dl data-old', '<dl id="mine"']],
    });
    const { files, remembered } = before;
    const project = await before.upgrade();
    expect(project.read('app/templates/notes/show.html')).toBe(
      made.read('app/templates/notes/show.html'),
    );
    for (const path of [PAGE, CONTROLLER]) {
      expect(project.read(path))
        .withContext(path)
        .toBe(files[path] ?? '');
    }
    const manifest = '.scaffold/resources/posts.json';
    expect(project.read(manifest)).toBe(remembered[manifest] ?? '');
    expect(project.warnings.join('\n')).toMatch(
      /posts stays as it is[^]*app\/templates\/posts\/show\.html:\d+: <dl id="mine"/,
    );
  });

  it('upgrades only what is named', async () => {
    const made = await posts();
    await made.makeResource('notes', { fields: 'text' });
    const before = await older(made, OLDER);
    const { files } = before;
    const project = await before.upgrade({ names: 'notes' });
    expect(project.files).toEqual(files);
  });

  it('refuses a name that is unknown, and suggests the nearest one', async () => {
    await expectAsync((await posts()).upgrade({ names: ['pots'] })).toBeRejectedWithError(
      UsageError,
      /"pots" to upgrade\. Did you mean posts\?/,
    );
  });

  it('makes what a resource without a manifest lacks, and lists what is not as it would be made', async () => {
    const made = await (await posts()).makeResource('tags', { fields: 'name' });
    const manifest = JSON.stringify(made.manifest('tags'));
    const whole = await ViewProject.with({
      ...made.files,
      '.scaffold/resources/tags.json': manifest,
    });
    await whole.upgrade({ names: 'posts' });
    expect(whole.files).toEqual(made.files);
    expect(whole.warnings).toEqual([]);
    const mine = Object.fromEntries(
      [CONTROLLER, FORM, 'app/routes/posts/routes.py'].map((path) => [
        path,
        `${made.read(path)}\n# mine\n`,
      ]),
    );
    const lost = { [PAGE]: null, 'tests/test_posts.py': null };
    const lacking = await ViewProject.with({ ...made.files, ...mine, ...lost });
    await lacking.upgrade({ names: 'posts' });
    expect(lacking.files).toEqual({ ...made.files, ...mine });
    expect(lacking.warnings).toEqual([
      jasmine.stringMatching(
        /^warn These files of posts are not as .*, so they stay:\n {2}app\/controllers\/post_controller\.py\n {2}app\/forms\/post_form\.py\n {2}app\/routes\/posts\/routes\.py\n/,
      ),
    ]);
    await lacking.upgrade({ names: 'posts' });
    expect(lacking.files).toEqual({ ...made.files, ...mine });
  });

  it('adds the imports that are needed, and takes away those that no longer are', async () => {
    const made = await posts();
    const before = await older(made, {
      [CONTROLLER]: [['import db\n', 'import db\nfrom app.links import gone\n']],
    });
    const own: OlderTexts = {
      [CONTROLLER]: [['class PostController:', 'class PostController:\n    size = 3\n']],
    };
    const project = await (await changed(before, own)).upgrade();
    expect(project.read(CONTROLLER)).toBe((await changed(made, own)).read(CONTROLLER));
  });

  it('makes the file of further fields if an earlier version had them elsewhere', async () => {
    const made = await numbers();
    const before = await withFieldsElsewhere(made, ['Bits', 'Digits']);
    const { [FURTHER]: gone, ...generated } = before.manifest().generated;
    expect(gone).toBeDefined();
    const project = await ViewProject.with({
      ...before.files,
      ...before.remembered,
      [APPLICATION]: JSON.stringify({ ...before.manifest(), generated }),
      [FURTHER]: null,
    });
    await project.upgrade();
    expect(project.warnings).toEqual([]);
    expect(project.files).toEqual(made.files);
    expect(project.manifest()).toEqual(made.manifest());
    expect(project.manifest('lists')).toEqual(made.manifest('lists'));
  });

  it('adds further fields to their file, which a person changed', async () => {
    const made = await numbers();
    const before = await withFieldsElsewhere(made, ['Digits']);
    const alone = (await (await ViewProject.with()).makeResource('posts', INTEGERS)).read(FURTHER);
    const generated = { ...before.manifest().generated, [FURTHER]: alone.split('\n') };
    const own: OlderTexts = { [FURTHER]: [['class Bits', 'MINE = 1\n\n\nclass Bits']] };
    const project = await changed(
      await ViewProject.with({
        ...before.files,
        ...before.remembered,
        [APPLICATION]: JSON.stringify({ ...before.manifest(), generated }),
        [FURTHER]: alone,
      }),
      own,
    );
    await project.upgrade();
    expect(project.warnings).toEqual([]);
    expect(project.files).toEqual((await changed(made, own)).files);
    expect(project.manifest()).toEqual(made.manifest());
    expect(project.manifest('lists')).toEqual(made.manifest('lists'));
  });

  it('leaves a file away that a person removed', async () => {
    const made = await posts();
    const files = { ...made.files, ...(await older(made, OLDER)).remembered };
    const project = await ViewProject.with({ ...files, [PAGE]: null });
    await project.upgrade();
    expect(Object.keys(project.files)).not.toContain(PAGE);
    expect(project.messages.join('\n')).toContain(`${PAGE} has changed, but you removed it`);
  });

  it('brings functions and methods in files of the application', async () => {
    const made = await (await ViewProject.with()).make('about', 'rc');
    const page = 'app/controllers/main_controller.py';
    const before = await older(made, {
      [page]: [['return render_template("about.html")', 'return "about"']],
    });
    const project = await before.upgrade();
    expect(project.read(page)).toBe(made.read(page));
    expect(project.remembered).toEqual(made.remembered);
  });

  it('marks both versions if it is told to, and does not ask again', async () => {
    const before = await changed(await older(await posts(), OLDER), {
      [PAGE]: [['<dl data-old', '<dl id="mine"']],
    });
    const project = await before.upgrade({ markers: true });
    expect(project.read(PAGE)).toMatch(
      /<<<<<<< yours\n.*<dl id="mine"[^]*\|{7} generated before\n.*<dl data-old[^]*>>>>>>> generated now\n/,
    );
    expect(project.warnings.join('\n')).toContain('posts has both versions, with marks');
    const { files, messages } = project;
    messages.splice(0);
    await project.upgrade();
    expect(project.files).toEqual(files);
    expect(messages).toEqual([jasmine.stringContaining('Nothing to do')]);
  });

  it('marks both versions of a function in a file of the application', async () => {
    const page = 'app/controllers/main_controller.py';
    const made = await (await ViewProject.with()).make('about', 'rc');
    const now = 'return render_template("about.html")';
    const before = await changed(await older(made, { [page]: [[now, 'return "about"']] }), {
      [page]: [['return "about"', 'return "mine"']],
    });
    const project = await before.upgrade({ names: 'mains', markers: true });
    expect(project.read(page)).toMatch(
      /<{7} yours\n {4}def about.*\n {8}return "mine"\n\|{7} generated before\n {4}def about.*\n {8}return "about"\n={7}\n {4}def about.*\n {8}return render_template\("about.html"\)\n>{7} generated now\n/,
    );
  });

  it('leaves a name as it is if one of its files takes no marks', async () => {
    const before = await changed(await older(await posts(), OLDER), {
      [PAGE]: [['<dl data-old', '<dl id="mine"']],
      [CONTROLLER]: [['flash("Saved.")', 'flash("Saved"']],
    });
    const { files } = before;
    const project = await before.upgrade({ markers: true });
    expect(project.files).toEqual(files);
    expect(project.warnings.join('\n')).toContain('Correct first what is not valid Python');
  });

  it('brings a change of an own template', async () => {
    const made = await posts();
    const template = '<p>{{ title }}</p>\n';
    const files = { ...made.files, ...made.remembered };
    const own = 'scaffold_templates/templates/show.html.template';
    const project = await (await ViewProject.with({ ...files, [own]: template })).upgrade();
    expect(project.read(PAGE)).toBe(template);
    expect(project.messages.join('\n')).toContain(`With your own templates: ${own}`);
  });

  it('keeps the columns of a list in which a field that came later had no room', async () => {
    const list = 'app/templates/issues/index.html';
    const columns = ['status:enum:open:closed', 'rank:integer', 'cost:decimal:6:1', 'done:boolean'];
    const made = await ViewProject.with();
    await made.makeResource('issues', { fields: ['title', ...columns] });
    await made.addField('issues', ['due:date:optional']);
    const before = made.read(list);
    expect(before).toContain('"created_at"');
    expect(before).not.toContain('"due"');
    const files = { ...made.files, ...made.remembered };
    const own = { 'scaffold_templates/templates/show.html.template': '<p>{{ title }}</p>\n' };
    const project = await (await ViewProject.with({ ...files, ...own })).upgrade();
    expect(project.read(list)).toBe(before);
    expect(project.read('app/controllers/issue_controller.py')).toBe(
      made.read('app/controllers/issue_controller.py'),
    );
  });

  it('takes a file that is upgraded already for what it is, if the manifest is that of another branch', async () => {
    const made = await posts();
    const { remembered } = await older(made, OLDER);
    const project = await (await ViewProject.with({ ...made.files, ...remembered })).upgrade();
    expect(project.files).toEqual(made.files);
    expect(project.remembered).toEqual(made.remembered);
    expect(project.warnings).toEqual([]);
  });
});
