import Ajv from 'ajv';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import schema from '../../src/json-report.schema.json';
import { bareCopy } from '../support/bare-application';
import { scaffold } from '../support/run';
import { temporaryFolder } from '../support/temporary-folder';
import { writeFiles } from '../support/write-files';

interface Report {
  readonly dryRun: boolean;
  readonly files: readonly { action: string; path: string; bytes: number; diff?: string }[];
  readonly manifest: readonly { path: string }[];
  readonly routes: readonly object[];
  readonly migrations: readonly string[];
  readonly notes: readonly { level: string; message: string; path: string; line: number | null }[];
  readonly next: readonly string[];
  readonly data: unknown;
  readonly error: { message: string; exitCode: number } | null;
}

const isValid = new Ajv({ allowUnionTypes: true }).compile(schema);

/** Runs a command with --json: its report, which is all that it prints. */
async function reported(words: string, cwd: string): Promise<Report> {
  const { code, stdout, stderr } = await scaffold([...words.split(' '), '--json'], { cwd });
  expect(stderr).withContext(words).toBe('');
  expect(stdout).toMatch(/^\{.*\}\n$/);
  const report = JSON.parse(stdout) as Report;
  expect(isValid(report)).withContext(JSON.stringify(isValid.errors)).toBeTrue();
  expect(report.error?.exitCode ?? 0).toBe(code);
  return report;
}

describe('--json', () => {
  it('names all files, routes and next commands of a run', async () => {
    const cwd = await bareCopy();
    const report = await reported('make:resource posts title:string', cwd);
    const file = report.files.find(({ path }) => path === 'app/models/post.py');
    expect(file).toEqual({
      action: 'create',
      path: 'app/models/post.py',
      bytes: readFileSync(join(cwd, 'app/models/post.py')).length,
    });
    expect(report.manifest.map(({ path }) => path)).toContain('.scaffold/resources/posts.json');
    expect(report.routes).toContain({ method: 'GET', path: '/posts', endpoint: 'posts.index' });
    expect(report.next.at(-1)).toMatch(/python -m flask db upgrade$/);
  });

  it('does not take lines of code to check for commands to run', async () => {
    const cwd = await bareCopy();
    await reported('make:resource posts title:string', cwd);
    writeFileSync(join(cwd, 'app/shout.py'), 'def shout(post):\n    return post.title.upper()\n');
    const report = await reported('rename:field posts title:headline', cwd);
    const messages = report.notes.map(({ message }) => message);
    expect(messages).toContain(jasmine.stringMatching(/^Check these lines:\n {2}app\/shout\.py:2/));
    expect(report.next).toEqual([]);
  });

  it('names the URL of a page in an application that exists', async () => {
    const cwd = writeFiles({
      'app/__init__.py':
        'from flask import Flask\n\nfrom app.main import bp\n\napp = Flask(__name__)\napp.register_blueprint(bp)\n',
      'app/main.py':
        'from flask import Blueprint, render_template\n\nbp = Blueprint("main", __name__)\n\n\n' +
        '@bp.route("/")\ndef home():\n    return render_template("home.html")\n',
      'app/templates/base.html': '<main>{% block content %}{% endblock %}</main>\n',
      'app/templates/home.html': '{% extends "base.html" %}\n{% block content %}Hi{% endblock %}\n',
    });
    const { routes, error } = await reported('make:view main.about -r', cwd);
    expect(error).toBeNull();
    expect(routes).toEqual([{ method: 'GET', path: '/main/about', endpoint: 'main.about' }]);
  });

  it('has what people read in a dry run: the same files, with their changes', async () => {
    const cwd = await bareCopy();
    const words = 'make:view about -rc --dry-run';
    const { stdout } = await scaffold(words.split(' '), { cwd });
    const report = await reported(words, cwd);
    expect(report.dryRun).toBeTrue();
    for (const { bytes, diff = '', path } of report.files) {
      expect(stdout).toContain(`${path} (${bytes} bytes)\n${diff}\n`);
    }
    expect(report.files.length).toBe(stdout.match(/^(CREATE|UPDATE) /gm)?.length ?? 0);
  });

  it('says where a note belongs, and takes no name for a file', async () => {
    const cwd = await bareCopy();
    await reported('make:view posts.index -rc', cwd);
    appendFileSync(join(cwd, 'app/templates/posts/index.html'), '<p>mine</p>\n');
    const routes = join(cwd, 'app/routes/posts/routes.py');
    writeFileSync(routes, readFileSync(routes, 'utf8').replace('"/posts"', '"/articles"'));
    const { notes } = await reported('make:view posts.index -rc', cwd);
    expect(notes.map(({ line, path }) => [path, line])).toEqual(
      jasmine.arrayContaining([
        ['app/templates/posts/index.html', null],
        ['app/routes/posts/routes.py', jasmine.any(Number)],
      ]),
    );
    const slip = await reported('make:view posts.idnex -rc', cwd);
    expect(slip.notes).toContain(
      jasmine.objectContaining({
        message: jasmine.stringMatching(/^posts\.idnex was/),
        path: null,
      }),
    );
  });

  it('prints no control codes of a project, but its own colours', async () => {
    const cwd = await bareCopy();
    await reported('make:view posts.index -rc', cwd);
    const codes = '\x1b]52;c;cHduCg==\x07\x9b\x7f\u202e\u2066';
    for (const [path, before, after] of [
      ['app/controllers/__init__.py', /^/, `# ${codes}\n`],
      ['app/routes/posts/routes.py', '__name__', `__name__, url_prefix="/${codes}"`],
      ['.scaffold/history/1.json', '"posts.index"', JSON.stringify(`posts.${codes}`)],
    ] as const) {
      const text = readFileSync(join(cwd, path), 'utf8');
      expect(text).toMatch(before);
      writeFileSync(join(cwd, path), text.replace(before, after));
    }
    const shown = '\uFFFD]52;c;cHduCg==\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD';
    const colour = new RegExp(String.raw`\x1b\[\d+m`, 'g');
    const env = { ...process.env, NO_COLOR: undefined, FORCE_COLOR: '1' };
    for (const [words, expected] of [
      ['make:resource escs name --dry-run', [`\n # ${shown}\n`, '\n\x1b[32m+']],
      ['make:view posts.print -rc --dry-run', [`GET /${shown}/`]],
      ['undo --list', [`posts.${shown}`]],
    ] as const) {
      const { stdout } = await scaffold(words.split(' '), { cwd, env });
      expected.forEach((text) => {
        expect(stdout).withContext(words).toContain(text);
      });
      expect(stdout.replaceAll(colour, '')).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
      const json = await scaffold([...words.split(' '), '--json'], { cwd });
      expect(json.stdout.trim()).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    }
    const { files } = await reported('make:resource escs name --dry-run', cwd);
    expect(JSON.stringify(files)).toContain(JSON.stringify(` # ${codes}`).slice(1, -1));
  });

  it('takes pages of versions for no migrations', async () => {
    const cwd = await bareCopy();
    const { migrations, files } = await reported('make:resource versions title:string', cwd);
    expect(files.map(({ path }) => path)).toContain('app/templates/versions/index.html');
    expect(migrations).toEqual([]);
  });

  it('answers with data', async () => {
    const cwd = await bareCopy();
    await reported('make:view about -rc', cwd);
    expect((await reported('undo --list', cwd)).data).toEqual([
      jasmine.objectContaining({ number: 1, isUndone: false }),
    ]);
    expect((await reported('eject', cwd)).data).toContain({
      name: 'controllers/index.py',
      path: null,
    });
    for (const words of ['make:view --help', 'help make:view']) {
      expect((await reported(words, cwd)).data).toMatch(/^Usage: scaffold make:view/);
    }
  });

  for (const [words, exitCode, message] of [
    ['make:resorce posts', 2, /^unknown command 'make:resorce'\n\(Did you mean make:resource\?\)$/],
    ['make:view', 2, /^missing required argument 'view_name'\. For example: scaffold make:view/],
    ['make:view posts.index title:string', 2, /^make:view takes no fields\./],
    ['make:model Post a:thing', 2, /"thing" is not a type/],
    ['setup', 1, /^This folder is not in a project/],
  ] as const) {
    it(`tells in JSON why it refuses ${words}`, async () => {
      const { error, files } = await reported(words, temporaryFolder());
      expect(files).toEqual([]);
      expect(error).toEqual({ exitCode, message: jasmine.stringMatching(message) as never });
    });
  }

  it('lets a question take its default', async () => {
    const { files, notes } = await reported(
      'new blog --skip-install --skip-git',
      temporaryFolder(),
    );
    expect(files.map(({ path }) => path)).toContain('blog/app/models/user.py');
    expect(notes.map(({ message }) => message).join('\n')).toContain('Included a SQLite database');
  });
});
