import { ViewProject } from '../support/view-project';

describe('An action of a resource that has no model', () => {
  for (const action of ['store', 'update', 'destroy']) {
    it(`says that ${action} changes nothing, when it is made`, async () => {
      const project = await (await ViewProject.with()).make(`things.${action}`, 'rc');
      expect(project.warnings).toEqual([
        `warn ThingController.${action} only redirects, because the model Thing is missing. ` +
          'Write what it does, or remove it and make it again with -m.',
      ]);
      await project.make(`things.${action}`, 'r');
      expect(project.warnings.length).toBe(1);
    });
  }

  it('does not name -m where there is no database', async () => {
    const project = await (await ViewProject.with({}, false)).make('things.store', 'rc');
    expect(project.warnings).toEqual([
      'warn ThingController.store only redirects, because the model Thing is missing. Write what it does.',
    ]);
  });

  it('says that a route without a controller only redirects', async () => {
    const project = await (await ViewProject.with()).make('users.store', 'r');
    expect(project.warnings).toEqual([
      'warn POST /users/create only redirects: UserController has no method store. Add it with -c.',
    ]);
  });

  it('is quiet about pages, and about what has a model', async () => {
    const project = await (await ViewProject.with()).make('things.show', 'rc');
    await project.make('users.store', 'rc');
    expect(project.warnings).toEqual([]);
  });

  it('is named when the model is made later, unless a person has written it', async () => {
    const project = await ViewProject.with();
    for (const action of ['show', 'create', 'store', 'update']) {
      await project.make(`things.${action}`, 'rc');
    }
    const file = 'app/controllers/thing_controller.py';
    const code = project
      .read(file)
      .replace(/(def update.*\n)/, '$1        Thing.touch(thing_id)\n');
    const edited = await ViewProject.with({ ...project.changes, [file]: code });
    await edited.make('things.index', 'rcm');
    const [warning, ...others] = edited.warnings;
    expect(warning).toBe(
      'warn ThingController.show, create and store were made before the model Thing and do not use it. ' +
        'Remove them and make them again, with --force for the pages.',
    );
    expect(others).toEqual([]);
    await edited.make('things.index', 'rc');
    expect(edited.warnings.filter((each) => each.includes('before the model')).length).toBe(1);
  });
});
