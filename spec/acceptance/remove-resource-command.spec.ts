import { PostsWithRows } from '../support/posts-with-rows';
import { DATABASES, needOf } from '../support/served-resources';
import { suiteNeeds } from '../support/suite-needs';

for (const database of DATABASES) {
  describe(`scaffold remove:resource on ${database}`, () => {
    let posts: PostsWithRows;

    suiteNeeds(...needOf(database), async () => {
      posts = await PostsWithRows.on(database);
    });

    it('deletes no rows unless it is told to, matches the models, and goes', async () => {
      const [kept, before] = [await posts.rows(), posts.files];
      const refused = await posts.run('remove:resource', 'posts.comments', '--migrate');
      expect([refused.code, refused.stderr]).toEqual([
        1,
        jasmine.stringMatching(/has data in comments\. Add --delete-data to delete it/),
      ]);
      expect(posts.files).toEqual(before);
      for (const name of ['posts.comments', 'posts']) {
        const words = ['remove:resource', name, '--delete-data', '--migrate'];
        const { code, stderr } = await posts.run(...words);
        expect([code, stderr]).toEqual([0, '']);
        await posts.matches();
        await posts.passesTests();
        if (name !== 'posts') {
          expect(await posts.rows()).toBe(kept);
        }
      }
      await posts.isClean();
      for (let run = 0; run < 2; run += 1) {
        const { code, stderr } = await posts.run('undo', '--migrate');
        expect([code, stderr]).toEqual([0, '']);
        await posts.matches();
      }
      expect(posts.files).toEqual(before);
      await posts.passesTests();
    });
  });
}
