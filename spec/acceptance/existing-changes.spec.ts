import { NotesWithRows } from '../support/notes-with-rows';
import { DATABASES, needOf } from '../support/served-resources';
import { suiteNeeds } from '../support/suite-needs';

for (const database of DATABASES) {
  describe(`An application that new did not make, with rows on ${database}`, () => {
    let notes: NotesWithRows;

    suiteNeeds(...needOf(database), async () => {
      notes = await NotesWithRows.on(database);
    });

    it('keeps every value with rename:field, works, and goes back byte for byte', async () => {
      const [rows, keys, before] = [await notes.rows(), await notes.keys(), notes.files];
      const renamed = ['title:headline', 'author:writer', 'editor:proofreader', 'status:state'];
      for (const field of renamed) {
        const { code, stdout, stderr } = await notes.run(
          'rename:field',
          'notes',
          field,
          '--migrate',
        );
        expect([code, stderr]).withContext(field).toEqual([0, '']);
        expect(stdout).toContain('The migration is applied: migrations/versions/');
      }
      expect(await notes.rows()).toBe(rows);
      await notes.matches();
      const shown = await notes.create({ headline: 'Three', writer_id: '1', state: 'draft' });
      expect(shown).toMatch(/^302\n/);
      expect(shown).toContain('Three');
      expect(shown).toContain('Headline');
      await notes.python('-m', 'flask', 'db', 'downgrade', '--', '-4');
      expect(await notes.keys()).toBe(keys);
      await notes.python('-m', 'flask', 'db', 'upgrade');
      for (const field of renamed.toReversed()) {
        const { code, stdout, stderr } = await notes.run('undo', '--migrate');
        expect([code, stderr]).toEqual([0, '']);
        expect(stdout).toContain(`rename:field notes ${field}`);
      }
      expect(notes.files).toEqual(before);
      expect(await notes.rows()).toContain(rows);
      expect(await notes.keys()).toBe(keys);
      await notes.matches();
    });

    it('removes data only if told to, works, and comes back with the schema', async () => {
      const [keys, before] = [await notes.keys(), notes.files];
      const fields = ['title', 'author', 'status', 'on'];
      const kept = await notes.run('remove:field', 'notes', ...fields, '--migrate');
      expect([kept.code, kept.stderr]).toEqual([
        1,
        jasmine.stringMatching(
          /has data in note\.title, note\.author_id and note\.status\. Add --delete-data/,
        ),
      ]);
      expect(notes.files).toEqual(before);
      const { code, stdout, stderr } = await notes.run(
        ...['remove:field', 'notes', ...fields, '--migrate', '--delete-data'],
      );
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain('The migration is applied: migrations/versions/');
      await notes.matches();
      expect(await notes.create({ body: 'Three' })).toMatch(/^302\n/);
      const undone = await notes.run('undo', '--migrate');
      expect([undone.code, undone.stderr]).toEqual([0, '']);
      expect(notes.files).toEqual(before);
      expect(await notes.keys()).toBe(keys);
      await notes.matches();
    });

    it('changes columns beside their rows, works, and goes back byte for byte', async () => {
      const [rows, keys, before] = [await notes.rows(), await notes.keys(), notes.files];
      const fields = [
        ...['title:text:no-unique', 'body:required:default=none', 'author:optional'],
        ...[
          'status:enum:draft:published:archived',
          'price:decimal:12:3',
          'on:datetime',
          'site:unique',
        ],
      ];
      const changed = await notes.run('change:field', 'notes', ...fields, '--migrate');
      expect([changed.code, changed.stderr]).toEqual([0, '']);
      expect(changed.stdout).toContain('The migration is applied: migrations/versions/');
      await notes.matches();
      const values = { title: 'Same', body: 'Four', status: 'archived', price: '1.125' };
      for (const answer of [await notes.create(values), await notes.create(values)]) {
        expect(answer).toMatch(/^302\n/);
      }
      const refused = await notes.run('change:field', 'notes', 'title:unique');
      expect([refused.code, refused.stderr]).toEqual([
        1,
        jasmine.stringContaining('2 rows of note with the same title'),
      ]);
      await notes.python(
        '-c',
        `
from blog import create_app, db
from blog.models import Note
with create_app().app_context():
    db.session.execute(db.delete(Note).filter_by(body="Four"))
    db.session.commit()
`,
      );
      const undone = await notes.run('undo', '--migrate');
      expect([undone.code, undone.stderr]).toEqual([0, '']);
      expect(notes.files).toEqual(before);
      expect(await notes.keys()).toBe(keys);
      expect((await notes.rows()).split('\n').length).toBe(rows.split('\n').length);
      await notes.matches();
    });

    it('removes a resource with its tables, works, and comes back with the schema', async () => {
      const [keys, before] = [await notes.keys(), notes.files];
      const kept = await notes.run('remove:resource', 'notes', '--migrate');
      expect([kept.code, kept.stderr]).toEqual([
        1,
        jasmine.stringMatching(/has data in note\. Add --delete-data/),
      ]);
      expect(notes.files).toEqual(before);
      const gone = ['remove:resource', 'notes', '--migrate', '--delete-data'];
      const { code, stdout, stderr } = await notes.run(...gone);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain('The migration is applied: migrations/versions/');
      expect(notes.code).toEqual(notes.before);
      await notes.matches();
      expect(await notes.statusOf('/', '/notes')).toBe('200 404');
      await notes.python('-m', 'flask', 'db', 'downgrade');
      expect(await notes.keys()).toBe(keys);
      await notes.python('-m', 'flask', 'db', 'upgrade');
      const undone = await notes.run('undo', '--migrate');
      expect([undone.code, undone.stderr]).toEqual([0, '']);
      expect(notes.files).toEqual(before);
      expect(await notes.keys()).toBe(keys);
      await notes.matches();
      await notes.fill();
      expect(await notes.statusOf('/', '/notes')).toBe('200 200');
    });
  });
}
