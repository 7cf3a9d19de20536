import { AUTH } from '../support/own-auth';
import { type PersonsFiles, ViewProject } from '../support/view-project';

const FORM = 'app/forms/task_form.py';
const FIELD = 'app/forms/owned.py';
const FIELDS = 'text note:references:notes';

/** Notes that only their owners see. */
async function notes(files: PersonsFiles = {}): Promise<ViewProject> {
  return (await ViewProject.with({ ...AUTH, ...files })).makeResource('notes', {
    fields: 'title',
    guard: 'owner',
  });
}

describe('A reference to what users own', () => {
  it('offers users their own records', async () => {
    const project = await (await notes()).makeResource('tasks', { fields: FIELDS, guard: 'owner' });
    expect(project.read(FORM)).toContain('from app.forms.owned import OwnRowField\n');
    expect(project.read(FORM)).toMatch(
      /note_id = OwnRowField\(\s*"Note",\s*key=Note.id,\s*label=Note.title,\s*owner=Note.user_id,/,
    );
    expect(project.read(FIELD)).toContain('owner == current_user.id if current_user else');
    expect(project.warnings).toEqual([]);
  });

  it('is no filter of a list, and not shown to those who do not own it', async () => {
    for (const guard of ['owner', 'users', 'none'] as const) {
      const project = await (await notes()).makeResource('tasks', { fields: FIELDS, guard });
      const controller = project.read('app/controllers/task_controller.py');
      const pages = ['index', 'show'].map((page) =>
        project.read(`app/templates/tasks/${page}.html`),
      );
      expect(controller).not.toContain('filters=');
      expect(controller.includes('Note.title')).toBe(guard === 'owner');
      for (const page of pages) {
        expect(page.includes('note')).toBe(guard === 'owner');
      }
    }
  });

  it('is tested with a record of the user who is signed in', async () => {
    const users = await (await notes()).makeResource('tasks', { fields: FIELDS, guard: 'users' });
    expect(users.read('tests/test_tasks.py')).toContain(
      '"note_id": make_note(user_id=signed_in_id).id,',
    );
    const open = await (await notes()).makeResource('tasks', { fields: FIELDS });
    expect(open.read('tests/test_tasks.py')).not.toContain('test_create');
    expect(open.warnings).toEqual([
      'warn Everybody can open /tasks/create, but only users have records to choose there. Run this again with --guard users.',
    ]);
  });

  it('may be to records of the same model', async () => {
    const project = await (
      await ViewProject.with(AUTH)
    ).makeResource('notes', { fields: 'title parent:references:notes:optional', guard: 'owner' });
    expect(project.read('app/forms/note_form.py')).toContain('owner=Note.user_id');
    expect(project.read('app/controllers/note_controller.py')).not.toContain('filters=');
  });

  it('is to records that only a namespace has, too', async () => {
    const project = await (
      await ViewProject.with(AUTH)
    ).makeResource('me.notes', { fields: 'title', guard: 'owner', namespace: true });
    await project.makeResource('tasks', { fields: FIELDS, guard: 'users' });
    expect(project.read(FORM)).toContain('owner=Note.user_id');
    expect(project.read('app/controllers/task_controller.py')).not.toContain('Note');
  });

  it('is to records that everybody sees elsewhere', async () => {
    const project = await (
      await ViewProject.with(AUTH)
    ).makeResource('me.notes', { fields: 'title', guard: 'owner', namespace: true });
    await project.makeResource('notes', { guard: 'users' });
    await project.makeResource('tasks', { fields: FIELDS, guard: 'users' });
    expect(project.read(FORM)).not.toContain('OwnRowField');
  });

  it('is to what belongs to records of the user', async () => {
    const project = await (await notes()).makeResource('notes.comments', { fields: 'text' });
    await project.makeResource('notes.comments.likes', { fields: 'text' });
    await project.makeResource('flags', { fields: 'comment:references', guard: 'users' });
    await project.makeResource('tasks', { fields: 'like:references', guard: 'users' });
    const comment = 'Note.id == Comment.note_id';
    expect(flat(project.read('app/forms/flag_form.py'))).toContain(
      `owner=Note.user_id, through=[${comment}],`,
    );
    expect(flat(project.read(FORM))).toContain(
      `owner=Note.user_id, through=[${comment}, Comment.id == Like.comment_id],`,
    );
    expect(project.read('app/controllers/flag_controller.py')).not.toContain('Comment');
    expect(project.warnings).toEqual([]);
  });

  it('is to what belongs to records of the user, whatever its controller is called', async () => {
    const project = await notes();
    const controller = 'CommentController';
    await project.makeResource('notes.comments', { fields: 'text', controller });
    await project.makeResource('flags', { fields: 'comment:references', guard: 'users' });
    expect(project.read('app/forms/flag_form.py')).toContain(
      'through=[Note.id == Comment.note_id]',
    );
  });

  it('is to others that belong to records of the user, beside the one in the URL', async () => {
    const project = await notes();
    const fields = 'text reply:references:comments:optional';
    await project.makeResource('notes.comments', { fields });
    const form = project.read('app/forms/comment_form.py');
    expect(flat(form)).toContain('owner=Note.user_id, through=[Note.id == Comment.note_id],');
    expect(project.read('app/templates/notes/comments/show.html')).toContain('comment.reply');
    const { changes } = project;
    await project.makeResource('notes.comments', { fields });
    expect(project.changes).toEqual(changes);
    expect(project.warnings).toEqual([]);
  });

  it('is added by add:field, too', async () => {
    const project = await notes();
    await project.makeResource('tasks', { fields: 'text', guard: 'owner' });
    expect(Object.keys(project.files)).not.toContain(FIELD);
    await project.addField('tasks', 'note:references:notes:optional');
    expect(project.read(FORM)).toContain('owner=Note.user_id');
    expect(Object.keys(project.files)).toContain(FIELD);
  });

  it('brings a line to write for a form from before', async () => {
    const project = await (await ViewProject.with(AUTH)).makeResource('notes', { fields: 'title' });
    await project.makeResource('tasks', { fields: FIELDS, guard: 'users' });
    const form = project.read(FORM);
    const line = `warn ${FORM}:11 offers the notes of all users. Make it OwnRowField(…, owner=Note.user_id), from ${FIELD}.`;
    await project.makeResource('notes', { guard: 'owner' });
    expect(project.read(FORM)).toBe(form);
    expect(project.read(FIELD)).toContain('class OwnRowField(RowField)');
    expect(project.warnings).toContain(line);
    const { changes } = project;
    project.messages.length = 0;
    await project.makeResource('tasks');
    expect(project.warnings).toContain(
      `warn ${FORM}:11 offers the records of all users. Make it OwnRowField(…, owner=Note.user_id), from ${FIELD}.`,
    );
    expect(project.changes).toEqual(changes);
  });
});

/** Code on one line. */
function flat(code: string): string {
  return code.replaceAll(/\s+/g, ' ').replaceAll(/(?<=\[) |,? (?=\])/g, '');
}
