import { ViewProject } from '../support/view-project';

const PAGE = 'app/templates/recipes/show.html';
const LINK =
  /<a class="link" href="\{\{ url_for\('recipes\.comments\.index', recipe_id=recipe\.id\) \}\}">Comments<\/a>/;

describe('A nested resource', () => {
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

  it('is linked from the page of its parent, once', async () => {
    const project = await recipes();
    const page = await withComments(project);
    expect(page).toMatch(LINK);
    expect(project.messages.join('\n')).not.toContain('does not link there');
    await project.makeResource('recipes.comments', { fields: ['text:text'] });
    expect(project.read(PAGE)).toBe(page);
  });

  it('is linked from a page that a person has changed', async () => {
    const project = await recipes((page) =>
      page
        .replace('<h1>', '<h1 class="big">')
        .replace('<div class="record">', '<p>Serves four.</p>\n  <div class="record">'),
    );
    const mine = project.read(PAGE);
    const page = await withComments(project);
    expect(page).toMatch(LINK);
    expect(page.replace(/.*>Comments<.*\n/, '')).toBe(mine);
  });

  it('leaves a page that has its own link, and one without the place for it', async () => {
    for (const mine of [
      '<a href="{{ url_for(\'recipes.comments.index\', recipe_id=1) }}">\n',
      '<p>Mine</p>\n',
    ]) {
      const project = await recipes(() => mine);
      expect(await withComments(project)).toBe(mine);
    }
  });

  it('says how to link it where the page has no place for it', async () => {
    const project = await recipes(() => '<p>Mine</p>\n');
    await withComments(project);
    expect(project.messages.join('\n')).toContain(`${PAGE} does not link there. To link it:`);
  });
});

describe("A parent's page with a link to a new list", () => {
  it('stays as generated', async () => {
    const project = await ViewProject.with();
    await project.makeResource('projects', { fields: 'name' });
    await project.makeResource('projects.issues', { fields: 'title' });
    const path = 'app/templates/projects/show.html';
    expect(project.read(path)).toContain('projects.issues.index');
    expect((project.manifest('projects').generated[path] as string[]).join('\n')).toBe(
      project.read(path),
    );
  });
});
