import { AUTH } from '../support/own-auth';
import { ViewProject } from '../support/view-project';

const PAGE = 'app/templates/recipes/show.html';
const NEWEST = /(\w+) \| newest\(([^)]*)\)/g;

/** What the page of a record shows of what belongs to it: `project: "Issue.project_id"`. */
function shown(page: string): string[] {
  return [...page.matchAll(NEWEST)].map(([, record = '', names = '']) => `${record}: ${names}`);
}

/** A project with recipes, after a person's edit of the page of a recipe. */
async function recipes(edit = (page: string): string => page): Promise<ViewProject> {
  const fields = ['name', 'text:text'];
  const project = await (await ViewProject.with()).makeResource('recipes', { fields });
  return ViewProject.with({ ...project.files, [PAGE]: edit(project.read(PAGE)) });
}

async function withComments(project: ViewProject): Promise<string> {
  await project.makeResource('recipes.comments', { fields: ['text:text'] });
  return project.read(PAGE);
}

/** An application with projects. */
async function projects(): Promise<ViewProject> {
  return (await ViewProject.with()).makeResource('projects', { fields: 'name' });
}

function pageOf(project: ViewProject, folder = 'projects'): string {
  return project.read(`app/templates/${folder}/show.html`);
}

describe('A nested resource', () => {
  it('is on the page of its parent, once', async () => {
    const project = await recipes();
    const page = await withComments(project);
    expect(shown(page)).toEqual(['recipe: "Comment.recipe_id"']);
    expect(page).toContain("url_for('recipes.comments.index', recipe_id=recipe.id)");
    expect(page).toContain("url_for('recipes.comments.create', recipe_id=recipe.id)");
    expect(project.messages.join('\n')).not.toContain('does not link there');
    await project.makeResource('recipes.comments', { fields: ['text:text'] });
    expect(project.read(PAGE)).toBe(page);
  });

  it('is on a page that a person has changed, whose lines stay', async () => {
    const project = await recipes((page) =>
      page
        .replace('<h1>', '<h1 class="big">')
        .replace('<div class="record">', '<p>Serves four.</p>\n  <div class="record">'),
    );
    const mine = project.read(PAGE);
    const page = await withComments(project);
    expect(shown(page)).toEqual(['recipe: "Comment.recipe_id"']);
    expect(page.replace(/ {2}\{% set comments, comments_count[^]*<\/section>\n/, '')).toBe(mine);
  });

  it('is offered to those who may make it once everybody opens the page', async () => {
    const guarded = (guard: 'none' | 'users' | 'users-write') => ({ guard, fields: ['name'] });
    const project = await ViewProject.with(AUTH);
    await project.makeResource('recipes', guarded('users'));
    await project.makeResource('recipes.comments', guarded('users-write'));
    await project.makeResource('recipes', { guard: 'none' });
    expect(project.read(PAGE)).toContain('{% if comments or current_user %}');
    await project.addField('comments', 'note:string:optional');
    expect(project.warnings.join()).not.toContain(PAGE);
    expect(project.read(PAGE)).toContain('comment.note');
  });

  it('gets its form on the page that was made before its list', async () => {
    const project = await ViewProject.with(AUTH);
    await project.makeResource('recipes', { fields: 'name' });
    await project.makeResource('recipes.comments', { fields: 'text', only: 'show,edit,update' });
    await project.make('recipes.comments.index', '-rcm');
    const mine = project.read(PAGE).replace('<h1>', '<h1 class="big">');
    const changed = await ViewProject.with({
      ...project.files,
      ...project.remembered,
      [PAGE]: mine,
    });
    await changed.makeResource('recipes', { guard: 'owner' });
    await changed.makeResource('recipes.comments', { guard: 'users' });
    expect(changed.warnings.join()).not.toContain('Add by hand');
    expect(changed.read(PAGE)).toContain('<h1 class="big">');
    expect(changed.read(PAGE)).toContain("url_for('recipes.comments.create', recipe_id=recipe.id)");
    const model = changed.manifest('recipes').generated['app/models/recipe.py'] as string[];
    // The block of this line came with the comments, which are of another resource.
    expect(model).not.toContain('    from app.models.user import User');
    await changed.upgrade();
    expect(changed.read(PAGE)).toContain('All {% if comments_count');
  });

  it('leaves a page that has its own link', async () => {
    const mine = '<a href="{{ url_for(\'recipes.comments.index\', recipe_id=1) }}">\n';
    const project = await recipes(() => mine);
    expect(await withComments(project)).toBe(mine);
    expect(project.messages.join('\n')).not.toContain('Add by hand');
  });

  it('gives the lines for a page that has no place for it', async () => {
    const project = await recipes(() => '<p>Mine</p>\n');
    expect(await withComments(project)).toBe('<p>Mine</p>\n');
    expect(project.warnings.join('\n')).toContain(
      `${PAGE}:1 was changed where what belongs to its record would go, so that stays. Add by hand:\n` +
        '  {% set comments, comments_count = recipe | newest("Comment.recipe_id") %}',
    );
  });

  it('leads people there once they have saved a record', async () => {
    const project = await projects();
    await project.makeResource('projects.issues', { fields: 'title' });
    const controller = project.read('app/controllers/project_issue_controller.py');
    const url = 'url_for("projects.show", project_id=project_id, _anchor="issues")';
    expect(controller.replaceAll(/\s+/g, ' ').split(url).length - 1).toBe(2);
  });

  it('leads people to the record where a person wrote the page of the parent', async () => {
    const files = { [PAGE]: '<p>Mine</p>\n' };
    const project = await (await ViewProject.with(files)).makeModel('Recipe', 'name');
    await withComments(project);
    const controller = project.read('app/controllers/recipe_comment_controller.py');
    expect(controller).not.toContain('_anchor');
  });

  it('shows its texts in full, with who wrote them', async () => {
    const project = await recipes();
    const fields = ['text:text', 'author:references:users'];
    await project.makeResource('recipes.comments', { fields });
    const page = project.read(PAGE);
    expect(shown(page)).toEqual(['recipe: "Comment.recipe_id", "author_id"']);
    expect(page).toContain(
      '<strong>{{ (comment | related("author_id")).name | display }}</strong>',
    );
    expect(page).toContain('<div class="text" dir="auto">{{ comment.text | display }}</div>');
  });

  it('has texts in the order in which people wrote them, as the list has', async () => {
    const project = await recipes();
    const page = await withComments(project);
    expect(page).toContain('{% set comments = comments | reverse | list %}');
    expect(page).toContain('<p class="hint">The newest {{ comments | length }} of');
    const list = project.read('app/controllers/recipe_comment_controller.py');
    expect(list).toContain('.order_by(Comment.id)');
    // One answers where one has read to.
    expect(page.indexOf('New comment')).toBeGreaterThan(page.indexOf('<ol class="messages">'));
  });
});

describe('What belongs to a record', () => {
  it('leaves its page as generated', async () => {
    const project = await projects();
    await project.makeResource('projects.issues', { fields: 'title' });
    const path = 'app/templates/projects/show.html';
    expect(shown(pageOf(project))).toEqual(['project: "Issue.project_id"']);
    expect((project.manifest('projects').generated[path] as string[]).join('\n')).toBe(
      project.read(path),
    );
  });

  it('is on the same page in whichever order the resources are made', async () => {
    const first = await projects();
    await first.makeResource('issues', { fields: ['title', 'project:references:projects'] });
    const second = await (await ViewProject.with()).makeModel('Project', 'name');
    await second.makeResource('issues', { fields: ['title', 'project:references:projects'] });
    await second.makeResource('projects');
    const third = await projects();
    await third.makeResource('issues', { fields: 'title' });
    await third.addField('issues', 'project:references:projects:optional');
    const pages = [first, second, third].map((project) => pageOf(project));
    expect(new Set(pages).size).toBe(1);
    expect(shown(pageOf(first))).toEqual(['project: "Issue.project_id"']);
  });

  it('comes first if it ends with the record, and last if people write it to each other', async () => {
    const project = await projects();
    const reference = 'project:references:projects';
    await project.makeResource('comments', { fields: ['text:text', `${reference}:cascade`] });
    await project.makeResource('drafts', { fields: ['title', `${reference}:optional:nullify`] });
    await project.makeResource('projects.issues', { fields: 'title' });
    expect(shown(pageOf(project))).toEqual([
      'project: "Issue.project_id"',
      'project: "Draft.project_id"',
      'project: "Comment.project_id"',
    ]);
  });

  it('is named in the dialog that deletes the record', async () => {
    const page = pageOf(await projects());
    expect(page).toContain(', "Delete project", project.name, project | lost) }}');
  });

  it('leads to its list and to its form, with that record chosen', async () => {
    const project = await projects();
    await project.makeResource('issues', { fields: ['title', 'project:references:projects'] });
    expect(pageOf(project)).toContain("url_for('issues.index', project_id=project.id)");
    expect(pageOf(project)).toContain("url_for('issues.create', project_id=project.id)");
  });

  it('may lead there among many', async () => {
    const project = await (await ViewProject.with()).makeResource('labels', { fields: 'name' });
    await project.makeResource('issues', { fields: ['title', 'labels:many'] });
    expect(shown(pageOf(project, 'labels'))).toEqual(['label: "Issue.labels"']);
    expect(pageOf(project, 'labels')).toContain("url_for('issues.index', labels=label.id)");
  });

  it('has a section for each reference, headed by the field', async () => {
    const project = await (await ViewProject.with()).makeResource('users', { only: 'index,show' });
    const fields = ['title', 'assignee:references:users', 'reporter:references:users'];
    await project.makeResource('issues', { fields });
    const page = pageOf(project, 'users');
    expect(page).toContain('<h2 id="issues-assignee-title">Issues as assignee</h2>');
    expect(page).toContain('<h2 id="issues-reporter-title">Issues as reporter</h2>');
  });

  it('is called children if it is of the same model', async () => {
    const fields = ['name', 'parent:references:categories:optional'];
    const project = await (await ViewProject.with()).makeResource('categories', { fields });
    const page = pageOf(project, 'categories');
    expect(shown(page)).toEqual(['category: "Category.parent_id"']);
    expect(page).toContain('>Children</h2>');
    expect(page).toContain("url_for('categories.create', parent_id=category.id)");
  });

  it('shows at most three columns beside the label', async () => {
    const project = await projects();
    const fields = ['title', 'a:integer', 'b:integer', 'c:integer', 'd:integer', 'text:text'];
    await project.makeResource('projects.issues', { fields });
    const labels = [...pageOf(project).matchAll(/scope="col"[^>]*>(\w+)</g)].map(([, it]) => it);
    expect(labels).toEqual(['Title', 'A', 'B', 'C']);
  });

  it('is that of the same namespace, or else the public one', async () => {
    const project = await projects();
    await project.makeResource('admin.projects', { namespace: true });
    await project.makeResource('issues', { fields: ['title', 'project:references:projects'] });
    expect(pageOf(project, 'admin/projects')).toContain("url_for('issues.show'");
    await project.makeResource('admin.issues', { namespace: true });
    expect(pageOf(project, 'admin/projects')).toContain("url_for('admin.issues.show'");
    expect(pageOf(project)).toContain("url_for('issues.show'");
    expect(pageOf(project)).not.toContain('admin.issues');
  });

  it('is not what only another namespace shows', async () => {
    const project = await projects();
    await project.makeModel('Issue', 'title project:references:projects');
    await project.makeResource('admin.issues', { namespace: true });
    expect(shown(pageOf(project))).toEqual([]);
  });

  it('follows new names of columns and loses what is removed', async () => {
    const project = await projects();
    const fields = ['title', 'state', 'project:references:projects'];
    await project.makeResource('issues', { fields });
    await project.renameField('issues', 'title:headline');
    expect(pageOf(project)).toContain('{{ issue.headline }}');
    expect(pageOf(project)).not.toContain('issue.title');
    await project.removeField('issues', 'state', { deleteData: true });
    expect(pageOf(project)).not.toContain('issue.state');
    await project.removeField('issues', 'project', { deleteData: true });
    expect(shown(pageOf(project))).toEqual([]);
    const page = 'app/templates/projects/show.html';
    expect((project.manifest('projects').generated[page] as string[]).join('\n')).toBe(
      project.read(page),
    );
  });
});

describe('What belongs to a record, with sign-in', () => {
  async function guarded(guard: 'users' | 'users-write' | 'admin'): Promise<string> {
    const project = await projects();
    await project.makeAuth();
    await project.makeResource('issues', {
      fields: ['title', 'project:references:projects'],
      guard,
    });
    return pageOf(project);
  }

  it('offers a form to those who may open it', async () => {
    const link = (page: string): string | undefined =>
      /\{% if (.*) %\}\n.*\n.*issues\.create/.exec(page)?.[1];
    expect(link(await guarded('users'))).toBe('current_user');
    expect(link(await guarded('users-write'))).toBe('current_user');
    expect(link(await guarded('admin'))).toBe('current_user and current_user.is_admin');
  });

  it('offers a form to the owner of the record, who alone may open it', async () => {
    const project = await ViewProject.with();
    await project.makeAuth();
    await project.makeResource('projects', { fields: 'name', guard: 'owner-write' });
    await project.makeResource('projects.issues', { fields: 'title' });
    const link = /\{% if (.*) %\}\n.*\n.*projects\.issues\.create/;
    expect(link.exec(pageOf(project))?.[1]).toBe('may_change');
  });

  it('offers users the form that makes them the owner on no page but their own', async () => {
    const project = await ViewProject.with();
    await project.makeAuth();
    await project.makeResource('users', { only: 'index,show', guard: 'admin' });
    await project.makeResource('drafts', { fields: 'title', guard: 'owner' });
    expect(pageOf(project, 'users')).toContain('{% if drafts or current_user == user %}');
    await project.makeResource('drafts', { guard: 'users' });
    expect(pageOf(project, 'users')).not.toContain('current_user == user');
    await project.makeResource('drafts', { guard: 'owner-write' });
    expect(pageOf(project, 'users')).toContain('{% if current_user == user %}');
  });

  it('says nothing of records to those who see none and may make none', async () => {
    expect(await guarded('users')).toContain('{% if issues or current_user %}');
  });
});

describe('An application of an earlier version', () => {
  it('gets a link to the list', async () => {
    const files = { 'app/records.py': 'def related(record, name): ...\n' };
    const project = await (
      await ViewProject.with(files)
    ).makeResource('recipes', { fields: 'name' });
    await project.makeResource('recipes.comments', { fields: 'title' });
    expect(project.read(PAGE)).toContain(
      `<p><a class="link" href="{{ url_for('recipes.comments.index', recipe_id=recipe.id) }}">Comments</a></p>`,
    );
  });
});
