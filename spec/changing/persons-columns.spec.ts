import { ViewProject } from '../support/view-project';

const MODEL = 'app/models/note.py';

const COLUMN = '    hush: Mapped[str | None] = mapped_column(String(40))\n';

/** Notes with a column that a person added. */
async function notesWithColumn(): Promise<ViewProject> {
  const made = await ViewProject.with();
  await made.makeResource('notes', { fields: ['title', 'body:text:optional'], api: true });
  const model = made.read(MODEL).replace('    created_at', `${COLUMN}    created_at`);
  return ViewProject.with({ ...made.files, ...made.remembered, [MODEL]: model });
}

/** What a command changed, beside the migrations. */
function changedBy(project: ViewProject, before: Readonly<Record<string, string>>): string[] {
  return Object.entries(project.files)
    .filter(([path, text]) => !path.startsWith('migrations/') && before[path] !== text)
    .map(([path]) => path);
}

describe('A column that a person added', () => {
  it('comes onto no page, form or API with rename:field', async () => {
    const project = await notesWithColumn();
    const before = project.files;
    await project.renameField('notes', 'hush:remark');
    expect(changedBy(project, before)).toEqual([MODEL]);
    expect(project.read(MODEL)).toContain(COLUMN.replace('hush', 'remark'));
  });

  it('comes onto no page, form or API with change:field', async () => {
    const project = await notesWithColumn();
    const before = project.files;
    await project.changeField('notes', 'hush:string:80');
    expect(changedBy(project, before)).toEqual([MODEL]);
    expect(project.read(MODEL)).toContain(COLUMN.replace('40', '80'));
  });

  it('leaves the model alone with remove:field', async () => {
    const project = await notesWithColumn();
    const before = project.files;
    await project.removeField('notes', 'hush', { deleteData: true });
    expect(changedBy(project, before)).toEqual([MODEL]);
    expect(project.read(MODEL)).not.toContain('hush');
  });

  it('stays off pages, forms and API when a field beside it changes', async () => {
    const project = await notesWithColumn();
    await project.addField('notes', 'extra:string:40:optional');
    expect(project.warnings).toEqual([]);
    expect(project.read('app/controllers/note_controller.py')).toContain(
      'search=[Note.title, Note.extra]',
    );
    await project.renameField('notes', 'body:remark');
    await project.changeField('notes', 'remark:string:200');
    await project.removeField('notes', 'remark', { deleteData: true });
    const naming = Object.entries(project.files).filter(([, text]) => text.includes('hush'));
    expect(naming.map(([path]) => path)).toEqual([MODEL]);
  });

  it('changes on a form that has it, though the manifest of another branch does not know it', async () => {
    const made = await ViewProject.with();
    await made.makeResource('notes', { fields: ['title:string:120', 'body:text:optional'] });
    const { files, remembered } = made;
    const one = await ViewProject.with({ ...files, ...remembered });
    await one.renameField('notes', 'title:headline');
    const merged = await ViewProject.with({ ...one.files, ...remembered });
    await merged.changeField('notes', 'headline:string:200');
    expect(merged.read(MODEL)).toContain('String(200)');
    expect(merged.read('app/forms/note_form.py')).toContain('Length(max=200)');
    expect(merged.warnings).toEqual([]);
  });
});
