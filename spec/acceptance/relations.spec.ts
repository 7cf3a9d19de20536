import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applicationForApi } from '../support/application-with-api';
import { flaskSucceeds, PYTHON } from '../support/flask';
import { createDatabase, findPostgres } from '../support/postgres';
import { SCAFFOLD, succeed } from '../support/run';
import { suiteNeeds } from '../support/suite-needs';

/** An issue tracker, with the labels on issues last. */
const COMMANDS = [
  'make:resource projects name:string:80',
  'make:resource labels name:string:40:unique',
  'make:resource users --only=index,show',
  'make:resource projects.issues title:string:120 body:text:optional priority:integer:min=1:max=5 assignee:references:users:optional --api',
  'make:resource projects.issues.comments body:text author:references:users',
  'make:resource milestones title:string:80 project:references:projects',
  'add:field projects.issues labels:many',
];

/** Fills the tracker in two steps, and prints what each page and each form answers, with its queries. */
const DRIVE = `
import json
import re
import time

from sqlalchemy import event

from run import app
from app.extensions import db
from app.models import Comment, Issue, Label, Milestone, Project, User

app.config["WTF_CSRF_ENABLED"] = False
client = app.test_client()
queries = []
PAGES = ["/projects/1", "/projects/1/issues", "/projects/1/issues/1", "/labels/1", "/users/1"]
API = ["/api/projects/1/issues", "/api/projects/1/issues/1"]


def pages():
    found = {}
    for url in PAGES:
        del queries[:]
        answer = client.get(url)
        rows = len(re.findall('role="rowheader"|class="message"', answer.text))
        found[url] = {"status": answer.status_code, "queries": len(queries), "rows": rows}
    for url in API:
        del queries[:]
        answer = client.get(url)
        issues = answer.json.get("items", [answer.json])
        rows = sum(len(issue["label_ids"]) == 4 for issue in issues)
        found[url] = {"status": answer.status_code, "queries": len(queries), "rows": rows}
    return found


def fill(labels, issues):
    for number in range(labels):
        db.session.add(Label(name=f"Label {db.session.query(Label).count()}"))
    db.session.flush()
    some = list(db.session.scalars(db.select(Label).order_by(Label.id).limit(4)))
    for number in range(issues):
        issue = Issue(title=f"Issue {number}", project_id=1, priority=3, assignee_id=1, labels=some)
        db.session.add(issue)
        db.session.flush()
        db.session.add(Comment(body="I see it, too.", issue_id=1, author_id=1))
        db.session.add(Milestone(title=f"Milestone {number}", project_id=1))
    db.session.commit()


with app.app_context():
    event.listen(db.engine, "before_cursor_execute", lambda *_: queries.append(1))
    db.session.add(Project(name="Cranes"))
    if not db.session.get(User, 1):
        db.session.add(User(name="Ada", email="ada@example.com"))
    db.session.commit()
    fill(4, 2)
    few = pages()
    fill(996, 40)
    many = pages()

    del queries[:]
    form = client.get("/projects/1/issues/1/edit").text
    form_queries = len(queries)
    shown = dict(re.findall(r'name="(\\w+-shown)" value="(\\w+)"', form))
    checked = re.findall(r'checked[^>]*name="labels"[^>]*value="(\\d+)"|name="labels"[^>]*checked[^>]*value="(\\d+)"', form)
    values = {"title": "Issue 0", "body": "", "priority": "3", "assignee_id": "1", **shown}

    def send(**changes):
        answer = client.post("/projects/1/issues/1/edit", data={**values, **changes})
        db.session.expire_all()
        stored = sorted(label.id for label in db.session.get(Issue, 1).labels)
        return {"status": answer.status_code, "location": answer.headers.get("Location"), "labels": stored, "text": answer.text}

    found = send(labels=["1"], **{"labels-search": "Label 777", "labels-find": ""})
    forged = send(labels=["1", "987654"])
    word = send(labels=["x"])
    kept = send(labels=["1", "2", "3", "4"])
    changed = send(labels=["1", "900"])
    conflict = send(labels=["2"])
    fresh = dict(re.findall(r'name="(\\w+-shown)" value="(\\w+)"', client.get("/projects/1/issues/1/edit").text))
    cleared = send(labels=[], **fresh)
    created = client.get("/milestones/create?project_id=1").text
    filtered = client.get("/milestones?project_id=1").text
    print(json.dumps({
        "few": few, "many": many, "formQueries": form_queries, "boxes": form.count('type="checkbox"'),
        "found": {"status": found["status"], "has": "Label 777" in found["text"], "labels": found["labels"]},
        "forged": {"status": forged["status"], "labels": forged["labels"], "says": "This must be one of the choices." in forged["text"]},
        "word": {"status": word["status"], "labels": word["labels"]},
        "kept": {"status": kept["status"], "labels": kept["labels"]},
        "changed": {"status": changed["status"], "labels": changed["labels"], "location": changed["location"]},
        "conflict": {"status": conflict["status"], "labels": conflict["labels"]},
        "cleared": {"status": cleared["status"], "labels": cleared["labels"]},
        "isChosen": bool(re.search(r'<option[^>]*selected[^>]*value="1"', created)),
        "isFiltered": bool(re.search(r'<option[^>]*value="1"[^>]*selected', filtered)),
    }))
`;

interface PageAnswer {
  readonly status: number;
  readonly queries: number;
  readonly rows: number;
}

interface FormAnswer {
  readonly status: number;
  readonly labels: readonly number[];
}

interface Answers {
  readonly few: Readonly<Record<string, PageAnswer>>;
  readonly many: Readonly<Record<string, PageAnswer>>;
  readonly formQueries: number;
  readonly boxes: number;
  readonly found: FormAnswer & { readonly has: boolean };
  readonly forged: FormAnswer & { readonly says: boolean };
  readonly word: FormAnswer;
  readonly kept: FormAnswer;
  readonly changed: FormAnswer & { readonly location: string };
  readonly conflict: FormAnswer;
  readonly cleared: FormAnswer;
  readonly isChosen: boolean;
  readonly isFiltered: boolean;
}

describe('An issue tracker', () => {
  let root: string;

  beforeAll(async () => {
    root = await applicationForApi();
    for (const [index, words] of COMMANDS.entries()) {
      const last = index === COMMANDS.length - 1 || words.includes('comments');
      await scaffold(...words.split(' '), ...(last ? ['--migrate'] : []));
    }
  });

  function scaffold(...words: readonly string[]): Promise<string> {
    return succeed(process.execPath, [SCAFFOLD, ...words], { cwd: root });
  }

  it('passes its own tests', async () => {
    await succeed(PYTHON, ['-m', 'pytest', '-q'], { cwd: root });
    expect(await flaskSucceeds(root, ['db', 'check'])).toBeDefined();
  });

  it('loses what belongs to a record with the resource, and gets it back', async () => {
    const page = (): string => readFileSync(join(root, 'app/templates/projects/show.html'), 'utf8');
    const before = page();
    await scaffold('make:resource', 'goals', 'name', 'project:references:projects');
    expect(page()).toContain('newest("Goal.project_id")');
    await scaffold('undo');
    expect(page()).toBe(before);
  });

  for (const name of ['SQLite', 'PostgreSQL'] as const) {
    describe(`on ${name}`, () => {
      let answers: Answers;

      const isSqlite = name === 'SQLite';
      suiteNeeds(name, isSqlite ? name : findPostgres('initdb'), async () => {
        const env = {
          ...process.env,
          DATABASE_URL: isSqlite ? `sqlite:///${join(root, 'tracker.db')}` : await createDatabase(),
          FLASK_CONFIG: 'development',
        };
        await flaskSucceeds(root, ['db', 'upgrade'], env);
        answers = JSON.parse(await succeed(PYTHON, ['-c', DRIVE], { cwd: root, env })) as Answers;
      });

      it('makes as many queries for 42 issues and 1,000 labels as for two and four', () => {
        for (const [url, few] of Object.entries(answers.few)) {
          const many = answers.many[url];
          expect([url, few.status, many?.status]).toEqual([url, 200, 200]);
          // Beyond ten records, a section is counted; the filters of a list become searches.
          expect(many?.queries).withContext(url).toBeLessThanOrEqual(few.queries);
          expect(few.queries).withContext(url).toBeLessThan(16);
        }
      });

      it('shows ten records of each kind on the page of what they belong to', () => {
        const rows = Object.values(answers.many).map((page) => page.rows);
        expect(rows.slice(0, 5)).toEqual([20, 20, 10, 10, 20]);
      });

      it('answers 20 issues with their labels, and one, through the API', () => {
        const rows = Object.values(answers.many).map((answer) => answer.rows);
        expect(rows.slice(5)).toEqual([20, 1]);
      });

      it('searches 1,000 labels, and has a checkbox for those that are chosen', () => {
        expect(answers.boxes).toBe(4);
        expect(answers.formQueries).toBeLessThan(12);
        expect(answers.found).toEqual({ status: 422, has: true, labels: [1, 2, 3, 4] });
      });

      it('refuses labels that do not exist, and changes nothing', () => {
        expect(answers.forged).toEqual({ status: 422, labels: [1, 2, 3, 4], says: true });
        expect(answers.word).toEqual({ status: 422, labels: [1, 2, 3, 4] });
      });

      it('saves what is chosen, and leads to the project', () => {
        expect(answers.kept).toEqual({ status: 302, labels: [1, 2, 3, 4] });
        const { location, ...changed } = answers.changed;
        expect(changed).toEqual({ status: 302, labels: [1, 900] });
        expect(location).toBe('/projects/1#issues');
      });

      it('tells who changes labels after another one, and changes nothing', () => {
        expect(answers.conflict).toEqual({ status: 409, labels: [1, 900] });
      });

      it('clears all labels', () => {
        expect(answers.cleared).toEqual({ status: 302, labels: [] });
      });

      it('chooses the project in the form and in the list that its page leads to', () => {
        expect([answers.isChosen, answers.isFiltered]).toEqual([true, true]);
      });
    });
  }
});
