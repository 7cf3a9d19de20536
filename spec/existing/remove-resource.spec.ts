import { DATA_APPLICATIONS, FIELDS } from './data-applications';
import { runSchematic } from './run-schematic';

type Files = Readonly<Record<string, string>>;

/** All files of an application after a run, and what was said. */
async function ran(
  before: Files,
  schematic: string,
  options: object,
): Promise<{ files: Files; code: Files; said: string }> {
  const { files, remembered, said } = await runSchematic(before, schematic, options);
  return { files: { ...files, ...remembered }, code: files, said: said.join('\n') };
}

async function made(before: Files, name: string, options: object): Promise<Files> {
  return (await ran(before, 'make-resource', { name, ...options })).files;
}

function removed(before: Files, options: object): ReturnType<typeof ran> {
  return ran(before, 'remove-resource', { deleteData: true, ...options });
}

function withText(files: Files, end: string, change: (text: string) => string): Files {
  const path = Object.keys(files).find((each) => each.endsWith(end)) ?? end;
  return { ...files, [path]: change(files[path] ?? '') };
}

describe('A resource in an application that new did not make', () => {
  for (const [kind, { files }] of Object.entries(DATA_APPLICATIONS)) {
    it(`goes byte for byte, below src/, too: ${kind}`, async () => {
      for (const below of ['', 'src/']) {
        const before = Object.fromEntries(
          Object.entries(files).map(([path, text]) => [
            path.includes('/') ? below + path : path,
            text,
          ]),
        );
        const { code, said } = await removed(await made(before, 'notes', { fields: FIELDS }), {
          name: 'notes',
        });
        expect(code).withContext(below).toEqual(before);
        expect(said).toMatch(/No migration makes notes?_readers and notes?, so none was written/);
      }
    });

    it(`leaves the model to another resource of it: ${kind}`, async () => {
      const fields = ['title', 'tags:many:users'];
      const one = await made(files, 'notes', { fields });
      const two = await made(one, 'drafts', { model: 'Note' });
      const first = await removed(two, { name: 'notes' });
      expect(Object.keys(first.code).join('\n')).not.toMatch(
        /notes\/(forms|routes|views)|html.*notes/,
      );
      expect((await removed(first.files, { name: 'drafts' })).code).toEqual(files);
      expect((await removed(two, { name: 'drafts' })).files).toEqual(one);
    });

    it(`stays while anything refers to it: ${kind}`, async () => {
      const before = await made(files, 'notes', { fields: FIELDS });
      const related = await made(before, 'comments', { fields: ['text', 'note:references:notes'] });
      await expectAsync(removed(related, { name: 'notes' })).toBeRejectedWithError(
        /models\S*\.py:\d+: refers to the table notes?\n|comment\.py:\d+: refers to the table/,
      );
      expect((await removed(related, { name: 'comments' })).files).toEqual(before);
      const linked = withText(
        before,
        'base.html',
        (text) => `${text}{{ url_for('notes.index') }}\n`,
      );
      await expectAsync(removed(linked, { name: 'notes' })).toBeRejectedWithError(
        /base\.html:\d+: uses the endpoint notes\.index\nChange them first/,
      );
      const forced = await removed(linked, { name: 'notes', replaceChanged: true });
      expect(forced.said).toMatch(/left to you:\n {2}\w+\/templates\/base\.html:\d+/);
    });
  }

  const [{ files } = { files: {} }] = Object.values(DATA_APPLICATIONS);

  it('goes from the list that a loop registers', async () => {
    const inLoop = withText(files, 'blog/__init__.py', (text) =>
      text.replace(
        '    app.register_blueprint(main_bp)\n',
        '    for bp in [\n        main_bp,\n    ]:\n        app.register_blueprint(bp)\n',
      ),
    );
    const before = await made(inLoop, 'notes', { fields: ['title'] });
    expect(before['blog/__init__.py']).toContain('        notes_bp,\n    ]');
    expect((await removed(before, { name: 'notes' })).code).toEqual(inLoop);
  });

  it('stays if a person changed it, without --force, or if nothing tells what it was', async () => {
    const before = await made(files, 'notes', { fields: ['title'] });
    const changed = withText(before, 'blog/models.py', (text) =>
      text.replace('class Note(db.Model):\n', 'class Note(db.Model):\n    mine = 1\n'),
    );
    await expectAsync(removed(changed, { name: 'notes' })).toBeRejectedWithError(
      /no longer as they were generated, so nothing was removed:\n {2}blog\/models\.py: Note\n/,
    );
    const forced = await removed(changed, { name: 'notes', replaceChanged: true });
    expect(forced.code).toEqual(files);
    const { '.scaffold/resources/notes.json': _, ...forgotten } = before;
    await expectAsync(removed(forgotten, { name: 'Note' })).toBeRejectedWithError(
      /notes\.json is missing.*\n {2}blog\/models\.py\n {2}blog\/notes\/__init__\.py\n(.*\n)+ {2}blog\/templates\/notes\/show\.html/,
    );
    await expectAsync(removed(forgotten, { name: 'tags' })).toBeRejectedWithError(
      'There is no resource "tags". scaffold has made none here.',
    );
  });

  it('leaves a model that a person wrote', async () => {
    const before = await made(files, 'users', { only: 'index,show' });
    expect((await removed(before, { name: 'users' })).code).toEqual(files);
  });
});
