import { ViewProject } from '../support/view-project';

/** The tests of what a page shows of the records that belong to its own one. */
function expected(project: ViewProject, path = 'tests/test_projects.py'): string[] {
  return project
    .read(path)
    .split(/\n\n\n/)
    .filter((each) => /^def test_\w+_on_page\(/.test(each));
}

/** An application with projects. */
async function projects(): Promise<ViewProject> {
  return (await ViewProject.with()).makeResource('projects', { fields: 'name' });
}

/** The same application once a person has changed a file. */
function changed(project: ViewProject, path: string, content: string): Promise<ViewProject> {
  const manifest = JSON.stringify(project.manifest('projects'));
  const kept = { '.scaffold/resources/projects.json': manifest };
  return ViewProject.with({ ...project.files, ...kept, [path]: content });
}

const REFERENCE = 'project:references:projects';

describe('The tests of a page with what belongs to its record', () => {
  it('expect the records that belong to this one, and no others', async () => {
    const project = await projects();
    await project.makeResource('projects.issues', { fields: 'title' });
    expect(expected(project)).toEqual([
      `def test_issues_on_page(app: Flask, client: FlaskClient, project_id: int) -> None:
    with app.app_context():
        make_issue(title="First one", project_id=project_id)
        make_issue(title="Second one")
    page = client.get(f"/projects/{project_id}")
    assert "First one" in page.text
    assert "Second one" not in page.text`,
    ]);
    expect(project.read('tests/test_projects.py')).toContain(
      'from tests.factories.issue import make_issue\n',
    );
  });

  it('are the same in whichever order the resources are made', async () => {
    const first = await projects();
    await first.makeResource('issues', { fields: ['title', REFERENCE] });
    const second = await (await ViewProject.with()).makeModel('Project', 'name');
    await second.makeResource('issues', { fields: ['title', REFERENCE] });
    await second.makeResource('projects');
    const third = await projects();
    await third.makeResource('issues', { fields: 'title' });
    await third.addField('issues', `${REFERENCE}:optional`);
    const all = [first, second, third].map((each) => each.read('tests/test_projects.py'));
    expect(new Set(all).size).toBe(1);
    expect(expected(first).length).toBe(1);
  });

  it('leave the manifest with what they are', async () => {
    const project = await projects();
    await project.makeResource('issues', { fields: ['title', 'labels:many:projects'] });
    const path = 'tests/test_projects.py';
    expect(expected(project)[0]).toContain('labels=[db.session.get_one(Project, project_id)]');
    expect((project.manifest('projects').generated[path] as string[]).join('\n')).toBe(
      project.read(path),
    );
  });

  it('expect nothing of a page that a person has written', async () => {
    const path = 'app/templates/projects/show.html';
    const project = await changed(await projects(), path, '<p>Mine</p>\n');
    await project.makeResource('issues', { fields: ['title', REFERENCE] });
    expect(expected(project)).toEqual([]);
  });

  it('come with lines to add if a person has changed them there', async () => {
    const path = 'tests/test_projects.py';
    const mine = 'def test_mine() -> None: ...\n';
    const project = await changed(await projects(), path, mine);
    await project.makeResource('issues', { fields: ['title', REFERENCE] });
    expect(project.read(path)).toBe(mine);
    expect(project.warnings.join('\n')).toContain(`${path}:1 was changed where a test of`);
  });

  it('follow new names of columns and lose what is removed', async () => {
    const project = await projects();
    await project.makeResource('issues', { fields: ['title', REFERENCE] });
    await project.renameField('issues', 'title:headline');
    await project.renameField('issues', 'project:product');
    expect(expected(project)[0]).toContain(
      'make_issue(headline="First one", product_id=project_id)',
    );
    await project.removeField('issues', 'product', { deleteData: true });
    expect(expected(project)).toEqual([]);
    expect(project.read('tests/test_projects.py')).not.toContain('make_issue');
  });

  it('lose what belongs to a resource that is removed', async () => {
    const project = await projects();
    const before = project.read('tests/test_projects.py');
    await project.makeResource('issues', { fields: ['title', REFERENCE] });
    await project.removeResource('issues', { deleteData: true });
    expect(project.read('tests/test_projects.py')).toBe(before);
  });
});

describe('The tests of a page with what belongs to its record, with sign-in', () => {
  const SEEN = ['assert "First one" in page.text', 'assert "Second one" not in page.text'];
  const UNSEEN = ['assert page.status_code == 200', 'assert "First one" not in page.text'];
  const STRANGER = 'assert "First one" not in stranger.get(f"/projects/{project_id}").text';

  function asserted(project: ViewProject, path?: string): string[] {
    return expected(project, path).flatMap((each) => each.match(/assert .*/g) ?? []);
  }

  it('follow the guard of the records', async () => {
    const project = await projects();
    await project.makeAuth();
    await project.makeResource('issues', { fields: ['title', REFERENCE] });
    expect(asserted(project)).toEqual(SEEN);
    await project.makeResource('issues', { guard: 'users' });
    expect(asserted(project)).toEqual(UNSEEN);
    await project.makeResource('projects', { guard: 'users-write' });
    expect(asserted(project)).toEqual([...SEEN, STRANGER]);
    await project.makeResource('issues', { guard: 'admin' });
    expect(asserted(project)).toEqual([...UNSEEN, STRANGER]);
    await project.makeResource('issues', { guard: 'none' });
    expect(asserted(project)).toEqual(SEEN);
  });

  it('expect those of the owner, who is signed in', async () => {
    const project = await projects();
    await project.makeAuth();
    await project.makeResource('projects', { guard: 'users-write' });
    const fields = ['title', REFERENCE];
    await project.makeResource('issues', { fields, guard: 'owner' });
    expect(asserted(project)).toEqual([...SEEN, STRANGER]);
    expect(expected(project)[0]).toContain(
      `make_issue(title="First one", project_id=project_id, user_id=signed_in_id)
        make_issue(title="Second one", project_id=project_id)`,
    );
  });

  it('follow the guard of what the records belong to', async () => {
    const project = await (await projects()).makeResource('labels', { fields: 'name' });
    await project.makeAuth();
    const fields = ['title', 'labels:many'];
    await project.makeResource('labels', { guard: 'users' });
    await project.makeResource('projects.issues', { fields, guard: 'users' });
    expect(asserted(project, 'tests/test_labels.py')).toEqual(SEEN);
    await project.makeResource('projects', { guard: 'owner' });
    expect(asserted(project)).toEqual(SEEN);
    expect(asserted(project, 'tests/test_labels.py')).toEqual(UNSEEN);
  });
});
