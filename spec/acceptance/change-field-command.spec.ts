import { PostsWithRows } from '../support/posts-with-rows';
import { DATABASES, needOf } from '../support/served-resources';
import { suiteNeeds } from '../support/suite-needs';

/** What people change, one after the other. */
const CHANGES: readonly (readonly string[])[] = [
  ['title:string:200'],
  ['slug:unique:required:default=none'],
  ['slug:text:no-unique:optional', 'price:decimal:12:3:min=0'],
  ['status:enum:draft:review:live:archived:default=draft', 'author:cascade'],
  ['views:bigint:no-max', 'day:datetime:index'],
  ['views:string:40', 'status:string:60', 'hint:text:required:default=0'],
];

/** Their values, in the same words on each database. */
const ROWS = `
from run import app
from app.extensions import db
from app.models import Post
with app.app_context():
    for post in db.session.scalars(db.select(Post).order_by(Post.id)):
        print(post.title, str(post.status), float(post.price), post.slug, post.views, post.day, post.author_id)
`;

const MORE = `
from datetime import date
from run import app
from app.extensions import db
from app.models import Post
with app.app_context():
    for post in db.session.scalars(db.select(Post)):
        post.views = 7
        post.day = date(2026, 2, 3)
    db.session.commit()
`;

for (const database of DATABASES) {
  describe(`scaffold change:field on ${database}`, () => {
    let posts: PostsWithRows;

    suiteNeeds(...needOf(database), async () => {
      posts = await PostsWithRows.on(database);
      await posts.run(
        ...[
          'add:field',
          'posts',
          'views:integer:optional:max=1000',
          'day:date:optional',
          'note:optional',
          'hint:integer:optional',
        ],
        '--migrate',
      );
      await posts.python(MORE);
    });

    it('keeps all values, matches the models, and goes', async () => {
      const before = posts.files;
      const rows = await posts.python(ROWS);
      expect(rows).toContain('One live 0.0 one 7 2026-02-03 ');
      for (const words of CHANGES) {
        const { code, stderr } = await posts.run('change:field', 'posts', ...words, '--migrate');
        expect([words, code, stderr]).toEqual([words, 0, '']);
        await posts.matches();
        await posts.passesTests();
      }
      expect(await posts.python(ROWS)).toBe(
        rows.replaceAll('2026-02-03', '2026-02-03 00:00:00+00:00').replace('None', 'none'),
      );
      await posts.isClean();
      for (let run = 0; run < CHANGES.length; run += 1) {
        const { code, stderr } = await posts.run('undo', '--migrate');
        expect([code, stderr]).toEqual([0, '']);
        await posts.matches();
      }
      expect(posts.files).toEqual(before);
      expect(await posts.python(ROWS)).toBe(rows.replace('None', 'none'));
    });

    it('finds rows that do not fit before it writes anything', async () => {
      const before = posts.files;
      for (const [words, message] of [
        [['views:unique'], /has 2 rows of posts with the same views as another, such as '7'/],
        [['title:string:2'], /has 2 rows of posts with more than 2 characters in title, such as/],
        [['note:required'], /has 2 rows of posts with no note\. .* note:required:default=VALUE/],
        [['views:min=8'], /has 2 rows of posts with a views out of bounds, such as '7'/],
        [['status:enum:draft:old:no-default'], /has 2 rows of posts with another value in status/],
        [['price:decimal:2:2'], /has a row of posts with a price of more digits, such as '2\.50?'/],
      ] as const) {
        const { code, stderr } = await posts.run('change:field', 'posts', ...words, '--migrate');
        expect([code, stderr]).toEqual([1, jasmine.stringMatching(message)]);
      }
      expect(posts.files).toEqual(before);
    });
  });
}
