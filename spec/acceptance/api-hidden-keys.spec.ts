import { applicationWithGuards } from '../support/application-with-guards';
import { flaskSucceeds, PYTHON } from '../support/flask';
import { createDatabase } from '../support/postgres';
import { succeed } from '../support/run';
import { DATABASES, needOf } from '../support/served-resources';
import { serve, type Server } from '../support/server';
import { suiteNeeds } from '../support/suite-needs';

const GUNICORN = (port: number): string[] => ['-m', 'gunicorn', 'run:app', '-b', `:${port}`];

const WITHIN = (program: string): string => `
from datetime import timedelta

from app import create_app
from app.extensions import db
from app.models import Label, Note, Post, User
from app.tokens import make_token

with create_app("production").app_context():
    ${program.trim().replaceAll('\n', '\n    ')}
`;

/** Prints a token of a user, who has a post that refers to a note of somebody else, and a note with a label that only admins read. */
const NEW_TOKEN = WITHIN(`
user = User(name="Spec", email="spec@example.com")
other = User(name="Other", email="other@example.com")
db.session.add_all([user, other])
db.session.flush()
notes = [Note(title="Of another", user_id=other.id), Note(title="Own", user_id=user.id)]
db.session.add_all(notes)
db.session.flush()
for note in notes:
    db.session.add(Post(title=note.title, user_id=user.id, note_id=note.id))
    db.session.flush()
notes[1].labels = [Label(name="Stored")]
db.session.add(Label(name="Other"))
print(make_token(user, "Spec", timedelta(days=1)))
db.session.commit()
`);

/** Prints the notes in what that user downloads. */
const DOWNLOADED_NOTES = `
from app import create_app
from app.auth import find_user, sign_in
from app.export import export_of

with create_app("production").test_request_context():
    user = find_user("spec@example.com")
    sign_in(user)
    print([post["note_id"] for post in export_of(user)["posts"]])
`;

const STORED_NOTES = WITHIN('print(*db.session.scalars(db.select(Post.note_id).order_by("id")))');

const STORED_LABELS = WITHIN('print([each.name for each in db.session.get(Note, 2).labels])');

interface PostOut {
  readonly id: number;
  readonly note_id: number | null;
}

for (const database of DATABASES) {
  describe(`The key of a record that the client may not read, on ${database}`, () => {
    let server: Server;
    let headers: Record<string, string>;
    let python: (program: string) => Promise<string>;

    suiteNeeds(...needOf(database), async () => {
      const root = await applicationWithGuards();
      const env = {
        ...process.env,
        FLASK_CONFIG: 'production',
        DATABASE_URL: database === 'PostgreSQL' ? await createDatabase() : '',
        PUBLIC_URL: 'https://blog.example',
      };
      python = (program) => succeed(PYTHON, ['-c', program], { cwd: root, env });
      await flaskSucceeds(root, ['db', 'upgrade'], env);
      const token = (await python(NEW_TOKEN)).trim();
      headers = {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        // The server may close a connection at the moment when the next PATCH goes out, which nobody sends again.
        Connection: 'close',
      };
      server = await serve(root, PYTHON, GUNICORN, env);
    });

    afterAll(async () => {
      await server.stop();
    });

    async function got<T>(path: string, sent: RequestInit = {}): Promise<T> {
      const answer = await fetch(server.url + path, sent);
      expect(answer.status).withContext(path).toBe(200);
      return (await answer.json()) as T;
    }

    /** The keys in a list and in the records, by who asks. */
    async function keysFor(sent: RequestInit): Promise<unknown> {
      const { items } = await got<{ items: PostOut[] }>('/api/posts?sort=created_at', sent);
      const each = items.map(({ id }) => got<PostOut>(`/api/posts/${id}`, sent));
      return [items, await Promise.all(each)].map((all) => all.map(({ note_id }) => note_id));
    }

    function change(path: string, body: object): Promise<Response> {
      const sent = { method: 'PATCH', headers, body: JSON.stringify(body) };
      return fetch(`${server.url}/api/${path}`, sent);
    }

    async function expectUnknown(path: string, field: string, value: unknown): Promise<void> {
      const answer = await change(path, { [field]: value });
      const { errors } = (await answer.json()) as { errors: unknown };
      expect([answer.status, errors]).toEqual([
        409,
        [{ field, message: 'There is no such record.' }],
      ]);
    }

    it('is null in the API, and empty in a CSV file', async () => {
      expect(await keysFor({ headers })).toEqual([
        [null, 2],
        [null, 2],
      ]);
      expect(await keysFor({})).toEqual([
        [null, null],
        [null, null],
      ]);
      const csv = await (await fetch(`${server.url}/posts?sort=created_at&format=csv`)).text();
      const [names = [], ...rows] = csv.split('\r\n').map((line) => line.split(','));
      const place = names.indexOf('"note_id"');
      expect(rows.slice(0, 2).map((row) => row[place])).toEqual(['""', '""']);
    });

    it('is null in what a user downloads', async () => {
      expect(await python(DOWNLOADED_NOTES)).toBe('[None, 2]\n');
    });

    it('may be null in the document', async () => {
      const { components } = await got<{
        components: { schemas: { PostOut: { properties: unknown } } };
      }>('/api/openapi.json');
      expect(components.schemas.PostOut.properties).toEqual(
        jasmine.objectContaining({
          note_id: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
          user_id: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
        }),
      );
    });

    it('stays without being named, with null, and is refused like one that there is not', async () => {
      for (const body of [{ title: 'Changed' }, { note_id: null }]) {
        expect((await change('posts/1', body)).status).toBe(200);
      }
      for (const note_id of [1, 99]) {
        await expectUnknown('posts/1', 'note_id', note_id);
      }
      expect(await python(STORED_NOTES)).toBe('1 2\n');
    });

    it('is not in a list, stays there whatever is named, and is refused like one that there is not', async () => {
      expect(await got('/api/notes/2', { headers })).toEqual(
        jasmine.objectContaining({ label_ids: [] }),
      );
      for (const body of [{ title: 'Changed' }, { label_ids: [] }]) {
        expect((await change('notes/2', body)).status).toBe(200);
      }
      for (const id of [1, 2, 99]) {
        await expectUnknown('notes/2', 'label_ids', [id]);
      }
      expect(await python(STORED_LABELS)).toBe("['Stored']\n");
    });
  });
}
