import { mergedFile } from '../../src/difference/merged-file';

const BEFORE = `from flask import abort, flash

from app.links import old


class Posts:
    def index(self) -> str:
        return old("index")

    def show(self) -> str:
        flash("shown")
        return "show"
`;

/** What templates make of it now. */
const AFTER = BEFORE.replace('from app.links import old', 'from app.urls import url').replace(
  'old("index")',
  'url("index")',
);

async function outcome(now: string, after = AFTER, path = 'app/posts.py'): Promise<string> {
  const versions = { now: Buffer.from(now), before: BEFORE, after: after };
  const merged = await mergedFile(path, versions, { lineLength: 88 });
  return 'content' in merged ? merged.content : `conflicts: ${merged.conflicts.join()}`;
}

describe('mergedFile', () => {
  it('replaces a file as generated, and keeps its line ends', async () => {
    expect(await outcome(BEFORE)).toBe(AFTER);
    expect(await outcome(BEFORE.replaceAll('\n', '\r\n'))).toBe(AFTER.replaceAll('\n', '\r\n'));
  });

  for (const [what, from, to] of [
    [
      'a method',
      '    def show',
      '    def mine(self) -> str:\n        return "mine"\n\n    def show',
    ],
    ['a name in an import', 'import abort, flash', 'import abort, flash, g'],
    ['an import', 'import abort, flash\n', 'import abort, flash\nfrom flask.views import View\n'],
    ['a comment behind a line', '"show"\n', '"show"  # mine\n'],
    ['another body', 'flash("shown")\n        return "show"', 'return "mine"'],
    ['a text about the file', 'from flask', '"""Posts."""\n\nfrom flask'],
  ] as const) {
    it(`keeps ${what}`, async () => {
      expect(await outcome(BEFORE.replace(from, to))).toBe(AFTER.replace(from, to));
    });
  }

  it('refuses a second method of a name, and marks that of the person', async () => {
    const own = '    def edit(self) -> str:\n        return "mine"\n\n';
    const now = BEFORE.replace('    def index', `${own}    def index`);
    const after = `${AFTER}\n    def edit(self) -> str:\n        return "edit"\n`;
    expect(await outcome(now, after)).toBe('conflicts: 7');
    const versions = { now: Buffer.from(now), before: BEFORE, after };
    expect(await mergedFile('app/posts.py', versions, { lineLength: 88 })).toEqual({
      conflicts: [7],
      marked: after.replace(
        '    def index',
        `<<<<<<< yours\n${own.trimEnd()}\n=======\n>>>>>>> generated now\n\n    def index`,
      ),
    });
  });

  it('imports nothing twice that both import', async () => {
    const now = BEFORE.replace('import abort, flash', 'import abort, flash, url_for').replace(
      '"show"\n',
      'url_for("show")\n',
    );
    const after = AFTER.replace('abort, flash', 'abort, flash, url_for').replace(
      '    def show',
      '    def edit(self) -> str:\n        return url_for("edit")\n\n    def show',
    );
    expect((await outcome(now, after)).match(/url_for,?\n|url_for$/gm)?.length).toBe(1);
  });

  it('takes a file that a formatter laid out for one as generated', async () => {
    const now = BEFORE.replace(
      'return old("index")',
      'return old(\n            "index",\n        )',
    );
    expect(await outcome(now)).toBe(AFTER);
  });

  it('merges what a package exports by its names', async () => {
    const packageOf = (...names: readonly string[]): string =>
      names.map((name) => `from app.models.${name.toLowerCase()} import ${name}\n`).join('') +
      `\n__all__ = [${names.map((name) => `"${name}"`).join(', ')}]\n`;
    const merged = await mergedFile(
      'app/models/__init__.py',
      {
        now: Buffer.from(packageOf('Log', 'Post', 'User')),
        before: packageOf('Log', 'User'),
        after: packageOf('Session', 'User'),
      },
      { lineLength: 88 },
    );
    expect(merged).toEqual({ content: packageOf('Post', 'Session', 'User') });
  });

  it('names the lines that both changed', async () => {
    expect(await outcome(BEFORE.replace('old("index")', 'old("mine")'))).toBe('conflicts: 8');
    expect(await outcome('def broken(:\n')).toBe('conflicts: 1');
  });

  it('marks both versions, with the imports that the newer one needs', async () => {
    const now = BEFORE.replace('old("index")', 'old("mine")');
    const versions = {
      now: Buffer.from(now),
      before: BEFORE,
      after: AFTER,
    };
    const merged = await mergedFile('app/posts.py', versions, { lineLength: 88 });
    expect('marked' in merged && merged.marked).toBe(
      now
        .replace('import old\n', 'import old\nfrom app.urls import url\n')
        .replace(
          '        return old("mine")\n',
          '<<<<<<< yours\n        return old("mine")\n||||||| generated before\n        return old("index")\n' +
            '=======\n        return url("index")\n>>>>>>> generated now\n',
        ),
    );
  });
});
