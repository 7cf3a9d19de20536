import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { migratedFiles } from '../existing/data-applications';
import { madeApplication } from '../support/application';
import { type Ended, run, SCAFFOLD, succeed } from '../support/run';
import { writeFiles } from '../support/write-files';

/** Uses notes with labels as a browser would, and prints what each request answers, with the labels of the note after it. */
const DRIVE = `
import json
import re

from blog import create_app, db
from blog.models import Label, Note, User

app = create_app()
client = app.test_client()
seen = []


def send(path, **values):
    page = client.get(path).text
    token = re.search('name="csrf_token"[^>]*value="([^"]+)"', page)[1]
    answer = client.post(path, data={"title": "One", **values, "csrf_token": token})
    db.session.expire_all()
    note = db.session.get(Note, 1)
    labels = [label.name for label in note.labels] if note else []
    seen.append([answer.status_code, labels, "valid choice" in answer.text])


with app.app_context():
    db.session.add_all([Label(name=name) for name in ("bug", "docs", "idea")])
    db.session.add(User(username="ada"))
    db.session.commit()
    send("/notes/create", labels=["1", "2"], readers=["1"])
    send("/notes/1/edit", labels=["2", "3"], readers=["1"])
    db.session.delete(db.session.get(Label, 1))
    db.session.commit()
    for forged in ("1", "99", "x", ""):
        send("/notes/1/edit", labels=["2", forged])
    page, listed = client.get("/notes/1").text, client.get("/notes").text
    send("/notes/1/edit")
    readers = len(db.session.get(Note, 1).readers)
    print(json.dumps({"seen": seen, "page": "docs, idea" in page, "listed": "docs, idea" in listed, "readers": readers}))
`;

/** Gives the note labels. */
const LINK = `
from blog import create_app, db
from blog.models import Label, Note

with create_app().app_context():
    db.session.get(Note, 1).labels = db.session.query(Label).order_by(Label.name).all()
    db.session.commit()
`;

/** Prints what the pages show of the tags of the note, and those that it has once the form has saved one. */
const SHOWN = `
import json
import re

from blog import create_app, db
from blog.models import Label, Note

app = create_app()
client = app.test_client()
with app.app_context():
    page, listed = client.get("/notes/1").text, client.get("/notes").text
    tag = str(db.session.query(Label).filter_by(name="idea").one().id)
    form = client.get("/notes/1/edit").text
    token = re.search('name="csrf_token"[^>]*value="([^"]+)"', form)[1]
    client.post("/notes/1/edit", data={"title": "One", "tags": [tag], "csrf_token": token})
    saved = [each.name for each in db.session.get(Note, 1).tags]
    print(json.dumps({"listed": "docs, idea" in listed, "page": "docs, idea" in page, "saved": saved}))
`;

describe('A field with many records in an application that new did not make', () => {
  let cwd: string;
  let ended: readonly Ended[];

  const python = (...args: string[]): Promise<string> =>
    succeed(join(cwd, '.venv/bin/python'), args, { cwd });

  beforeAll(async () => {
    cwd = writeFiles(migratedFiles());
    symlinkSync(join(await madeApplication(true), 'venv'), join(cwd, '.venv'));
    await python('-m', 'flask', 'db', 'init');
    await python('-m', 'flask', 'db', 'migrate');
    await python('-m', 'flask', 'db', 'upgrade');
    const scaffold = (...words: string[]): Promise<Ended> => run(SCAFFOLD, words, { cwd });
    ended = [
      await scaffold('make:model', 'Label', 'name:string:40:unique', '--migrate'),
      await scaffold('make:resource', 'notes', 'title', 'labels:many', '--migrate'),
      await scaffold('add:field', 'notes', 'readers:many:users', '--migrate'),
    ];
  });

  it('gets its tables by migrations that leave nothing to do', async () => {
    expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
      [0, ''],
    ]);
    expect(ended[1]?.stdout).toMatch(
      /The migration is applied: create note, create note_labels\.\n$/,
    );
    expect(ended[2]?.stdout).toMatch(/The migration is applied: create note_readers\.\n$/);
    expect(await python('-m', 'flask', 'db', 'check')).toContain('No new upgrade operations');
  });

  it('is made, changed, cleared, renamed and removed, and refuses what is no choice at the field', async () => {
    expect(JSON.parse(await python('-c', DRIVE))).toEqual({
      seen: [
        [302, ['bug', 'docs'], false],
        [302, ['docs', 'idea'], false],
        [422, ['docs', 'idea'], true],
        [422, ['docs', 'idea'], true],
        [422, ['docs', 'idea'], true],
        [422, ['docs', 'idea'], true],
        [302, [], false],
      ],
      page: true,
      listed: true,
      readers: 0,
    });
    // It keeps its links under a new name, and goes with its table.
    await python('-c', LINK);
    const renamed = await run(SCAFFOLD, ['rename:field', 'notes', 'labels:tags', '--migrate'], {
      cwd,
    });

    const words = ['remove:field', 'notes', 'readers', '--delete-data', '--migrate'];
    const removed = await run(SCAFFOLD, words, { cwd });

    expect([renamed.code, removed.code]).toEqual([0, 0]);
    expect(await python('-m', 'flask', 'db', 'check')).toContain('No new upgrade operations');
    expect(JSON.parse(await python('-c', SHOWN))).toEqual({
      listed: true,
      page: true,
      saved: ['idea'],
    });
  });
});
