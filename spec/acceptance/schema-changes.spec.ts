import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSIONS } from '../../src/layout';
import { migrationFor } from '../../src/migrations/revision';
import {
  dropping,
  removing,
  renaming,
  type SchemaChange,
} from '../../src/migrations/schema-change';
import type { StoredColumn } from '../../src/migrations/definitions';
import { schemaOf, type StoredSchema, type StoredTable } from '../../src/migrations/stored-schema';
import { PythonSource } from '../../src/python/source';
import { linkedCopy } from '../support/copies';
import { flask, flaskSucceeds, PYTHON } from '../support/flask';
import { createDatabase } from '../support/postgres';
import { scaffold, succeed } from '../support/run';
import { DATABASES, needOf } from '../support/served-resources';
import { suiteNeeds } from '../support/suite-needs';

const FIELDS = [
  ...['title:string:80:unique', 'body:text', 'views:integer:default=0', 'size:bigint:default=0'],
  ...['weight:float:default=1.5', 'price:decimal:10:2:default=2.50', 'done:boolean'],
  ...['due:date:default=now', 'opens:time:default=09:30', 'starts:datetime:default=now'],
  ...['status:enum:draft:live:default=live', 'key:uuid', 'data:json:default={}', 'note:optional'],
  ...['author:references:users', 'parent:references:posts:optional', 'slug:optional:index'],
];

/** What each row of posts holds, whatever its columns are called. */
const PROGRAM = `
import sys
from uuid import uuid4
from run import app
from app.extensions import db
from sqlalchemy import inspect, text

with app.app_context():
    if sys.argv[1] == "make":
        from app.models import Post, User
        db.session.execute(db.update(Post).values(parent_id=None))
        db.session.execute(db.delete(Post))
        ada = User(name="Ada", email=str(uuid4()))
        first = Post(title="One", body="First", author=ada, slug="a")
        db.session.add_all([first, Post(title="Two", body="It’s", author=ada, parent=first, done=True)])
        db.session.commit()
    elif sys.argv[1] == "names":
        keys = inspect(db.engine)
        found = [*keys.get_unique_constraints("posts"), *keys.get_foreign_keys("posts"), *keys.get_indexes("posts")]
        print(" ".join(sorted({each["name"] for each in found if not each.get("duplicates_constraint")})))
    else:
        rows = db.session.execute(text("SELECT * FROM posts ORDER BY id"))
        print(*(sorted(map(str, row)) for row in rows), sep="\\n")
`;

for (const database of DATABASES) {
  describe(`A migration by hand on ${database}`, () => {
    let root: string;
    let env: NodeJS.ProcessEnv;
    let head: string;
    const written: string[] = [];

    suiteNeeds(...needOf(database), async () => {
      root = await linkedCopy(true);
      env = { ...process.env };
      if (database === 'PostgreSQL') {
        env = { ...env, DATABASE_URL: await createDatabase() };
        await flaskSucceeds(root, ['db', 'upgrade'], env);
      }
      const words = ['make:resource', 'posts', ...FIELDS, '--migrate'];
      const made = await scaffold(words, { cwd: root, env });
      expect([made.code, made.stderr]).toEqual([0, '']);
      head = (await schema()).heads.join();
    });

    beforeEach(() => python('make'));

    it('renames each column and its keys, and keeps the values', async () => {
      const rows = await python('rows');
      for (const { name } of posts(await schema()).columns.filter((each) => each.name !== 'id')) {
        await write((table) => renaming(table, name, `my_${name}`, () => false));
      }
      await flaskSucceeds(root, ['db', 'upgrade'], env);
      expect(await python('rows')).toBe(rows);
      expect((await python('names')).trim()).toBe(
        'fk_posts_my_author_id_users fk_posts_my_parent_id_posts ix_posts_my_author_id ' +
          'ix_posts_my_parent_id ix_posts_my_slug uq_posts_my_title',
      );
      await leadsBack();
      expect(await python('rows')).toBe(rows);
    });

    it('removes each column, and brings it back for rows that exist', async () => {
      for (const column of posts(await schema()).columns.filter(({ name }) => name !== 'id')) {
        await write((table) => removing(table, columnOf(table, column.name)));
      }
      await flaskSucceeds(root, ['db', 'upgrade'], env);
      expect(await python('rows')).toMatch(/^\['\d+'\]\n\['\d+'\]\n$/);
      await leadsBack();
      expect((await python('rows')).trim().split('\n').length).toBe(2);
    });

    it('removes a table, and brings it back', async () => {
      await write(dropping);
      await flaskSucceeds(root, ['db', 'upgrade'], env);
      await leadsBack();
    });

    function python(word: string): Promise<string> {
      return succeed(PYTHON, ['-c', PROGRAM, word], { cwd: root, env });
    }

    async function schema(): Promise<StoredSchema> {
      const paths = readdirSync(join(root, VERSIONS)).filter((name) => name.endsWith('.py'));
      const sources = paths.map((name) =>
        PythonSource.parse(`${VERSIONS}/${name}`, readFileSync(join(root, VERSIONS, name))),
      );
      return schemaOf(await Promise.all(sources));
    }

    async function write(change: (table: StoredTable) => SchemaChange): Promise<void> {
      const before = await schema();
      const { content, path } = await migrationFor(change(posts(before)), VERSIONS, before.heads);
      written.push(path);
      writeFileSync(join(root, path), content);
    }

    async function leadsBack(): Promise<void> {
      await flaskSucceeds(root, ['db', 'downgrade', head], env);
      written.splice(0).forEach((path) => {
        rmSync(join(root, path));
      });
      const { code, stdout, stderr } = await flask(root, ['db', 'check'], env);
      expect(stdout + stderr).toContain('No new upgrade operations detected.');
      expect(code).toBe(0);
    }
  });
}

function posts({ tables }: StoredSchema): StoredTable {
  return tables.get('posts') ?? missing('posts');
}

function columnOf({ columns }: StoredTable, name: string): StoredColumn {
  return columns.find((each) => each.name === name) ?? missing(name);
}

function missing(name: string): never {
  throw new Error(`${name} is missing.`);
}
