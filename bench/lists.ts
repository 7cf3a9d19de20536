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

/** What is asked of the list. */
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
};

/** Adds 100 users and 100,000 posts of some 900 characters, and gives the fastest answer of each URL within the process. */
const DRIVE = `
import json
import random
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

def milliseconds(url):
    times = []
    for _ in range(25):
        start = time.perf_counter()
        assert client.get(url).status_code == 200
        times.append((time.perf_counter() - start) * 1000)
    return min(times)

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

print(json.dumps([milliseconds(url) for url in json.loads(sys.argv[1])]))
`;

/** What a list of 100,000 records takes on each database, as a table in Markdown. */
export async function lists(): Promise<string> {
  const root = await fullCopy(true);
  await succeed(process.execPath, [SCAFFOLD, 'make:view', 'posts.show', '-m'], { cwd: root });
  const file = join(root, 'app/models/post.py');
  const key = '    id: Mapped[int] = mapped_column(primary_key=True)\n';
  const model = readFileSync(file, 'utf8')
    .replace(key, key + COLUMNS)
    .replace('from sqlalchemy', 'from sqlalchemy import Enum, ForeignKey, String, Text\n$&');
  writeFileSync(file, model);
  await succeed(process.execPath, [SCAFFOLD, 'make:view', 'posts.index', '-rc'], { cwd: root });
  await succeed(PYTHON, ['-m', 'pip', 'install', '-q', 'psycopg[binary]'], { cwd: root });
  const onSqlite = await drive(root, `sqlite:///${join(root, 'bench.db')}`);
  const onPostgres = await drive(root, await createDatabase());
  const rows = Object.keys(URLS).map((name, index) => {
    const [sqlite, postgresql] = [onSqlite, onPostgres].map((times) => times[index]?.toFixed(1));
    return `| ${name} | ${sqlite} | ${postgresql} |`;
  });
  return [
    '| a list of 100,000 records | SQLite, ms | PostgreSQL, ms |',
    '| --- | --- | --- |',
    ...rows,
  ].join('\n');
}

async function drive(root: string, database: string): Promise<number[]> {
  const env = { ...process.env, TEST_DATABASE_URL: database };
  const args = ['-c', DRIVE, JSON.stringify(Object.values(URLS))];
  return JSON.parse(await succeed(PYTHON, args, { cwd: root, env })) as number[];
}
