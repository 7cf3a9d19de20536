import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, SCAFFOLD } from '../support/run';
import { writeFiles } from '../support/write-files';

const FILES = {
  'web/__init__.py': 'app = Flask(__name__)\n',
  'web/extensions.py': 'db = SQLAlchemy()\n',
  'pyproject.toml': '[project]\nname = "web" # ours\n',
};

describe('scaffold inspect', () => {
  it('prints the layout, and where each line comes from', async () => {
    const cwd = writeFiles(FILES);
    const { code, stdout } = await run(SCAFFOLD, ['inspect'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^package {13}web {17}web\/__init__\.py:1\n/);
    expect(stdout).toMatch(/^db {18}web\.extensions:db {3}web\/extensions\.py:1$/m);
    expect(stdout).toMatch(/^models {14}– {19}no models$/m);
  });

  it('prints JSON', async () => {
    const cwd = writeFiles(FILES);
    const { stdout } = await run(SCAFFOLD, ['inspect', '--json'], { cwd });
    const { data: layout } = JSON.parse(stdout) as { data: Record<string, unknown> };
    expect(layout['db']).toEqual({ value: 'web.extensions:db', from: 'web/extensions.py:1' });
    expect(layout['models']).toEqual({ value: null, from: 'no models' });
  });

  it('writes the layout to the settings once, and keeps comments', async () => {
    const cwd = writeFiles(FILES);
    const written = await run(SCAFFOLD, ['inspect', '--write'], { cwd });
    expect(written.stdout).toMatch(/^UPDATE pyproject\.toml \(\d+ bytes\)\n$/);
    const text = readFileSync(join(cwd, 'pyproject.toml'), 'utf8');
    expect(text).toMatch(
      /^\[project\]\nname = "web" # ours\n\n\[tool\.scaffold\]\npackage = "web"\n/,
    );
    expect((await run(SCAFFOLD, ['inspect'], { cwd })).stdout).toMatch(
      /^package .* pyproject\.toml:5\n/,
    );
    const again = await run(SCAFFOLD, ['inspect', '--write'], { cwd });
    expect(again.stdout).toBe('No file has changed.\n');
  });

  it('shows what it would write in a dry run, which --write has alone', async () => {
    const cwd = writeFiles(FILES);
    const dry = await run(SCAFFOLD, ['inspect', '--write', '--dry-run'], { cwd });
    expect(dry.stdout).toMatch(
      /^UPDATE pyproject\.toml [^]*\n\+\[tool\.scaffold\]\n[^]*\nDry run: nothing was written\.\n$/,
    );
    expect(readFileSync(join(cwd, 'pyproject.toml'), 'utf8')).toBe(FILES['pyproject.toml']);
    const { code, stderr } = await run(SCAFFOLD, ['inspect', '--dry-run'], { cwd });
    expect([code, stderr]).toEqual([
      2,
      'error: --dry-run needs --write: without it, inspect writes nothing.\n',
    ]);
  });

  it('writes nothing in a project made by new, below its root or at it', async () => {
    const cwd = writeFiles({
      'app/__init__.py': 'app = Flask(__name__)\n',
      'app/links.py': 'def first_url() -> str: ...\n',
      'scaffold.toml': 'layout = "site.html"\npages = "site"\n',
    });
    const shown = await run(SCAFFOLD, ['inspect'], { cwd });
    expect([shown.code, shown.stderr]).toEqual([
      0,
      'warning: scaffold.toml:1: layout and pages have no effect, because `scaffold new` made this project.\n',
    ]);
    const root = await run(SCAFFOLD, ['inspect', '--write'], { cwd });
    expect([root.code, root.stderr.slice(0, 39)]).toEqual([
      1,
      'error: `scaffold new` made this project',
    ]);
    const below = await run(SCAFFOLD, ['inspect'], { cwd: join(cwd, 'app') });
    expect(below).toEqual(await run(SCAFFOLD, ['inspect'], { cwd }));
  });

  it('ends with 1 where no application is', async () => {
    const { code, stderr } = await run(SCAFFOLD, ['inspect'], { cwd: writeFiles({ 'a.py': '' }) });
    expect([code, stderr.slice(0, 38)]).toEqual([1, 'error: No Flask application was found:']);
  });
});
