import { type PersonsFiles, ViewProject } from '../support/view-project';

const APP = 'app/__init__.py';
const INIT = 'app/routes/posts/__init__.py';
const ROUTES = 'app/routes/posts/routes.py';

/** A file whose pieces, as they are, become others. */
type Edits = Readonly<Record<string, readonly (readonly [from: string, to: string])[]>>;

const RENAMED = [
  ['bp = B', 'posts_bp = B'],
  ['@bp.', '@posts_bp.'],
] as const;

/** How a person names the blueprint of posts in its own package. */
const NAMINGS: Readonly<Record<string, Edits>> = {
  'imported under its old name': {
    [INIT]: [['routes import bp', 'routes import posts_bp as bp']],
    [ROUTES]: RENAMED,
  },
  'made under two names at once': { [ROUTES]: [['bp = B', 'posts_bp = bp = B']] },
  'made under two names at once, the old one first': {
    [ROUTES]: [['bp = B', 'bp = posts_bp = B']],
  },
  'given its old name on a later line': {
    [ROUTES]: [
      ['bp = B', 'posts_bp = B'],
      ['__name__)\n', '__name__)\nbp = posts_bp\n'],
    ],
  },
  'given its old name in the file of the package': {
    [INIT]: [['routes import bp\n', 'routes import posts_bp\n\nbp = posts_bp\n']],
    [ROUTES]: RENAMED,
  },
  'taken from its module by a star': {
    [INIT]: [['routes import bp', 'routes import *']],
    [ROUTES]: [
      ['bp = B', 'posts_bp = B'],
      ['__name__)\n', '__name__)\nbp = posts_bp\n'],
    ],
  },
  'handed on by a third file': {
    [INIT]: [['posts.routes import bp', 'posts.names import bp']],
    [ROUTES]: RENAMED,
    'app/routes/posts/names.py': [['', 'from .routes import posts_bp as bp\n']],
  },
};

function edited(files: Readonly<Record<string, string>>, edits: Edits): PersonsFiles {
  const changed = Object.entries(edits).map(([path, pieces]) => {
    const text = pieces.reduce((whole, [from, to]) => {
      expect(whole.includes(from)).withContext(`${path}: ${from}`).toBeTrue();
      return whole.replace(from, to);
    }, files[path] ?? '');
    return [path, text];
  });
  return { ...files, ...Object.fromEntries(changed) } as PersonsFiles;
}

describe('A blueprint of several names', () => {
  for (const [title, edits] of Object.entries(NAMINGS)) {
    it(`stays registered on the application: ${title}`, async () => {
      const base = await (await ViewProject.with()).make('posts.index', 'r');
      const project = await ViewProject.with(edited(base.changes, edits));
      await project.make('posts.archive', 'r');
      expect(Object.keys(project.changes)).toEqual([ROUTES, 'app/templates/posts/archive.html']);
      expect(project.read(ROUTES)).toMatch(/@(posts_)?bp\.get\("\/posts\/archive"\)/);
    });

    it(`stays registered on another blueprint: ${title}`, async () => {
      const base = await (await ViewProject.with()).make('admin.posts.index', 'r');
      const below = Object.entries(edits).map(([path, pieces]) => [
        path.replace('routes/posts', 'routes/admin/posts'),
        pieces,
      ]);
      const project = await ViewProject.with(
        edited(base.changes, Object.fromEntries(below) as Edits),
      );
      await project.make('admin.posts.archive', 'r');
      expect(Object.keys(project.changes).sort()).toEqual([
        'app/routes/admin/posts/routes.py',
        'app/templates/admin/posts/archive.html',
      ]);
    });

    it(`keeps what is registered on it: ${title}`, async () => {
      const base = await (await ViewProject.with()).make('posts.notes.index', 'r');
      const nested = {
        ...edits,
        [ROUTES]: (edits[ROUTES] ?? []).filter(([from]) => from !== '@bp.'),
      };
      const project = await ViewProject.with(edited(base.changes, nested));
      await project.make('posts.notes.archive', 'r');
      expect(Object.keys(project.changes).sort()).toEqual([
        'app/routes/posts/notes/routes.py',
        'app/templates/posts/notes/archive.html',
      ]);
    });
  }

  it('has the prefix that it is registered with by another name', async () => {
    const base = await (await ViewProject.with()).make('posts.index', 'r');
    const project = await ViewProject.with(
      edited(base.changes, {
        ...NAMINGS['imported under its old name'],
        [APP]: [['(posts_bp)', '(posts_bp, url_prefix="/posts")']],
      }),
    );
    await project.make('posts.archive', 'r');
    expect(project.read(ROUTES)).toContain('@posts_bp.get("/archive")');
  });

  it('stays registered where the package above hands it on', async () => {
    const base = await (await ViewProject.with()).make('posts.index', 'r');
    const project = await ViewProject.with({
      ...edited(base.changes, {
        [APP]: [['from app.routes.posts import bp as posts_bp', 'from app.routes import posts_bp']],
      }),
      'app/routes/__init__.py': 'from app.routes.posts import bp as posts_bp  # noqa: F401\n',
    });
    await project.make('posts.archive', 'r');
    expect(Object.keys(project.changes)).toEqual([ROUTES, 'app/templates/posts/archive.html']);
  });

  it('is registered by the name that its package gives it', async () => {
    const project = await ViewProject.with({
      [INIT]: 'from .routes import blueprint as posts\n',
      [ROUTES]: 'from flask import Blueprint\n\nblueprint = Blueprint("posts", __name__)\n',
    });
    await project.make('posts.index', 'r');
    expect(project.read(APP)).toContain('from app.routes.posts import posts as posts_bp');
    const made = project.read(APP);
    await project.make('posts.archive', 'r');
    expect(project.read(APP)).toBe(made);
  });
});
