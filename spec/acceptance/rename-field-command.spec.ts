import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PostsWithRows } from '../support/posts-with-rows';
import { DATABASES, needOf } from '../support/served-resources';
import { suiteNeeds } from '../support/suite-needs';

for (const database of DATABASES) {
  describe(`scaffold rename:field --migrate on ${database}`, () => {
    let posts: PostsWithRows;

    suiteNeeds(...needOf(database), async () => {
      posts = await PostsWithRows.on(database);
    });

    it('keeps every value, matches the models, and goes byte for byte', async () => {
      const [rows, before] = [await posts.rows(), posts.files];
      const renamed = ['title:headline', 'author:writer', 'parent:origin'];
      for (const field of renamed) {
        const { code, stdout, stderr } = await posts.run(
          ...['rename:field', 'posts', field, '--migrate'],
        );
        expect([code, stderr]).toEqual([0, '']);
        expect(stdout).toContain('The migration is applied: migrations/versions/');
      }
      expect(await posts.rows()).toBe(rows);
      await posts.matches();
      await posts.passesTests();
      await posts.isClean();
      for (const field of renamed.toReversed()) {
        const { code, stdout } = await posts.run('undo', '--migrate');
        expect([code, stdout]).toEqual([
          0,
          jasmine.stringContaining(`rename:field posts ${field}`),
        ]);
      }
      expect(posts.files).toEqual(before);
      expect(await posts.rows()).toBe(rows);
      await posts.matches();
    });

    it('writes nothing while the database lacks a migration', async () => {
      await posts.run('add:field', 'posts', 'note:optional');
      await posts.run('rename:field', 'posts', 'price:cost');
      const before = posts.files;
      const { code, stderr } = await posts.run(
        ...['rename:field', 'posts', 'title:label', '--migrate'],
      );
      expect([code, stderr]).toEqual([1, jasmine.stringMatching(/The database lacks migrations/)]);
      expect(posts.files).toEqual(before);
      expect((await posts.run('undo')).code).toBe(0);
      expect((await posts.run('undo')).code).toBe(0);
    });

    it('is not undone while code uses the new name, and says how to go back', async () => {
      await posts.run('rename:field', 'posts', 'title:headline');
      writeFileSync(
        join(posts.root, 'app/reports.py'),
        'from app.models import Post\n\nORDER = Post.headline\n',
      );
      const { code, stderr } = await posts.run('undo');
      expect([code, stderr]).toEqual([
        1,
        jasmine.stringMatching(
          /app\/reports\.py:3: uses Post\.headline\n[^]*Or rename the field back everywhere: `scaffold rename:field posts headline:title`\./,
        ),
      ]);
      rmSync(join(posts.root, 'app/reports.py'));
      expect((await posts.run('undo')).code).toBe(0);
    });

    it('shows with --dry-run what it would do', async () => {
      const before = posts.files;
      const { code, stdout } = await posts.run('rename:field', 'posts', 'title:label', '--dry-run');
      expect(code).toBe(0);
      expect(stdout).toContain('+    label: Mapped[str]');
      expect(stdout).toContain('new_column_name="label"');
      expect(posts.files).toEqual(before);
    });
  });
}
