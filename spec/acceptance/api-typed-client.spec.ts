import { applicationWithApi } from '../support/application-with-api';
import { flaskSucceeds, PYTHON } from '../support/flask';
import { succeed } from '../support/run';
import { serve, type Server } from '../support/server';
import { runTypedClient } from '../support/typed-client';

const GUNICORN = (port: number): string[] => ['-m', 'gunicorn', 'run:app', '-b', `:${port}`];

const LABELS = `
from run import app
from app.extensions import db
from app.models import Label
with app.app_context():
    db.session.add_all([Label(name="one"), Label(name="two")])
    db.session.commit()
`;

/** Names the type of each field, and does not compile if one differs. */
const CLIENT = `import createClient from 'openapi-fetch';
import type { components, paths } from './api';

type Same<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

interface Expected {
  id: number;
  title: string;
  body: string | null;
  code: string | null;
  price: string;
  views: number;
  big: number | null;
  ratio: number | null;
  done: boolean;
  maybe: boolean | null;
  on: string | null;
  at: string | null;
  starts: string | null;
  status: 'draft' | 'published';
  author_id: number;
  site: string | null;
  email: string | null;
  key: string;
  data: unknown;
  label_ids: number[];
  created_at: string;
  updated_at: string;
}

const client = createClient<paths>({ baseUrl: 'http://localhost:5000' });

function got<T>({ data, error }: { data?: T; error?: components['schemas']['Problem'] }): T {
  if (data === undefined) {
    throw new Error(error?.errors.map(({ field, message }) => field + ': ' + message).join());
  }
  return data;
}

const author = got(await client.POST('/api/authors', { body: { name: 'Ada' } }));
const sent: components['schemas']['PostIn'] = {
  title: 'First',
  body: 'Text',
  code: 'A-1',
  price: '9.90',
  views: 3,
  big: 2 ** 53 - 1,
  ratio: 0.5,
  done: true,
  maybe: false,
  on: '2026-01-31',
  at: '14:05:00',
  starts: '2026-01-31T10:00:00+02:00',
  status: 'published',
  author_id: author.id,
  site: 'https://a.example',
  email: 'ada@example.com',
  data: { list: [1, null, 'x'] },
  label_ids: [1, 2],
};
const post = got(await client.POST('/api/posts', { body: sent }));
const all: Same<keyof typeof post, keyof Expected> = true;
const each: { [Name in keyof Expected]: Same<(typeof post)[Name], Expected[Name]> } = {
  id: true,
  title: true,
  body: true,
  code: true,
  price: true,
  views: true,
  big: true,
  ratio: true,
  done: true,
  maybe: true,
  on: true,
  at: true,
  starts: true,
  status: true,
  author_id: true,
  site: true,
  email: true,
  key: true,
  data: true,
  label_ids: true,
  created_at: true,
  updated_at: true,
};

const one = { params: { path: { post_id: post.id } } };
const emptied = got(
  await client.PATCH('/api/posts/{post_id}', {
    ...one,
    body: {
      ...{ body: null, code: '', big: null, ratio: null, maybe: null, on: null, at: null, starts: null },
      ...{ site: null, email: null, data: null, label_ids: [2] },
    },
  }),
);
const read = got(await client.GET('/api/posts/{post_id}', one));
const query = { status: 'published' as const, author_id: author.id, label_ids: 2, sort: '-title' as const };
const page = got(await client.GET('/api/posts', { params: { query: { ...query, q: 'fir', page: 1 } } }));
const taken = await client.POST('/api/posts', { body: sent });
const comments = { params: { path: { post_id: post.id } }, body: { body: 'Yes' } };
const comment = got(await client.POST('/api/posts/{post_id}/comments', comments));
const gone = await client.DELETE('/api/posts/{post_id}/comments/{comment_id}', {
  params: { path: { post_id: post.id, comment_id: comment.id } },
});
const { key, created_at, updated_at, ...values } = post;
console.log(
  JSON.stringify({
    all,
    each: Object.values(each).every(Boolean),
    values,
    emptied: Object.entries(emptied).filter(([, value]) => value === null).length,
    labels: read.label_ids,
    found: [page.total, page.items[0]?.id],
    taken: taken.error?.errors,
    gone: gone.response.status,
  }),
);
`;

describe('A client by openapi-typescript', () => {
  let server: Server;

  beforeAll(async () => {
    const root = await applicationWithApi();
    await flaskSucceeds(root, ['db', 'upgrade']);
    await succeed(PYTHON, ['-c', LABELS], { cwd: root });
    server = await serve(root, PYTHON, GUNICORN);
  });

  afterAll(async () => {
    await server.stop();
  });

  it('compiles with strict, and reads and writes every type of field', async () => {
    expect(JSON.parse(await runTypedClient(CLIENT, server.url))).toEqual({
      all: true,
      each: true,
      values: {
        id: 1,
        title: 'First',
        body: 'Text',
        code: 'A-1',
        price: '9.90',
        views: 3,
        big: 2 ** 53 - 1,
        ratio: 0.5,
        done: true,
        maybe: false,
        on: '2026-01-31',
        at: '14:05:00',
        starts: '2026-01-31T08:00:00Z',
        status: 'published',
        author_id: 1,
        site: 'https://a.example',
        email: 'ada@example.com',
        data: { list: [1, null, 'x'] },
        label_ids: [1, 2],
      },
      emptied: 11,
      labels: [2],
      found: [1, 1],
      taken: [{ field: 'title', message: 'This is already taken.' }],
      gone: 204,
    });
  });
});
