import { SchematicsException } from '@angular-devkit/schematics';
import { UsageError } from '../../src/errors';
import type { GuardOption } from '../../src/naming/guards';
import { AUTH } from '../support/own-auth';
import { type PersonsFiles, ViewProject } from '../support/view-project';

const CONTROLLER = 'app/controllers/post_controller.py';
const MODEL = 'app/models/post.py';
const CHILD = 'app/controllers/post_comment_controller.py';
const FIELDS = 'title:string:120 body:text:optional';
const ADMINS = `from app.extensions import db


class User(db.Model):
    __tablename__ = "users"

    id = db.Column(db.Integer, primary_key=True)
    name = db.Column(db.String(80), nullable=False)
    is_admin = db.Column(db.Boolean, nullable=False, default=False)
`;

async function posts(
  guard: GuardOption | undefined,
  fields: string = FIELDS,
  files: PersonsFiles = {},
): Promise<ViewProject> {
  const project = await ViewProject.with({ ...AUTH, ...files });
  return project.makeResource('posts', { fields, ...(guard ? { guard } : {}) });
}

/** A resource of a model that has these lines below its key. */
async function postsWith(lines: string, imports = ''): Promise<ViewProject> {
  const model = `from app.extensions import db\n${imports}\n\nclass Post(db.Model):\n    __tablename__ = "posts"\n\n    id = db.Column(db.Integer, primary_key=True)\n${lines}`;
  const files = {
    ...AUTH,
    [MODEL]: model,
    'app/models/__init__.py':
      'from app.models.post import Post\nfrom app.models.user import User\n',
    'app/models/user.py': ADMINS,
  };
  return (await ViewProject.with(files)).makeResource('posts');
}

describe('The owner of a record', () => {
  it('alone sees what belongs to it, in a namespace too', async () => {
    const project = await ViewProject.with(AUTH);
    await project.makeResource('me.notes', { fields: 'title', guard: 'owner', namespace: true });
    await project.makeResource('me.notes.comments', { fields: 'text', namespace: true });
    const controller = project.read('app/controllers/me_note_comment_controller.py');
    expect(controller.match(/MeNoteController\(\)\.notes\(\)/g)?.length).toBe(7);
    await project.makeResource('me.notes', { guard: 'owner', namespace: true });
    expect(project.warnings).toEqual([]);
  });

  it('still alone reads what belongs to it once everybody reads the record elsewhere', async () => {
    const project = await posts('owner');
    await project.makeResource('posts.notes', { fields: 'text', guard: 'users' });
    await project.makeResource('posts.notes.marks', { fields: 'text', guard: 'users' });
    const wish = { guard: 'owner-write', namespace: true } as const;
    await project.makeResource('my.posts', wish);
    const table = project.read('app/readers.py');
    expect(table).toContain('Note: owner("post.user"),');
    expect(table).toContain('Mark: owner("note.post.user"),');
  });

  it('still alone reads what belongs to it if no relationship leads to the owner', async () => {
    const made = await ViewProject.with(AUTH);
    await made.makeModel('Post', 'title user:references:users');
    const RELATIONSHIP = /^ {4}user: Mapped.* = relationship\(.*\n/m;
    const text = made.read(MODEL).replace(RELATIONSHIP, '');
    expect(text).not.toContain('relationship(');
    const project = await ViewProject.with({ ...made.files, ...made.remembered, [MODEL]: text });
    await project.makeResource('posts', { guard: 'owner' });
    await project.makeResource('posts.notes', { fields: 'text', guard: 'users' });
    expect(project.read('app/readers.py')).toContain('Note: owner("post.user_id"),');
    await project.makeResource('my.posts', { guard: 'owner-write', namespace: true });
    expect(project.read('app/readers.py')).toContain('Note: owner("post.user_id"),');
  });

  it('makes no difference to what belongs to it in the pages of admins', async () => {
    const project = await posts('owner');
    await project.makeResource('admin.posts', { guard: 'admin', namespace: true });
    await project.makeResource('admin.posts.comments', {
      fields: 'text',
      guard: 'admin',
      namespace: true,
    });
    expect(project.read('app/controllers/admin_post_comment_controller.py')).not.toContain(
      'PostController()',
    );
  });

  it('is a column of a new model, and on no form', async () => {
    for (const guard of ['owner', 'owner-write'] as const) {
      const project = await posts(guard);
      expect(project.read(MODEL)).toContain('user_id: Mapped[int] = mapped_column(');
      expect(project.read(MODEL)).toContain('user: Mapped[User] = relationship()');
      expect(project.read('app/forms/post_form.py')).not.toContain('user');
      expect(project.read(CONTROLLER)).toContain('post = Post(user_id=current_user.id)');
      // Admins may need the field, in the same form.
      expect(project.read(CONTROLLER).match(/Form\(.*\)\.without\("user_id"\)/g)?.length).toBe(4);
      expect(project.warnings).toEqual([]);
    }
  });

  it('alone sees it with owner, by a query that all actions share', async () => {
    const project = await posts('owner');
    const controller = project.read(CONTROLLER);
    expect(controller.match(/db\.select\(Post\)/g)?.length).toBe(1);
    expect(controller).toContain('return db.select(Post).filter_by(user_id=current_user.id)');
    expect(controller.match(/self\.posts\(\)/g)?.length).toBe(5);
    for (const page of ['index', 'show']) {
      expect(project.read(`app/templates/posts/${page}.html`)).not.toMatch(/user|may_change/);
    }
  });

  it('alone changes it with owner-write', async () => {
    const project = await posts('owner-write');
    const controller = project.read(CONTROLLER);
    expect(controller.match(/if not self\.may_change\(post\):\n {12}abort\(403\)/g)?.length).toBe(
      3,
    );
    expect(controller).not.toContain('filters=');
    expect(project.read('app/templates/posts/show.html')).toContain('{% if may_change %}');
    expect(project.read('app/templates/posts/index.html')).toContain('{% if current_user %}');
  });

  it('is the user that the model refers to already', async () => {
    const project = await posts('owner', `${FIELDS} author:references:users`);
    expect(project.read(MODEL)).not.toContain('user_id');
    expect(project.read(CONTROLLER)).toContain('filter_by(author_id=current_user.id)');
    expect(project.read('app/forms/post_form.py')).not.toContain('author');
    expect(project.read('tests/test_posts.py')).toContain('author_id=signed_in_id');
  });

  describe('that --owner names', () => {
    const TWO = 'title:string:120 author:references:users editor:references:users';

    it('is that field of a new model, by its name or its column', async () => {
      for (const owner of ['editor', 'editor_id']) {
        const project = await (
          await ViewProject.with(AUTH)
        ).makeResource('posts', { fields: TWO, guard: 'owner', owner });
        expect(project.read(MODEL)).not.toContain('user_id');
        expect(project.read(CONTROLLER)).toContain('filter_by(editor_id=current_user.id)');
        expect(project.read('app/forms/post_form.py')).toContain('author_id = ');
        expect(project.read('app/forms/post_form.py')).not.toContain('editor_id = ');
        expect(project.read('tests/test_posts.py')).toContain('editor_id=signed_in_id');
        expect(project.read('app/readers.py')).toContain('Post: owner("editor"),');
        expect(project.manifest('posts').request.owner).toBe('editor_id');
        expect(project.warnings).toEqual([]);
      }
    });

    it('says whose the records are in what users download', async () => {
      const project = await (await ViewProject.with()).makeAuth();
      const wish = { fields: TWO, guard: 'owner-write', owner: 'editor' } as const;
      await project.makeResource('posts', wish);
      expect(project.read('app/export.py')).toContain('"creator_id", "editor_id"}');
      const { files } = project;
      await project.makeResource('posts', { guard: 'owner-write' });
      expect(project.files).toEqual(files);
    });

    it('is to be written by hand into a set that is none', async () => {
      const own = await ViewProject.with({
        ...AUTH,
        'app/export.py': 'OWNERS = frozenset({"user_id"})\n',
      });
      await own.makeResource('posts', { fields: TWO, guard: 'owner', owner: 'editor' });
      expect(own.warnings).toContain(
        'warn app/export.py:1: "Download your data" does not know that editor_id says whose a record is. Add it to OWNERS.',
      );
    });

    it('stays the owner in later runs', async () => {
      const made = await (
        await ViewProject.with(AUTH)
      ).makeResource('posts', { fields: TWO, guard: 'owner', owner: 'editor' });
      const { files } = made;
      await made.makeResource('posts', { guard: 'owner' });
      expect(made.files).toEqual(files);
      await made.addField('posts', 'user:references:users:optional');
      expect(made.read(CONTROLLER)).toContain('filter_by(editor_id=current_user.id)');
      expect(made.read(CONTROLLER)).not.toContain('user_id=current_user');
    });

    it('owns the records in further resources of the model, too', async () => {
      const project = await (
        await ViewProject.with(AUTH)
      ).makeResource('posts', { fields: TWO, guard: 'owner', owner: 'editor' });
      await project.makeResource('my.posts', { guard: 'owner', namespace: true });
      expect(project.read(MODEL)).not.toContain('user_id');
      expect(project.read('app/controllers/my_post_controller.py')).toContain(
        'filter_by(editor_id=current_user.id)',
      );
      expect(project.read('app/readers.py')).toContain('Post: owner("editor"),');
      expect(project.messages).toContain(
        'info The owner of a post is its editor: see app/models/post.py.',
      );
    });

    it('takes the place of another one once that is none any more', async () => {
      const project = await posts('owner-write', TWO);
      const { changes } = project;
      const wish = { guard: 'owner-write', owner: 'editor' } as const;
      await expectAsync(project.makeResource('posts', wish)).toBeRejectedWithError(
        SchematicsException,
        /The owner of a post is its author already\. .* run this with --guard users first/,
      );
      expect(project.changes).toEqual(changes);
      await project.makeResource('posts', { guard: 'users' });
      await project.makeResource('posts', wish);
      const wanted = await (
        await ViewProject.with(AUTH)
      ).makeResource('posts', { fields: TWO, ...wish });
      for (const path of [CONTROLLER, 'tests/test_posts.py']) {
        expect(project.read(path)).toBe(wanted.read(path));
      }
    });

    for (const [what, options, message] of [
      [
        'without a guard that has owners',
        { fields: TWO, guard: 'users', owner: 'editor' },
        /--owner "editor" says who owns a record, so it needs --guard owner or --guard owner-write\./,
      ],
      [
        'that is none',
        { fields: TWO, guard: 'owner', owner: 'edtor' },
        /--owner "edtor" is no field that refers to one user: did you mean editor\?/,
      ],
      [
        'in a model that refers to no users',
        { fields: FIELDS, guard: 'owner', owner: 'editor' },
        /--owner "editor" is no field that refers to one user: add editor:references:users to the fields\./,
      ],
      [
        'with several users',
        { fields: `${TWO} watchers:many:users`, guard: 'owner', owner: 'watchers' },
        /--owner "watchers" is no field that refers to one user: use author and editor\./,
      ],
      [
        'that is another one',
        { fields: `${FIELDS} rank:integer`, guard: 'owner', owner: 'rank' },
        /--owner "rank" is no field that refers to one user: add editor:references:users to the fields\./,
      ],
    ] as const) {
      it(`is refused ${what}`, async () => {
        const project = await ViewProject.with(AUTH);
        await expectAsync(project.makeResource('posts', options)).toBeRejectedWithError(
          UsageError,
          message,
        );
        expect(project.changes).toEqual({});
      });
    }
  });

  describe('whom what belongs to the record asks for', () => {
    const OWNED = 'title:string:120 user:references:users';
    const NOTES = 'app/controllers/post_note_controller.py';

    async function withNotes(
      guard: GuardOption,
      below: GuardOption | undefined,
    ): Promise<ViewProject> {
      const project = await posts(guard, OWNED);
      for (const name of ['posts.notes', 'posts.notes.replies']) {
        await project.makeResource(name, { fields: 'text', ...(below && { guard: below }) });
      }
      return project;
    }

    for (const [before, after, below] of [
      ['owner', 'users', 'users'],
      ['owner', 'none', 'users'],
      ['owner-write', 'users', 'users-write'],
      ['owner', 'admin', 'admin'],
      ['owner-write', 'owner', 'users'],
    ] as const) {
      it(`is asked for as before no longer once --guard ${before} becomes ${after}`, async () => {
        const project = await withNotes(before, before === 'owner-write' ? undefined : below);
        if (before === 'owner-write' && below === 'users') {
          await project.makeResource('posts.notes', { guard: below });
          await project.makeResource('posts.notes.replies', { guard: below });
        }
        await project.makeResource('posts', { guard: after });
        const wanted = await withNotes(after, below);
        const paths = Object.keys(wanted.changes).filter((path) => /notes?[_/.]/.test(path));
        expect(paths).toContain(NOTES);
        expect(paths).toContain('tests/test_posts_notes.py');
        const [kept, meant] = [project, wanted].map(
          (each) => each.manifest('posts.notes').generated,
        );
        for (const path of paths) {
          expect(project.read(path)).withContext(path).toBe(wanted.read(path));
          expect(kept?.[path]).withContext(path).toEqual(meant?.[path]);
        }
      });
    }

    for (const guard of ['users-write', 'owner-write'] as const) {
      it(`is the one who reads what belongs to it, whatever --guard ${guard} says`, async () => {
        await expectAsync(withNotes('owner', guard)).toBeRejectedWithError(
          SchematicsException,
          `Only its owner sees a post, and --guard ${guard} would let everybody read posts.notes. ` +
            'Use --guard owner or --guard users.',
        );
      });
    }

    it('changes what belongs to the record once everybody may read that', async () => {
      const project = await withNotes('owner', undefined);
      await project.makeResource('posts', { guard: 'owner-write' });
      const wanted = await withNotes('owner-write', undefined);
      expect(project.read(NOTES)).toBe(wanted.read(NOTES).replace('users-write', 'users'));
    });

    it('is another one than the one further above, whom nothing asks for', async () => {
      const replies = async (...guards: readonly GuardOption[]): Promise<ViewProject> => {
        const project = await posts('owner-write', OWNED);
        await project.makeResource('posts.notes', { fields: 'text', guard: 'owner' });
        const fields = 'text user:references:users';
        for (const [index, guard] of guards.entries()) {
          const name = 'posts.notes.replies';
          await project.makeResource(name, { ...(index === 0 && { fields }), guard });
        }
        return project;
      };
      const path = 'app/controllers/post_note_reply_controller.py';
      const changed = await replies('users', 'owner');
      expect(changed.read(path)).toBe((await replies('owner')).read(path));
    });

    it('keeps what a person changed there', async () => {
      const made = await withNotes('owner', undefined);
      const files = {
        ...made.files,
        ...made.remembered,
        [NOTES]: made.read(NOTES).replaceAll('"success"', '"info"'),
      };
      const project = await ViewProject.with(files);
      await project.makeResource('posts', { guard: 'users' });
      expect(project.read(NOTES)).toContain('"info"');
      expect(project.read(NOTES)).not.toContain('PostController');
      await project.makeResource('posts', { guard: 'users' });
      expect(project.messages.at(-1)).toBe('info Nothing to do: posts already exists.');
    });

    it('is not left out for people whom the guard lets in nowhere else', async () => {
      const project = await withNotes('owner', undefined);
      const { changes } = project;
      await expectAsync(project.makeResource('posts', { guard: 'admin' })).toBeRejectedWithError(
        SchematicsException,
        /would open .* each post .*:\n {2}scaffold make:resource posts\.notes --guard admin$/,
      );
      expect(project.changes).toEqual(changes);
    });

    it('is not left out for what belongs to that in turn', async () => {
      const project = await withNotes('owner', undefined);
      await project.makeResource('posts.notes', { guard: 'admin' });
      const { changes } = project;
      await expectAsync(project.makeResource('posts', { guard: 'admin' })).toBeRejectedWithError(
        SchematicsException,
        /would open .* each post .*:\n {2}scaffold make:resource posts\.notes\.replies --guard admin$/,
      );
      expect(project.changes).toEqual(changes);
    });

    it('stays if other code asks for it, which a person wrote', async () => {
      const code =
        'from app.controllers.post_controller import PostController\n\n\ndef mine():\n    return PostController().posts()\n';
      const project = await posts('owner', OWNED, { 'app/mine.py': code });
      await expectAsync(project.makeResource('posts', { guard: 'users' })).toBeRejectedWithError(
        SchematicsException,
        /takes away PostController\(\)\.posts\(\), which other code calls, .*\n {2}app\/mine\.py:5: return PostController\(\)\.posts\(\)/,
      );
      expect(project.changes['app/mine.py']).toBeUndefined();
    });
  });

  it('has to be clear', async () => {
    const others = await posts('owner', 'editor:references:users writer:references:users');
    expect(others.read(CONTROLLER)).toContain('filter_by(user_id=current_user.id)');
    expect(others.messages).toContain(
      'info The owner of a post is its user: see app/models/post.py.',
    );
    const owned = await posts('owner', 'owner:references:users');
    expect(owned.messages).toContain('info Each post has an owner: see app/models/post.py.');
    await expectAsync(posts('owner', 'user:string')).toBeRejectedWithError(UsageError, /Rename it/);
    const taken = await postsWith('    user = db.Column(db.String(80))\n');
    await expectAsync(taken.makeResource('posts', { guard: 'owner' })).toBeRejectedWithError(
      SchematicsException,
      /Post\.user has the name of the owner/,
    );
  });

  it('is added to a model that exists, whose records may have none', async () => {
    const project = await postsWith('    title = db.Column(db.String(80), nullable=False)\n');
    const before = project.warnings.length;
    await project.makeResource('posts', { guard: 'owner' });
    expect(project.read(MODEL)).toContain(
      '    user_id = db.Column(db.ForeignKey("users.id", ondelete="CASCADE"), index=True)\n\n    user = db.relationship("User")\n',
    );
    expect(project.read(CONTROLLER)).toContain('is_own |= Post.user_id.is_(None)');
    expect(project.messages.join()).toContain('-m "Add user_id to posts"');
    expect(project.warnings.length).toBe(before);
    const { changes } = project;
    await project.makeResource('posts', { guard: 'owner' });
    expect(project.changes).toEqual(changes);
    expect(project.messages.at(-1)).toBe('info Nothing to do: posts already exists.');
  });

  it('takes along the records that nobody else reads, and no others', async () => {
    const along = 'ondelete="CASCADE"';
    const line = '    title = db.Column(db.String(80), nullable=False)\n';
    for (const [guard, goesAlong] of [
      ['owner', true],
      ['owner-write', false],
    ] as const) {
      expect((await posts(guard)).read(MODEL).includes(along)).toBe(goesAlong);
      const existing = await (await postsWith(line)).makeResource('posts', { guard });
      expect(existing.read(MODEL).includes(along)).toBe(goesAlong);
    }
    const typed = await posts('owner', 'user:references:users');
    expect(typed.read(MODEL)).not.toContain(along);
  });

  it('is told apart from another user that the model refers to', async () => {
    const project = await posts(undefined, `${FIELDS} editor:references:users:optional`);
    await project.makeResource('posts', { guard: 'owner' });
    const model = project.read(MODEL);
    expect(model).toContain('relationship(foreign_keys=[editor_id])');
    expect(model).toContain('relationship(foreign_keys=[user_id])');
    const plain = await postsWith(
      '    editor_id = db.Column(db.ForeignKey("users.id"))\n    editor = db.relationship("User")\n',
    );
    await plain.makeResource('posts', { guard: 'owner' });
    expect(plain.read(MODEL)).toContain('db.relationship("User", foreign_keys=[editor_id])');
    expect(plain.read(MODEL)).toContain('db.relationship("User", foreign_keys=[user_id])');
  });

  describe('beside a relationship that a person wrote on users', () => {
    const USER = 'app/models/user.py';
    const related = async (fields: string, lines: string): Promise<ViewProject> => {
      const made = await posts(undefined, fields);
      const model = made.read(USER).trimEnd();
      const files = { ...made.files, ...made.remembered, [USER]: `${model}\n\n${lines}` };
      return ViewProject.with(files);
    };

    it('leaves it its own key', async () => {
      const project = await related(
        `${FIELDS} editor:references:users:optional`,
        '    edited = relationship("Post", back_populates="editor")\n',
      );
      await project.makeResource('posts', { guard: 'owner' });
      expect(project.read(USER).replaceAll(/\s+/g, '')).toContain(
        'relationship("Post",back_populates="editor",foreign_keys="Post.editor_id",)',
      );
      expect(project.read(MODEL)).toContain('relationship(foreign_keys=[editor_id])');
      expect(project.read(MODEL)).toContain('relationship(foreign_keys=[user_id])');
    });

    it('is the other side of one that waits for it', async () => {
      const project = await related(
        FIELDS,
        '    posts: Mapped[list["Post"]] = relationship(back_populates="user")\n',
      );
      await project.makeResource('posts', { guard: 'owner' });
      expect(project.read(MODEL)).toContain('= relationship(back_populates="posts")');
    });

    it('is refused if one waits for another name', async () => {
      const project = await related(
        FIELDS,
        '    posts: Mapped[list["Post"]] = relationship(back_populates="writer")\n',
      );
      const { changes } = project;
      await expectAsync(project.makeResource('posts', { guard: 'owner' })).toBeRejectedWithError(
        SchematicsException,
        /^app\/models\/user\.py:\d+: User\.posts expects Post\.writer, which is missing, and --guard adds Post\.user\./,
      );
      expect(project.changes).toEqual(changes);
    });
  });

  it('makes of a resource what it makes with it, but for the model', async () => {
    for (const guard of ['owner', 'owner-write'] as const) {
      const fields = `${FIELDS} user:references:users`;
      const project = await posts(undefined, fields);
      await project.makeResource('posts', { guard });
      const { files } = project;
      expect(files).toEqual({ ...files, ...(await posts(guard, fields)).files });
    }
  });

  it('needs methods that nobody changed: else nothing is written, and they are listed', async () => {
    const project = await posts(undefined);
    const text = project.read(CONTROLLER);
    const own = await ViewProject.with({
      ...project.files,
      ...project.remembered,
      [CONTROLLER]: text
        .replace('db.get_or_404(Post, post_id)', 'db.session.get(Post, post_id)')
        .replace('flash("The post has been deleted.", "success")', 'pass'),
    });
    await expectAsync(own.makeResource('posts', { guard: 'owner' })).toBeRejectedWithError(
      SchematicsException,
      /no longer as generated.*\n {2}app\/controllers\/post_controller\.py:\d+: show\n.*: destroy$/,
    );
    expect(own.changes).toEqual({});
    await own.makeResource('posts', { guard: 'users' });
    expect(Object.keys(own.changes)).toContain('app/routes/posts/routes.py');
  });

  const changes = [
    {
      what: 'statements that moved to another level',
      method: 'update',
      from: /\n {8}(flash\("The post has been updated.*)\n {8}(return .*)/,
      to: '\n            $1\n            $2',
    },
    {
      what: 'blanks in a message',
      method: 'destroy',
      from: 'has been deleted.',
      to: 'has  been deleted.',
    },
    {
      what: 'a comment',
      method: 'destroy',
      from: 'db.session.delete(post)',
      to: 'db.session.delete(post)  # gone',
    },
  ];
  for (const { what, method, from, to } of changes) {
    it(`takes ${what} for a change of the method`, async () => {
      const project = await posts(undefined);
      const text = project.read(CONTROLLER);
      const own = {
        ...project.files,
        ...project.remembered,
        [CONTROLLER]: text.replace(from, to),
      };
      expect(own[CONTROLLER]).not.toBe(text);
      const changed = await ViewProject.with(own);
      await expectAsync(changed.makeResource('posts', { guard: 'owner' })).toBeRejectedWithError(
        SchematicsException,
        new RegExp(
          `no longer as generated.*\\n {2}app/controllers/post_controller\\.py:\\d+: ${method}$`,
        ),
      );
      expect(changed.changes).toEqual({});
    });
  }

  for (const [guard, method] of [
    ['owner', 'def posts(self): return db.select(Post)  # not by current_user'],
    ['owner-write', 'def may_change(self, post): return True'],
  ] as const) {
    it(`is not told by a method of a person that asks for no user, with ${guard}`, async () => {
      const project = await posts(undefined);
      const text = project.read(CONTROLLER);
      const own = await ViewProject.with({
        ...project.files,
        ...project.remembered,
        [CONTROLLER]: text.replace(/(class PostController.*:\n)/, `$1    ${method}\n\n`),
      });
      await expectAsync(own.makeResource('posts', { guard })).toBeRejectedWithError(
        SchematicsException,
        /^app\/controllers\/post_controller\.py:\d+: (posts|may_change)\(\) does not ask for current_user, so /,
      );
      expect(own.changes).toEqual({});
    });
  }

  it('owns it in every action, also in those that --only leaves out', async () => {
    const [project, whole] = [await posts(undefined), await posts(undefined)];
    await project.makeResource('posts', { guard: 'owner', only: 'edit,update' });
    await whole.makeResource('posts', { guard: 'owner' });
    expect(project.files).toEqual(whole.files);
    const own = await posts('owner', FIELDS);
    const text = own
      .read(CONTROLLER)
      .replace('render_template("posts/show.html", post=post)', '""');
    const other = await ViewProject.with({ ...own.files, ...own.remembered, [CONTROLLER]: text });
    await other.makeResource('posts', { guard: 'owner', only: 'edit,update' });
    expect(other.changes).toEqual({});
  });

  it('is not that of a single action beside open ones', async () => {
    const project = await posts(undefined, `${FIELDS} user:references:users`);
    const { changes } = project;
    await expectAsync(
      project.make('posts.edit', 'rc', { guard: 'owner-write' }),
    ).toBeRejectedWithError(
      SchematicsException,
      /make:resource posts --guard owner-write`:\n.*: store\n.*: update\n.*: destroy$/,
    );
    expect(project.changes).toEqual(changes);
  });

  it('guards actions that are made one by one, also by taking it over', async () => {
    for (const guard of ['owner', 'owner-write'] as const) {
      const project = await posts(guard);
      const wanted = project.files;
      const only = guard === 'owner' ? 'index,store' : 'index,show,store';
      const other = await (
        await ViewProject.with(AUTH)
      ).makeResource('posts', { fields: FIELDS, guard, only });
      await other.makeResource('posts', { only: 'show,create,edit,update,destroy' });
      expect(other.messages.join()).toContain(
        `posts is guarded, so this run used --guard ${guard}.`,
      );
      expect(methods(other.read(CONTROLLER))).toEqual(methods(wanted[CONTROLLER] ?? ''));
      await other.make('posts.archive', 'rc');
      expect(
        other.read('app/routes/posts/routes.py').includes('@login_required\ndef archive'),
      ).toBe(guard === 'owner');
      const alone = await ViewProject.with({ ...AUTH, 'app/models/post.py': other.read(MODEL) });
      await alone.make('posts.edit', 'rcm', { guard });
      await alone.make('posts.update', 'rc');
      expect(alone.read(CONTROLLER)).toMatch(/def update[^@]*(self\.posts\(\)|may_change)/);
    }
    const project = await posts('owner');
    await expectAsync(project.make('posts.show', 'r', { guard: 'owner' })).toBeRejectedWithError(
      UsageError,
      /add -c/,
    );
  });

  it('alone sees what belongs to the record: that is for users, who find it among their own', async () => {
    const wanted = 'db.one_or_404(PostController().posts().filter_by(id=post_id))';
    for (const guard of [undefined, 'users', 'owner', 'admin'] as const) {
      const project = await posts('owner');
      await project.makeResource('posts.comments', { fields: 'text', ...(guard ? { guard } : {}) });
      const controller = project.read(CHILD);
      expect(controller.split(wanted).length).toBe(8);
      expect(controller).toContain('from app.controllers.post_controller import PostController\n');
      const routes = project.read('app/routes/posts/comments/routes.py');
      expect(routes.match(/^@(login|admin)_required$/gm)?.length).toBe(7);
      expect(project.warnings).toEqual([]);
      expect(project.read('tests/test_posts_comments.py')).toContain(
        'make_post(user_id=signed_in_id)',
      );
    }
  });

  it('is not asked for where everybody may read: a warning gives the line', async () => {
    const project = await posts('owner');
    await project.makeResource('posts.comments', { fields: 'text', guard: 'none' });
    expect(project.read(CHILD)).not.toContain('PostController()');
    expect(project.warnings).toEqual([
      jasmine.stringMatching('^warn Everybody can open the new routes of posts.comments'),
      'warn Only its owner sees a post, but PostCommentController finds that of anybody. Find it with this line:\n' +
        '  post = db.one_or_404(PostController().posts().filter_by(id=post_id))',
    ]);
  });

  it('is asked for by what belonged to the record before, once that is guarded', async () => {
    const project = await posts(undefined);
    await project.makeResource('posts.comments', { fields: 'text' });
    const before = project.read(CHILD);
    await project.makeResource('posts', { guard: 'owner' });
    expect(project.read(CHILD)).toBe(before);
    expect(project.warnings.at(-1)).toBe(
      'warn Only its owner sees a post now, but app/routes/posts/comments finds that of anybody. ' +
        'Run `scaffold make:resource posts.comments --guard users`.',
    );
    const { warnings } = project;
    await project.makeResource('posts.comments', { guard: 'users' });
    expect(project.read(CHILD).split('PostController().posts()').length).toBe(8);
    expect(project.warnings).toEqual(warnings);
  });

  it('is not in the URL, and not of a user', async () => {
    const project = await ViewProject.with(AUTH);
    await expectAsync(
      project.makeResource('users.posts', { fields: FIELDS, guard: 'owner' }),
    ).toBeRejectedWithError(SchematicsException, /names the owner already/);
    await expectAsync(project.makeResource('users', { guard: 'owner' })).toBeRejectedWithError(
      UsageError,
      /--guard admin/,
    );
  });
});

/** The code of each method, without what depends on the pages of the same run. */
function methods(code: string): string[] {
  const calls = /(first_url|url_for)\((?:[^()]|\([^()]*\))*\)/g;
  const [, ...found] = code.split(/^ {4}def /m);
  return found
    .map((each) => each.replaceAll(calls, 'URL').replaceAll(/\s+/g, ' ').trim())
    .toSorted();
}
