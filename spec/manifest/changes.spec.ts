import { SchematicsException } from '@angular-devkit/schematics';
import { Changes } from '../../src/manifest/changes';
import { type Manifest, serialized } from '../../src/manifest/format';

const POSTS = { resource: 'posts' };
const PATH = '.scaffold/resources/posts.json';
const ROUTES = 'app/main/routes.py';

const KNOWN = { request: {}, templates: 'old' };

/** The manifests that a run writes: path → manifest. */
async function written(
  generated: Manifest['generated'] | string | undefined,
  run: (changes: Changes) => void,
  said: string[] = [],
): Promise<Record<string, Manifest>> {
  const text = typeof generated === 'object' ? serialized({ ...KNOWN, generated }) : generated;
  const files = {
    has: (path: string) => path === PATH && text !== undefined,
    read: (path: string) => (path === PATH && text !== undefined ? Buffer.from(text) : undefined),
    filesIn: () => [],
  };
  const changes = new Changes(files, { warn: (message) => said.push(message) });
  changes.ask(POSTS, { names: { model: 'Post' } });
  run(changes);
  const all = [...(await changes.written(() => Promise.resolve('new')))].flatMap(([path, each]) =>
    path.endsWith('.json') && each !== undefined
      ? [[path, JSON.parse(each) as Manifest] as const]
      : [],
  );
  return Object.fromEntries(all);
}

/** What the manifest has of a file after a run. */
async function kept(
  path: string,
  generated: Manifest['generated'] | undefined,
  run: (changes: Changes) => void,
): Promise<Manifest['generated'][string] | undefined> {
  return (await written(generated, run))[PATH]?.generated[path];
}

describe('The manifest of a run', () => {
  it('has the text of each file that the run made, as later edits left it', async () => {
    const made = await kept('app/a.py', undefined, (changes) => {
      changes.created('app/a.py', 'a = 1\r\n');
      changes.changed('app/a.py', 'a = 1\r\n', 'a = 1\r\nb = 2\r\n');
    });
    expect(made).toEqual(['a = 1', 'b = 2', '']);
  });

  it('is not written by a run that changes nothing', async () => {
    const ask = (changes: Changes): void => {
      changes.ask(POSTS, { names: { model: 'Other' } });
    };
    expect(await written({}, ask)).toEqual({});
  });

  it('is not written by a run that makes what it has', async () => {
    const manifest = { names: { model: 'Post' } };
    const text = serialized({
      request: manifest,
      templates: 'old',
      generated: { 'a.py': ['a', ''] },
    });
    const again = (changes: Changes): void => {
      changes.created('a.py', 'a\n');
    };
    expect(await written(text, again)).toEqual({});
  });

  it('keeps the digest of the templates that the resource began with, and adds to the request', async () => {
    const after = await written({ 'a.py': [''] }, (changes) => {
      changes.ask(POSTS, { actions: { show: { route: '/posts' } } });
      changes.created('b.py', '');
    });
    expect(after[PATH]?.templates).toBe('old');
    expect(after[PATH]?.request).toEqual({
      names: { model: 'Post' },
      actions: { show: { route: '/posts' } },
    });
    expect(Object.keys(after[PATH]?.generated ?? {})).toEqual(['a.py', 'b.py']);
  });

  it('never holds secrets, data, migrations or what tools build', async () => {
    const paths = ['.env', 'instance/a.db', 'migrations/versions/1.py', 'app/static/css/app.css'];
    const after = await written(undefined, (changes) => {
      [...paths, 'package-lock.json', 'a.py'].forEach((path) => {
        changes.created(path, 'x\n');
      });
    });
    expect(Object.keys(after[PATH]?.generated ?? {})).toEqual(['a.py']);
  });

  it('lends none of these to a run either, whoever has written them into it', async () => {
    const lent: string[] = [];
    await written({ '.env': ['A=1', ''], 'instance/a.db': [''], 'a.py': [''] }, (changes) => {
      lent.push(...changes.generatedOf(POSTS).keys());
    });
    expect(lent).toEqual(['a.py']);
  });

  it('gets a change of a file that a person has changed, and not what the person wrote', async () => {
    const stored = ['a = 1', '', 'b = 2', '', 'c = 3', ''];
    const lines = await kept('a.py', { 'a.py': stored }, (changes) => {
      changes.changed(
        'a.py',
        '# Mine\na = 1\n\nb = 2\n\nc = 3\n',
        '# Mine\na = 1\n\nb = 2\n\nc = 4\n',
      );
    });
    expect(lines).toEqual(['a = 1', '', 'b = 2', '', 'c = 4', '']);
  });

  it('gets the difference that a run wanted, where the file could not take it', async () => {
    const lines = await written({ 'a.html': ['<p>', ''] }, (changes) => {
      changes.wanted('a.html', { before: '<p>\n', after: '<p>\n<hr>\n' });
      changes.created('b.py', '');
    });
    expect(lines[PATH]?.generated['a.html']).toEqual(['<p>', '<hr>', '']);
  });

  it('keeps what it has if a difference does not fit, and says so', async () => {
    const said: string[] = [];
    const run = (changes: Changes): void => {
      changes.wanted('a.html', { before: '<b>\n', after: '<i>\n' });
      changes.created('b.py', '');
    };
    const lines = await written({ 'a.html': ['<p>', ''] }, run, said);
    expect(lines[PATH]?.generated['a.html']).toEqual(['<p>', '']);
    expect(said).toEqual([
      `${PATH} has another text of a.html than this run expects, so it keeps that, and the file counts as yours. ` +
        'To begin anew, move the file away and make it again.',
    ]);
  });

  it('loses a file that the run deletes', async () => {
    const after = await written({ 'a.py': [''], 'b.py': [''] }, (changes) => {
      changes.changed('a.py', '', undefined);
    });
    expect(Object.keys(after[PATH]?.generated ?? {})).toEqual(['b.py']);
  });
});

describe('Of a file that a person made, the manifest', () => {
  const before =
    '@bp.get("/")\ndef index():\n    pass\n\n\nclass Main:\n    def index(self):\n        pass\n';
  const after =
    '@bp.get("/")\ndef index():\n    pass\n\n\nclass Main:\n    def index(self):\n        pass\n\n' +
    '    def about(self):\n        return "a"\n\n\n@bp.get("/about")\ndef about():\n    return Main().about()\n';

  it('has the functions and methods that a run added', async () => {
    const members = await kept(ROUTES, undefined, (changes) => {
      changes.changed(ROUTES, before, after);
    });
    expect(members).toEqual({
      'Main.about': ['    def about(self):', '        return "a"'],
      about: ['@bp.get("/about")', 'def about():', '    return Main().about()'],
    });
  });

  it('follows what a run does to them', async () => {
    const stored = { about: ['@bp.get("/about")', 'def about():', '    return Main().about()'] };
    const members = await kept(ROUTES, { [ROUTES]: stored }, (changes) => {
      changes.changed(ROUTES, after, after.replace('about")\n', 'about")\n@login_required\n'));
    });
    expect(members).toEqual({
      about: ['@bp.get("/about")', '@login_required', 'def about():', '    return Main().about()'],
    });
  });

  it('keeps those of names that every object has', async () => {
    const stored = Object.fromEntries([['__proto__', ['x']]]);
    const members = await kept(ROUTES, { [ROUTES]: stored }, (changes) => {
      changes.changed(ROUTES, before, after);
    });
    expect(Object.keys(members ?? {}).sort()).toEqual(['Main.about', '__proto__', 'about']);
  });

  it('has nothing of imports, names and calls', async () => {
    const members = await kept(ROUTES, undefined, (changes) => {
      changes.changed(ROUTES, before, `import os\n${before}`);
    });
    expect(members).toBeUndefined();
  });
});

describe('A manifest that is damaged', () => {
  it('is named, and begun anew by the next change', async () => {
    const said: string[] = [];
    const after = await written(
      '{',
      (changes) => {
        changes.created('a.py', '');
      },
      said,
    );
    expect(said).toEqual([
      `${PATH} is damaged, so its files count as yours. The next change begins it anew.`,
    ]);
    expect(after[PATH]?.generated).toEqual({ 'a.py': [''] });
  });
});

describe('A manifest that somebody has to do something about', () => {
  const texts = {
    'with marks of a conflict': '<<<<<<< HEAD\n{\n=======\n{ \n>>>>>>> other\n',
    'of a newer format': '{"format": 2}',
  };
  for (const [what, text] of Object.entries(texts)) {
    it(`stops a run that changes nothing: ${what}`, async () => {
      await expectAsync(written(text, () => undefined)).toBeRejectedWithError(
        SchematicsException,
        /\.scaffold\/resources\/posts\.json.* then run this again/,
      );
    });
  }
});
