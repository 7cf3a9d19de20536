import { changed } from '../support/older';
import { APPLICATIONS } from '../existing/applications';
import { runSchematic } from '../existing/run-schematic';
import type { Manifest } from '../../src/manifest/format';
import { ViewProject } from '../support/view-project';

/** What every file of a project is in its manifests: its text, or that of the definitions put into it. */
function generatedIn(remembered: Readonly<Record<string, string>>): Map<string, unknown> {
  const manifests = Object.entries(remembered).filter(([path]) => path.endsWith('.json'));
  return new Map(
    manifests.flatMap(([, text]) => Object.entries((JSON.parse(text) as Manifest).generated)),
  );
}

describe('new', () => {
  it('remembers each file that it makes, without secrets, migrations and the stylesheet', async () => {
    const project = await ViewProject.with();
    const { generated, request } = project.manifest();
    const files = Object.entries(project.files).filter(([path]) => !path.endsWith('__init__.py'));
    const others = files.filter(([path]) => !(path in generated)).map(([path]) => path);
    expect(others).toEqual([
      '.env',
      'app/static/css/app.css',
      'migrations/versions/0001_create_users.py',
    ]);
    for (const [path, lines] of Object.entries(generated)) {
      expect((lines as string[]).join('\n'))
        .withContext(path)
        .toBe(project.files[path] ?? '');
    }
    expect(request.names).toEqual({ application: 'blog' });
    expect(request.options?.['db']).toBeTrue();
    const [, key = 'no key'] = /^SECRET_KEY=(\w+)$/m.exec(project.files['.env'] ?? '') ?? [];
    expect(Object.values(project.remembered).join('\n')).not.toContain(key);
  });
});

describe('make-view remembers', () => {
  it('what it makes and how it is reached, and rewrites nothing the second time', async () => {
    const project = await ViewProject.with();
    await project.make('posts.index', 'rcm');
    const { generated, request } = project.manifest('posts');
    expect(Object.keys(generated)).toEqual([
      'app/controllers/post_controller.py',
      'app/models/post.py',
      'app/routes/posts/__init__.py',
      'app/routes/posts/routes.py',
      'app/templates/posts/index.html',
    ]);
    expect(request).toEqual({
      actions: {
        index: { controller: 'PostController', guard: 'none', made: 'alone', route: '/posts' },
      },
      fields: ['id', 'created_at', 'updated_at'],
      names: { controller: 'PostController', model: 'Post', resource: 'posts', table: 'posts' },
    });
    const before = project.remembered;
    await project.make('posts.index', 'rcm');
    expect(project.remembered).toEqual(before);
  });

  it('further views of a resource, each file as it is then', async () => {
    const project = await ViewProject.with();
    await project.make('posts.index', 'rcm');
    await project.make('posts.show', 'rc');
    const kept = generatedIn(project.remembered);
    const path = 'app/controllers/post_controller.py';
    expect((kept.get(path) as string[]).join('\n')).toBe(project.read(path));
    expect(Object.keys(project.manifest('posts').request.actions ?? {})).toEqual(['index', 'show']);
  });

  it('the functions and methods that it puts into files of the application', async () => {
    const project = await ViewProject.with();
    await project.make('about', 'rc');
    const { generated, request } = project.manifest('mains');
    expect(Object.keys(generated['app/controllers/main_controller.py'] ?? {})).toEqual([
      'MainController.about',
    ]);
    expect(Object.keys(generated['app/routes/mains/routes.py'] ?? {})).toEqual(['about']);
    expect(request.actions?.['about']?.route).toBe('/about');
  });

  it('a parent that it makes as a resource of its own', async () => {
    const project = await ViewProject.with();
    await project.make('recipes.comments.index', 'rcm');
    expect(Object.keys(project.manifest('recipes').generated)).toEqual([
      'app/models/recipe.py',
      'app/routes/recipes/__init__.py',
      'app/routes/recipes/routes.py',
    ]);
    expect(Object.keys(project.manifest('recipes.comments').generated)).toContain(
      'app/models/comment.py',
    );
  });

  it('what it makes in a project whose manifest is gone', async () => {
    const project = await ViewProject.with({ '.scaffold/application.json': null });
    await project.make('about', 'rc');
    expect(project.warnings).toEqual([]);
    expect(Object.keys(project.manifest('mains').generated).length).toBe(3);
  });
});

describe('make-resource remembers', () => {
  it('all that it makes, and what resources share as part of the application', async () => {
    const project = await ViewProject.with();
    const before = generatedIn(project.remembered);
    await project.makeResource('posts', { fields: ['title:string:120', 'body:text'] });
    const kept = generatedIn(project.remembered);
    const created = Object.keys(project.changes).filter((path) => !before.has(path));
    for (const path of created) {
      expect((kept.get(path) as string[]).join('\n'))
        .withContext(path)
        .toBe(project.read(path));
    }
    expect(project.manifest('posts').request.fields).toEqual([
      'id',
      'title',
      'body',
      'created_at',
      'updated_at',
    ]);
    await project.makeResource('links', { fields: ['site:url'] });
    expect(Object.keys(project.manifest().generated)).toContain('app/forms/fields.py');
  });

  it('the guard of each action, also when it comes later', async () => {
    const project = await ViewProject.with();
    await project.makeAuth();
    await project.makeResource('posts', { fields: ['title'], only: 'index,show' });
    await project.makeResource('posts', { guard: 'admin', only: 'index,show' });
    const { actions } = project.manifest('posts').request;
    expect(actions?.['index']?.guard).toBe('admin');
    expect(actions?.['show']?.guard).toBe('admin');
    const kept = generatedIn(project.remembered);
    const routes = 'app/routes/posts/routes.py';
    expect((kept.get(routes) as string[]).join('\n')).toBe(project.read(routes));
  });
});

describe('make-model and add-field remember', () => {
  it('no columns that a person has added to the model, until a run names them', async () => {
    const MODEL = 'app/models/post.py';
    const made = await (await ViewProject.with()).makeResource('posts', { fields: ['title'] });
    const project = await changed(made, {
      [MODEL]: [
        ['    title:', '    approved: Mapped[bool] = mapped_column(default=False)\n    title:'],
      ],
    });
    const shown = (): unknown => project.manifest('posts').request.fields;
    const common = ['created_at', 'updated_at'];
    await project.make('posts.archive', '-rc');
    expect(shown()).toEqual(['id', 'title', ...common]);
    await project.addField('posts', 'body:text:optional');
    expect(shown()).toEqual(['id', 'title', ...common, 'body']);
    await project.renameField('posts', 'title:headline');
    expect(shown()).toEqual(['id', 'headline', 'body', ...common]);
    await project.addField('posts', 'approved:boolean');
    expect(shown()).toContain('approved');
  });

  it('no columns that a person has added to the model, whatever else a run makes or changes', async () => {
    const made = await (
      await (await ViewProject.with()).makeAuth()
    ).makeResource('posts', { fields: ['title'], only: 'create,store' });
    const project = await changed(made, {
      'app/models/post.py': [
        ['    title:', '    approved: Mapped[bool] = mapped_column(default=False)\n    title:'],
      ],
    });
    const shown = (): unknown => project.manifest('posts').request.fields;
    const expected = ['id', 'title', 'created_at', 'updated_at'];
    await project.make('posts.destroy', 'rc');
    expect(shown()).toEqual(expected);
    await project.makeResource('posts', { only: 'index,show' });
    expect(shown()).toEqual(expected);
    await project.makeResource('posts', { guard: 'users' });
    expect(shown()).toEqual(expected);
    await project.makeResource('my.posts', { guard: 'owner', namespace: true });
    expect(shown()).toEqual([...expected, 'user_id']);
  });

  it('the model, then its columns, also where a person has changed the page', async () => {
    const project = await ViewProject.with();
    await project.makeModel('Post', 'title');
    expect(Object.keys(project.manifest('posts').generated)).toEqual(['app/models/post.py']);
    await project.makeResource('posts');
    await project.addField('posts', 'body:text:optional');
    const { generated, request } = project.manifest('posts');
    expect(request.fields).toContain('body');
    for (const [path, lines] of Object.entries(generated)) {
      expect((lines as string[]).join('\n'))
        .withContext(path)
        .toBe(project.read(path));
    }
  });

  it('the texts as they are generated, whatever the quotes and the line ends of the files are', async () => {
    const made = await (await ViewProject.with()).makeResource('posts', { fields: ['title'] });
    const path = 'tests/test_posts.py';
    const quoted = (line: string): string =>
      line.includes("'") ? line : line.replaceAll(/(?<!")"(?!")/g, "'");
    const text = made.read(path).split('\n').map(quoted).join('\n');
    const own = { ...made.files, ...made.remembered, [path]: text.replaceAll('\n', '\r\n') };
    const project = await (await ViewProject.with(own)).addField('posts', 'body:text:optional');
    expect(project.warnings).toEqual([]);
    expect(project.read(path)).toContain("'body': 'New body',\r\n");
    await made.addField('posts', 'body:text:optional');
    expect(project.manifest('posts')).toEqual(made.manifest('posts'));
  });
});

describe('make-auth remembers', () => {
  it('what it makes and changes as part of the application', async () => {
    const project = await ViewProject.with();
    await project.makeAuth({ registration: false });
    const { generated, request } = project.manifest();
    expect(request.options).toEqual(jasmine.objectContaining({ auth: true, registration: false }));
    for (const path of ['app/auth.py', 'app/models/user.py', 'app/__init__.py', 'compose.yaml']) {
      expect((generated[path] as string[]).join('\n'))
        .withContext(path)
        .toBe(project.read(path));
    }
  });
});

describe('The marks of a conflict stop', () => {
  const marked = (text: string | undefined): string =>
    `<<<<<<< HEAD\n${text ?? ''}=======\n>>>>>>> other\n`;

  it('make-auth in an application that has it', async () => {
    const path = '.scaffold/application.json';
    const made = await (await ViewProject.with()).makeAuth();
    const again = await ViewProject.with({ ...made.files, [path]: marked(made.remembered[path]) });
    await expectAsync(again.makeAuth()).toBeRejectedWithError(
      `${path} has the marks of a merge conflict. Take either side of it, then run this again.`,
    );
    const whole = await ViewProject.with({ ...made.files, [path]: made.remembered[path] ?? '' });
    await whole.makeAuth();
    expect(whole.changes).toEqual({});
  });

  it('make-resource and make-model of a resource that is there', async () => {
    const path = '.scaffold/resources/posts.json';
    const made = await (await ViewProject.with()).makeResource('posts', { fields: ['title'] });
    const again = await ViewProject.with({ ...made.files, [path]: marked(made.remembered[path]) });
    await expectAsync(again.makeResource('posts')).toBeRejectedWithError(/merge conflict/);
    await expectAsync(again.makeModel('Post')).toBeRejectedWithError(/merge conflict/);
    await expectAsync(again.make('posts.index', 'rcm')).toBeRejectedWithError(/merge conflict/);
  });
});

describe('In an application that new did not make,', () => {
  for (const [kind, { files }] of Object.entries(APPLICATIONS)) {
    it(`pages are remembered: ${kind}`, async () => {
      const ran = await runSchematic(files, 'make-view', {
        name: 'reports.index',
        generateRoute: true,
      });
      const remembered = JSON.parse(
        ran.remembered['.scaffold/resources/reports.json'] ?? '{}',
      ) as Manifest;
      expect(remembered.request.actions?.['index']?.route).toBe('/reports');
      const html = Object.keys(remembered.generated).filter((path) => path.endsWith('.html'));
      expect(html.length).toBe(1);
      for (const [path, lines] of Object.entries(remembered.generated)) {
        if (Array.isArray(lines)) {
          expect(lines.join('\n'))
            .withContext(path)
            .toBe(ran.files[path] ?? '');
        }
      }
    });
  }
});
