import { AUTH } from '../support/own-auth';
import { type PersonsFiles, ViewProject } from '../support/view-project';

const START = ['title:string:120', 'author:references:users'];

/** Each type that a resource can get later, some together. */
const FIELDS = [
  ['subtitle:string:80:optional', 'slug:string:40:unique:optional', 'note:text:default=none'],
  ['views:integer:default=0', 'size:bigint:optional', 'weight:float:default=1.5'],
  ['price:decimal:10:2:default=9.50', 'done:boolean', 'seen:boolean:optional'],
  ['due:date:optional', 'opens:time:default=09:30', 'starts:datetime:default=now'],
  ['status:enum:draft:in-review:default=draft', 'email:email:optional', 'site:url:optional'],
  ['key:uuid:optional', 'data:json:optional', 'pin:string:4:secret:optional'],
  ['editor:references:users:optional'],
  ['parent:references:posts:optional'],
  ['date:date:optional', 'on:date:default=now'],
];

let generated: Promise<PersonsFiles> | undefined;

async function posts(fields: string[]): Promise<Record<string, string>> {
  return (await (await ViewProject.with()).makeResource('posts', { fields })).files;
}

describe('add-field', () => {
  for (const fields of FIELDS) {
    it(`makes of ${fields.join(' ')} what make-resource makes of it`, async () => {
      generated ??= posts(START);
      const project = await (await ViewProject.with(await generated)).addField('posts', fields);
      expect(project.files).toEqual(await posts([...START, ...fields]));
      expect(project.warnings).toEqual([]);
    });
  }

  it('brings what checks a new field, though a column that is not on the form has the same', async () => {
    const before = await posts(START);
    const path = 'app/models/post.py';
    const columns = (before[path] ?? '').replace(
      '    title: ',
      '    weight: Mapped[int | None]\n    title: ',
    );
    const project = await ViewProject.with({ ...before, [path]: columns });
    await project.addField('posts', ['price:integer:optional']);
    expect(project.read('app/forms/post_form.py')).not.toContain('weight');
    expect(project.read('app/forms/fields.py')).toContain('\nclass Bits:');
  });

  it('gives nested records the key that they lack, as if they had it from the start', async () => {
    const key = 'user:references:users:optional:cascade';
    const made = async (...fields: string[]): Promise<ViewProject> => {
      const project = await (await ViewProject.with()).makeModel('Post', fields);
      return project.makeResource('users.posts');
    };
    const without = await made('title:string:120');
    const [warning = ''] = without.warnings;
    expect(warning).toContain(`scaffold add:field users.posts ${key}`);
    const { files } = await without.addField('users.posts', key);
    const whole = (await made('title:string:120', key)).files;
    for (const [path, text] of Object.entries(whole)) {
      if (path !== 'app/models/post.py') {
        expect(files[path]).withContext(path).toBe(text);
      }
    }
  });

  for (const guard of ['users', 'users-write', 'owner', 'owner-write', 'admin'] as const) {
    it(`keeps the guard ${guard}: the list, the pages and the tests are those of the guard`, async () => {
      const made = async (...more: string[]): Promise<ViewProject> =>
        (await ViewProject.with(AUTH)).makeResource('posts', {
          fields: [...START, ...more],
          guard,
        });
      const added = 'subtitle:string:80:optional';
      const project = await (await made()).addField('posts', added);
      expect(project.files).toEqual((await made(added)).files);
      expect(project.warnings).toEqual([]);
    });
  }

  it('keeps the owner of the records, although the field has a better name for one', async () => {
    const project = await ViewProject.with(AUTH);
    await project.makeResource('posts', { fields: START, guard: 'owner' });
    await project.addField('posts', 'user:references:users:optional');
    const controller = project.read('app/controllers/post_controller.py');
    expect(controller).toContain('author_id=current_user.id');
    expect(controller).not.toContain('user_id=current_user.id');
  });

  it('changes nothing the second time, and says so', async () => {
    const fields = FIELDS[4] ?? [];
    const project = await ViewProject.with(await posts([...START, ...fields]));
    await project.addField('posts', fields);
    expect(project.changes).toEqual({});
    expect(project.messages).toEqual([
      'info Nothing to do: Post already has status, email and site.',
    ]);
  });

  it('adds new fields beside some that the resource has', async () => {
    const made = await (await ViewProject.with()).makeResource('posts', { fields: START });
    const project = await ViewProject.with({ ...made.files, ...made.remembered });
    await project.addField('posts', [...START, 'stars:integer:default=3']);
    expect(project.files).toEqual(await posts([...START, 'stars:integer:default=3']));
    expect(project.warnings).toEqual([]);
  });

  it('names the command for a field that the model has in another way, required or not', async () => {
    const project = await ViewProject.with();
    await project.makeResource('posts', { fields: ['title:string:80'] });
    await expectAsync(project.addField('posts', 'title:string:200')).toBeRejectedWithError(
      /its title differs from title:string:200\. Did you mean scaffold change:field Post title:string:200\?/,
    );
    await project.addField('posts', 'title:string:80');
    expect(project.messages.join('\n')).toContain('Nothing to do: Post already has title.');
  });

  for (const [known, added] of [
    ['title:string:80', 'validate_title:string:optional'],
    ['filter_title:string:80', 'title:string:optional'],
  ] as const) {
    it(`refuses ${added} beside ${known}: WTForms would call it`, async () => {
      const project = await ViewProject.with();
      await project.makeResource('posts', { fields: [known] });
      const before = project.files;
      await expectAsync(project.addField('posts', added)).toBeRejectedWithError(
        /"\w+" cannot be a field beside "\w+": forms take \w+_title for the method that \w+ title/,
      );
      expect(project.files).toEqual(before);
    });
  }

  it('asks the fields that only the form has, too', async () => {
    const files = await posts(['title:string:80']);
    const form = `${files['app/forms/post_form.py']}    agree = BooleanField()\n`;
    const project = await ViewProject.with({ ...files, 'app/forms/post_form.py': form });
    await expectAsync(project.addField('posts', 'validate_agree:boolean')).toBeRejectedWithError(
      /"validate_agree" cannot be a field beside "agree"/,
    );
  });

  for (const name of ['posts', 'admin.posts']) {
    it(`changes every resource of the model, with ${name} named`, async () => {
      const made = async (...more: string[]): Promise<ViewProject> => {
        const project = await ViewProject.with();
        await project.makeResource('posts', { fields: [...START, ...more] });
        return project.makeResource('admin.posts');
      };
      const added = 'subtitle:string:80:optional';
      const project = await made();
      project.messages.length = 0;
      await project.addField(name, added);
      expect(project.files).toEqual((await made(added)).files);
      expect(project.warnings).toEqual([]);
    });
  }

  it('changes the resource of a model that is named itself', async () => {
    const project = await ViewProject.with(await (generated ??= posts(START)));
    await project.makeResource('posts.comments', { fields: 'text:text' });
    await project.addField('Comment', 'flag:boolean');
    expect(project.read('app/templates/posts/comments/show.html')).toContain('comment.flag');
    expect(Object.keys(project.remembered)).not.toContain('.scaffold/resources/comment.json');
  });

  it('says how to migrate, so that existing rows get the default of a required column', async () => {
    generated ??= posts(START);
    const project = await ViewProject.with(await generated);
    await project.addField('posts', 'price:decimal:default=1 due:date:optional');
    await project.addField('posts', 'on:date:optional');
    expect(project.messages).toEqual([
      'info The database needs a migration:\n  scaffold add:field posts price:decimal:default=1 due:date:optional --migrate',
      'info The database needs a migration:\n  python -m flask db migrate -m "Add on to posts"\n  python -m flask db upgrade',
    ]);
  });
});
