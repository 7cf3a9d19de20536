import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fullCopy } from '../spec/support/copies';
import { PYTHON } from '../spec/support/flask';
import { createDatabase } from '../spec/support/postgres';
import { SCAFFOLD, succeed } from '../spec/support/run';

const COLUMNS = `
    title: Mapped[str] = mapped_column(String(120))
    body: Mapped[str] = mapped_column(Text)
    status: Mapped[str] = mapped_column(Enum("draft", "published", native_enum=False))
    price: Mapped[int]
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
`;

/** What is asked of the list, of a record, and of the API of both. */
const URLS: Readonly<Record<string, string>> = {
  'page 1': '/posts',
  'page 2,500': '/posts?page=2500',
  'page 5,000, the last': '/posts?page=5000',
  'sorted by the title': '/posts?sort=title',
  'sorted by the user': '/posts?sort=user_id',
  'of one status, half of all': '/posts?status=draft',
  'of one user': '/posts?user_id=7',
  'a search that finds every tenth': '/posts?q=fog',
  'a search that finds nothing': '/posts?q=nowhere',
  'a record': '/posts/50000',
  'API: page 1': '/api/posts',
  'API: page 5,000, the last': '/api/posts?page=5000',
  'API: of one user': '/api/posts?user_id=7',
  'API: a search that finds every tenth': '/api/posts?q=fog',
  'API: a record': '/api/posts/50000',
};

/**
 * Adds 100 users and 100,000 posts of some 900 characters. Gives the median time of a request to each URL within the process, and
 * its queries.
 */
const DRIVE = `
import json
import random
import statistics
import sys
import time
from app import create_app
from app.extensions import db
from app.models import Post, User

random.seed(1)
WORDS = "river lantern quiet copper atlas winter signal harbour meadow".split()
app = create_app("testing")
client = app.test_client()

def post(number):
    title = random.choices(WORDS, k=5) + ["fog"] * (number % 10 == 0)
    status = ("draft", "published")[number % 2]
    body = " ".join(random.choices(WORDS, k=130))
    return {"title": " ".join(title), "body": body, "status": status, "price": number, "user_id": users[number % 100]}

queries = []

def measured(url):
    times = []
    for _ in range(25):
        queries.clear()
        start = time.perf_counter()
        assert client.get(url).status_code == 200
        times.append((time.perf_counter() - start) * 1000)
    return f"{statistics.median(times):.1f}", len(queries)

with app.app_context():
    db.create_all()
    names = [User(name=f"User {n:02}", email=f"{n}@example.com") for n in range(100)]
    db.session.add_all(names)
    db.session.flush()
    users = [user.id for user in names]
    for start in range(0, 100_000, 5_000):
        db.session.execute(db.insert(Post), [post(start + n) for n in range(5_000)])
    db.session.commit()
    with db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(db.text("VACUUM"))
        connection.execute(db.text("ANALYZE"))
    db.event.listen(db.engine, "before_cursor_execute", lambda *args: queries.append(args[2]))

print(json.dumps([measured(url) for url in json.loads(sys.argv[1])]))
`;

/** What a list of 100,000 records takes on each database, as a table in Markdown. */
export async function lists(): Promise<string> {
  const root = await fullCopy(true);
  await scaffold(root, 'make:view', 'posts.show', '-m');
  const file = join(root, 'app/models/post.py');
  const key = '    id: Mapped[int] = mapped_column(primary_key=True)\n';
  const model = readFileSync(file, 'utf8')
    .replace(key, key + COLUMNS)
    .replace('from sqlalchemy', 'from sqlalchemy import Enum, ForeignKey, String, Text\n$&');
  writeFileSync(file, model);
  await scaffold(root, 'make:view', 'posts.index', 'posts.show', '-rc');
  await scaffold(root, 'make:api', 'posts');
  await succeed(PYTHON, ['-m', 'pip', 'install', '-q', 'psycopg[binary]', 'pydantic'], {
    cwd: root,
  });
  const onSqlite = await drive(root, `sqlite:///${join(root, 'bench.db')}`);
  const onPostgres = await drive(root, await createDatabase());
  const rows = Object.keys(URLS).map((name, index) => {
    const [sqlite = '', queries = 0] = onSqlite[index] ?? [];
    const [postgresql = ''] = onPostgres[index] ?? [];
    return `| ${name} | ${sqlite} | ${postgresql} | ${queries} |`;
  });
  return [
    '| among 100,000 records | SQLite, ms | PostgreSQL, ms | queries |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function scaffold(root: string, ...words: string[]): Promise<string> {
  return succeed(process.execPath, [SCAFFOLD, ...words], { cwd: root });
}

type Measured = readonly [milliseconds: string, queries: number];

async function drive(root: string, database: string): Promise<Measured[]> {
  const env = { ...process.env, TEST_DATABASE_URL: database };
  const args = ['-c', DRIVE, JSON.stringify(Object.values(URLS))];
  return JSON.parse(await succeed(PYTHON, args, { cwd: root, env })) as Measured[];
}
