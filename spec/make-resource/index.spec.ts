import { SchematicsException } from '@angular-devkit/schematics';
import { UsageError } from '../../src/errors';
import { AUTH } from '../support/own-auth';
import { ViewProject } from '../support/view-project';

const PAGES = ['index', 'show', 'create', 'edit'].map((page) => `app/templates/users/${page}.html`);

const TAG = `from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from app.extensions import db


class Tag(db.Model):
    __tablename__ = "tags"

    slug: Mapped[str] = mapped_column(String(40), primary_key=True)
`;

describe('make-resource', () => {
  it('makes all pages of a model that exists, and what serves them', async () => {
    const project = await (await ViewProject.with()).makeResource('users');
    const paths = Object.keys(project.changes);
    for (const path of [...PAGES, 'app/forms/user_form.py', 'app/routes/users/routes.py']) {
      expect(paths).toContain(path);
    }
    expect(paths).not.toContain('app/models/user.py');
    expect(project.warnings).toEqual([]);
    expect(project.messages).toContain('info GET /users  →  users.index');
  });

  it('links its pages without a test', async () => {
    const project = await (await ViewProject.with()).makeResource('users');
    const made = Object.values(project.changes).join('\n');
    expect(made).not.toMatch(/is (not )?endpoint|first_url/);
    expect(project.read('app/templates/users/index.html')).toContain("url_for('users.create')");
  });

  it('changes nothing the second time, and says so', async () => {
    const project = await (await ViewProject.with()).makeResource('users');
    const { changes } = project;
    project.messages.length = 0;
    await project.makeResource('users');
    expect(project.changes).toEqual(changes);
    expect(project.messages).toEqual(['info Nothing to do: users already exists.']);
  });

  it('makes some actions, whose pages test for those that may follow', async () => {
    const project = await (await ViewProject.with()).makeResource('users', { only: 'index,show' });
    const made = Object.keys(project.changes).filter((path) => path.includes('templates'));
    expect(made).toEqual(PAGES.slice(0, 2));
    const list = project.read(PAGES[0] ?? '');
    expect(list).toContain(
      '<a class="link" href="{{ url_for(\'users.show\', user_id=user.id) }}">',
    );
    expect(list).toContain('{% if "users.create" is endpoint %}');
  });

  it('links to the actions that exist', async () => {
    const project = await (await ViewProject.with()).make('users.index', 'rc');
    await project.makeResource('users', { only: ['show', 'destroy'] });
    expect(project.read(PAGES[1] ?? '')).toContain(
      `  <p class="back"><a class="link" href="{{ url_for('users.index') }}">All users</a></p>`,
    );
    expect(project.read('app/controllers/user_controller.py')).toContain(
      'return redirect(url_for("users.index"))',
    );
  });

  describe('with a list alone', () => {
    const LIST = 'app/templates/projects/issues/index.html';
    const LINK = `<a class="link" href="{{ url_for('issues.show', issue_id=issue.id) }}">{{ issue.title }}</a>`;

    async function issues(guard?: 'users'): Promise<ViewProject> {
      const project = await ViewProject.with(AUTH);
      await project.makeResource('projects', { fields: 'name' });
      return project.makeResource('issues', {
        fields: 'title project:references:projects',
        ...(guard ? { guard } : {}),
      });
    }

    it('links to the page of a record that its model has elsewhere', async () => {
      const project = await issues();
      await project.makeResource('projects.issues', { only: 'index' });
      expect(project.read(LIST)).toContain(LINK);
      await project.makeResource('admin.issues', { only: 'index', namespace: true });
      expect(project.read('app/templates/admin/issues/index.html')).toContain(LINK);
    });

    it('links there as a view that is made alone, too', async () => {
      const project = await issues();
      await project.make('projects.issues.index', 'rc');
      expect(project.read(LIST)).toContain(LINK);
    });

    it('does not link to one that is for fewer people', async () => {
      const project = await issues('users');
      await project.makeResource('projects.issues', { only: 'index', guard: 'none' });
      expect(project.read(LIST)).not.toContain("issues.show', issue_id=issue.id");
      await project.makeResource('admin.issues', {
        only: 'index',
        guard: 'users',
        namespace: true,
      });
      expect(project.read('app/templates/admin/issues/index.html')).toContain(LINK);
    });

    it('links to its own page as soon as it has one', async () => {
      const project = await issues();
      await project.makeResource('projects.issues', { only: 'index' });
      await project.makeResource('projects.issues');
      expect(project.warnings).toEqual([]);
      expect(project.read(LIST)).toContain(
        `{{ url_for('projects.issues.show', project_id=project.id, issue_id=issue.id) }}`,
      );
    });
  });

  it('keeps what a person wrote, and warns', async () => {
    const page = '<h1>People</h1>\n';
    const project = await ViewProject.with({ [PAGES[0] ?? '']: page });
    await project.makeResource('users');
    expect(project.read(PAGES[0] ?? '')).toBe(page);
    expect(project.warnings).toEqual([`warn ${PAGES[0] ?? ''} already exists. It stays as it is.`]);
  });

  it('finds a record by a key that is no number', async () => {
    const files = {
      'app/models/tag.py': TAG,
      'app/models/__init__.py': 'from app.models.tag import Tag\n\n__all__ = ["Tag"]\n',
    };
    const project = await (await ViewProject.with(files)).makeResource('tags');
    expect(project.read('app/routes/tags/routes.py')).toContain(
      '@bp.get("/tags/<string:tag_id>/edit")\ndef edit(tag_id: str)',
    );
    expect(project.read('app/templates/tags/show.html')).toContain(
      "url_for('tags.edit', tag_id=tag.slug)",
    );
  });

  it('makes the model of its fields, and uses it as if it existed', async () => {
    const fields = ['title:string:120', 'author:references:users'];
    const project = await (await ViewProject.with()).makeResource('posts', { fields });
    expect(project.read('app/models/post.py')).toContain('author: Mapped[User] = relationship()');
    expect(project.read('app/forms/post_form.py')).toContain('author_id = RowField(');
    expect(project.read('app/templates/posts/show.html')).toContain('post | related("author_id")');
    expect(project.messages.join('\n')).toContain('The database needs a migration:');
    expect(project.warnings).toEqual([]);
    const { changes } = project;
    project.messages.length = 0;
    await project.makeResource('posts', { fields: fields.join(' ') });
    expect(project.changes).toEqual(changes);
    expect(project.messages).toEqual(['info Nothing to do: posts already exists.']);
  });

  it('refuses fields that the model lacks, and says what to do', async () => {
    const project = await ViewProject.with();
    await expectAsync(
      project.makeResource('users', { fields: ['phone:string:40'] }),
    ).toBeRejectedWithError(
      SchematicsException,
      /without phone\. Did you mean scaffold add:field users phone:string:40:optional\?/,
    );
    expect(project.changes).toEqual({});
  });

  it('makes the missing parent of a nested resource', async () => {
    const project = await ViewProject.with();
    await project.makeResource('recipes.comments', { fields: 'text' });
    expect(project.read('app/routes/recipes/comments/routes.py')).toContain(
      '"/recipes/<int:recipe_id>/comments/<int:comment_id>"',
    );
    expect(project.messages).toContain('info Also made the model Recipe in app/models/recipe.py.');
    expect(project.read('tests/factories/recipe.py')).toContain('recipe = Recipe(**values)');
    expect(project.read('app/templates/recipes/comments/show.html')).toContain(
      'comment | related("recipe_id")',
    );
  });

  it('refuses a resource without a model', async () => {
    const project = await ViewProject.with();
    await expectAsync(project.makeResource('posts')).toBeRejectedWithError(
      UsageError,
      /no model Post yet.*\n {2}scaffold make:resource posts title/,
    );
    expect(project.changes).toEqual({});
  });

  it('refuses an application without a database, and names the way to one', async () => {
    const project = await ViewProject.with({}, false);
    await expectAsync(project.makeResource('posts')).toBeRejectedWithError(
      SchematicsException,
      /scaffold new NAME --db/,
    );
  });

  const SLIPS: Readonly<Record<string, RegExp>> = {
    'isues.attachments':
      /^"isues" would be a new model, Isue\. Did you mean issues\.attachments\? If not, run `scaffold make:model Isue` first, or add --namespace\.$/,
    'issue.attachments':
      /^"issue" would be a new namespace\. Did you mean issues\.attachments\? If not, add --namespace\.$/,
    'projects.issue.votes': /^"issue" would be .+ Did you mean projects\.issues\.votes\? /,
    'amdin.votes': /^"amdin" would be .+ Did you mean admin\.votes\? /,
  };
  for (const [name, message] of Object.entries(SLIPS)) {
    it(`refuses ${name} beside a parent that was probably meant, unless somebody insists`, async () => {
      const project = await ViewProject.with();
      await project.makeResource('issues', { fields: 'title' });
      await project.makeResource('projects', { fields: 'title' });
      await project.makeResource('admin.users');
      await expectAsync(project.makeResource(name, { fields: 'text' })).toBeRejectedWithError(
        UsageError,
        message,
      );
      await project.makeResource(name, { fields: 'text', namespace: true });
      expect(project.warnings.join()).not.toContain('Did you mean');
      await project.makeResource(name.replace(/\w+$/, 'stars'), { fields: 'text' });
    });
  }

  it('refuses a parent that is nearly a model, also for a view without a model', async () => {
    const project = await (await ViewProject.with()).makeResource('issues', { fields: 'title' });
    for (const flags of ['rcm', 'rc']) {
      await expectAsync(project.make('isues.notes.index', flags)).toBeRejectedWithError(
        UsageError,
        /Did you mean issues\.notes\?/,
      );
    }
    await project.makeModel('Isue');
    await project.make('isues.notes.index', 'rcm');
    expect(project.warnings).toEqual([]);
  });

  it('asks about a singular beside its plural', async () => {
    const project = await (await ViewProject.with()).makeResource('users');
    await project.makeResource('user', { model: 'User' });
    expect(project.warnings.join()).toContain('user was made as you typed it. Did you mean users?');
  });

  it('asks about the singular of a model that exists', async () => {
    const project = await (await ViewProject.with()).makeResource('user');
    expect(project.warnings.join()).toContain('user was made as you typed it. Did you mean users?');
  });
});
