import { PostsWithRows } from '../support/posts-with-rows';
import { DATABASES, needOf } from '../support/served-resources';
import { suiteNeeds } from '../support/suite-needs';

const KEPT = 'id, price, author_id';

for (const database of DATABASES) {
  describe(`scaffold remove:field on ${database}`, () => {
    let posts: PostsWithRows;

    suiteNeeds(...needOf(database), async () => {
      posts = await PostsWithRows.on(database);
    });

    it('keeps all other values, matches the models, and goes', async () => {
      const [kept, before] = [await posts.rows(KEPT), posts.files];
      for (const words of [['title', 'status'], ['slug'], ['parent']]) {
        const { code, stderr } = await posts.run(
          ...['remove:field', 'posts', ...words, '--delete-data', '--migrate'],
        );
        expect([code, stderr]).toEqual([0, '']);
        await posts.matches();
      }
      await posts.passesTests();
      await posts.isClean();
      for (let run = 0; run < 3; run += 1) {
        expect((await posts.run('undo', '--migrate')).code).toBe(0);
        await posts.matches();
      }
      expect(posts.files).toEqual(before);
      expect(await posts.rows(KEPT)).toBe(kept);
    });

    it('deletes no data unless it is told to', async () => {
      const before = posts.files;
      const { code, stderr } = await posts.run('remove:field', 'posts', 'price', '--migrate');
      expect([code, stderr]).toEqual([
        1,
        jasmine.stringMatching(/has data in posts\.price\. Add --delete-data to delete it/),
      ]);
      expect(posts.files).toEqual(before);
      await posts.run('add:field', 'posts', 'note:optional', '--migrate');
      expect((await posts.run('remove:field', 'posts', 'note', '--migrate')).code).toBe(0);
      await posts.matches();
    });
  });
}
