import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { logging } from '@angular-devkit/core';
import { type Growth, stageGrowth } from '../../src/cli/plan-growth';
import { bareCopy } from '../support/bare-application';

const ROUTES = 'app/routes/posts/routes.py';
const CODE = 'from flask import Blueprint\n\nblog = Blueprint("posts", __name__)\n';

function growthOf(view: object): Growth {
  return { schematic: 'make-view', options: { views: [view] } };
}

describe('stageGrowth', () => {
  const view = growthOf({ name: 'posts.index', generateRoute: true });

  it('says what was there of the files that it changes', async () => {
    const root = await bareCopy();
    const { files, before } = await stageGrowth(
      { root, pending: [] },
      view,
      new logging.NullLogger(),
    );
    const paths = files.map(({ path }) => path);
    const known = paths.filter((path) => before.has(path));
    expect(paths).toContain(ROUTES);
    expect(known).toEqual(['app/__init__.py']);
  });

  it('takes files that are still to be written for files that are there, in new folders, too', async () => {
    const root = await bareCopy();
    const pending = [{ path: ROUTES, content: Buffer.from(CODE) }];
    const { files, before } = await stageGrowth({ root, pending }, view, new logging.NullLogger());
    const routes = files.find(({ path }) => path === ROUTES)?.content?.toString();
    expect(routes).toContain('@blog.get("/posts")');
    expect(before.get(ROUTES)?.toString()).toBe(CODE);
  });

  it('takes files that are still to be deleted for files that are not there', async () => {
    const root = await bareCopy();
    writeFileSync(join(root, 'app/templates/about.html'), 'about');
    const pending = [{ path: 'app/templates/about.html', content: undefined }];
    const about = growthOf({ name: 'about' });
    const { files, before } = await stageGrowth({ root, pending }, about, new logging.NullLogger());
    expect(files.map(({ path }) => path)).toEqual([
      'app/templates/about.html',
      '.scaffold/resources/mains.json',
    ]);
    expect(before.has('app/templates/about.html')).toBeFalse();
  });
});
