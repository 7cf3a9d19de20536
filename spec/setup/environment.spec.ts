import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPython } from '../../src/project/python';
import { setUpPython } from '../../src/setup/python-environment';
import { StepError } from '../../src/setup/step';
import { succeed } from '../support/run';
import {
  calls,
  keepEnvironment,
  noting,
  notingPython,
  PIP_INSTALL,
  searchPath,
  testApp,
  type TestApp,
  writeFiles,
} from './fixtures';

describe('setUpPython, with an environment,', () => {
  keepEnvironment();
  let app: TestApp;
  let packages: string;
  let host: string;

  function hasPackage(name: string): boolean {
    return existsSync(join(packages, `${name}-1.0.dist-info`));
  }

  /** A package that is installed: its module, and a record of this and of what else it may name. */
  function install(name: string, requires = '', record = ''): void {
    const info = `${name}-1.0.dist-info`;
    writeFiles(packages, {
      [`${name}.py`]: '',
      [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0\n${requires}`,
      [`${info}/RECORD`]: `${name}.py,,\n__pycache__/${name}.pyc,,\n${info}/METADATA,,\n${record}`,
    });
  }

  beforeEach(async () => {
    app = testApp({ 'requirements.txt': 'Flask~=3.1\n' });
    host = findPython();
    await succeed(host, ['-m', 'venv', '--without-pip', join(app.root, 'venv')]);
    const lib = join(app.root, 'venv/lib');
    packages = join(lib, readdirSync(lib)[0] ?? '', 'site-packages');
    install('pip');
    writeFiles(packages, { 'pip/__init__.py': '' });
    // As pip answers if nothing is missing.
    writeFiles(packages, {
      'pip/__main__.py': 'import sys; open("asked", "w").write(" ".join(sys.argv[1:]))',
    });
    process.env.PATH = searchPath([], { uv: noting('uv'), python3: notingPython('24.0') });
  });

  it('has nothing to do if nothing is missing, and asks no index', async () => {
    process.env.PIP_INDEX_URL = 'http://127.0.0.1:1';
    expect(await setUpPython(app)).toBeFalse();
    expect(app.lines).toEqual([]);
    expect(existsSync(join(app.root, 'calls'))).toBeFalse();
    expect(await succeed('cat', [join(app.root, 'asked')])).toBe(
      '--isolated install --dry-run --no-index --no-input Flask~=3.1',
    );
  });

  for (const [state, program] of [
    ['misses a requirement', 'print("Would install Flask-3.1.0")'],
    ['has a conflict', 'raise SystemExit(1)'],
  ] as const) {
    it(`installs where it ${state}, and keeps it`, async () => {
      writeFiles(packages, { 'pip/__main__.py': program });
      expect(await setUpPython(app)).toBeTrue();
      expect(calls(app)).toEqual([
        'uv pip install --python venv/bin/python -r requirements.txt pip --quiet',
      ]);
      expect(hasPackage('pip')).toBeTrue();
    });
  }

  it('uses its own pip where there is no uv', async () => {
    process.env.PATH = searchPath([], { python3: notingPython('24.0') });
    install('Flask', '', 'half/missing.py,,\n');
    await setUpPython(app);
    expect(await succeed('cat', [join(app.root, 'asked')])).toBe(
      `${PIP_INSTALL} -r requirements.txt pip flask`,
    );
    expect(existsSync(join(app.root, 'calls'))).toBeFalse();
  });

  it('has a package installed again of which a file is missing', async () => {
    writeFiles(app.root, { 'requirements.txt': 'half\n' });
    install('whole');
    install('half', '', 'half/missing.py,,\n');
    expect(await setUpPython(app)).toBeTrue();
    expect(hasPackage('half')).toBeFalse();
    expect(hasPackage('whole')).toBeTrue();
    expect(calls(app)).toEqual([
      'uv pip install --python venv/bin/python -r requirements.txt pip half --quiet',
    ]);
  });

  it('has a package installed again that has no record', async () => {
    writeFiles(app.root, { 'requirements.txt': 'Half[some] >= 1 ; python_version > "3"\n' });
    install('half');
    rmSync(join(packages, 'half-1.0.dist-info/RECORD'));
    expect(await setUpPython(app)).toBeTrue();
    expect(hasPackage('half')).toBeFalse();
  });

  it('has a package installed again that a requirement needs', async () => {
    writeFiles(app.root, {
      'requirements.txt': '-r more/base.txt\n',
      'more/base.txt': '-r ../requirements.txt\nweb_kit[fast]==1.0\n',
    });
    install('Web.Kit', 'Requires-Dist: jinx>=1\nRequires-Dist: half; extra == "fast"\n');
    install('jinx', 'Requires-Dist: web-kit\n', 'jinx/missing.py,,\n');
    install('half', '', 'half/missing.py,,\n');
    await setUpPython(app);
    expect(['jinx', 'half', 'Web.Kit'].map(hasPackage)).toEqual([false, false, true]);
  });

  it('leaves packages alone that no requirement needs, whatever their state', async () => {
    install('half', '', 'half/missing.py,,\n');
    rmSync(join(packages, 'half-1.0.dist-info/METADATA'));
    expect(await setUpPython(app)).toBeFalse();
    expect(hasPackage('half')).toBeTrue();
  });

  it('takes a record for complete that has an empty line', async () => {
    install('Flask', '', '\n');
    expect(await setUpPython(app)).toBeFalse();
    expect(app.lines).toEqual([]);
  });

  it('has nothing to do where nothing is required', async () => {
    writeFiles(app.root, { 'requirements.txt': '# Nothing.\n' });
    writeFiles(packages, { 'pip/__main__.py': 'raise SystemExit("You must give at least one")' });
    expect(await setUpPython(app)).toBeFalse();
  });

  for (const [what, python] of [
    ['does not run', '#!/bin/sh\necho dyld >&2\nexit 1\n'],
    ['cannot be started', '#!/no/such/interpreter\n'],
    ['is too old', '#!/bin/sh\ncase "$1" in -P) exit 2 ;; esac\necho 3.10\n'],
  ] as const) {
    it(`moves it away where its Python ${what}, and says so`, async () => {
      rmSync(join(app.root, 'venv/bin'), { recursive: true });
      writeFiles(app.root, { 'venv/bin/python': python, 'venv.old/mine': '' });
      await setUpPython(app);
      expect(readdirSync(app.root)).not.toContain('venv');
      expect(readdirSync(join(app.root, 'venv.old-2'))).toContain('pyvenv.cfg');
      expect(readdirSync(join(app.root, 'venv.old'))).toEqual(['mine']);
      expect(calls(app)[0]).toMatch(/^uv venv /);
      expect(app.lines.filter((line) => line.startsWith('warn'))).toEqual([
        jasmine.stringMatching(
          /^warn The Python of venv\/ .*\. The old environment is now venv\.old-2\/\.$/,
        ),
      ]);
    });
  }

  it('remakes one whose making was interrupted, without a word', async () => {
    rmSync(join(app.root, 'venv/bin'), { recursive: true });
    rmSync(packages, { recursive: true });
    mkdirSync(packages);
    await setUpPython(app);
    expect(readdirSync(app.root).sort()).toEqual(['calls', 'requirements.txt']);
    expect(app.lines.filter((line) => line.startsWith('warn'))).toEqual([]);
  });

  it('leaves it where it is as long as there is no Python to make another', async () => {
    rmSync(join(app.root, 'venv/bin'), { recursive: true });
    process.env.PATH = searchPath([], { uv: noting('uv') });
    await expectAsync(setUpPython(app)).toBeRejectedWithError(StepError, /not found/);
    expect(existsSync(join(app.root, 'venv/pyvenv.cfg'))).toBeTrue();
  });

  for (const [what, python] of [
    ['was killed', 'kill -9 $$'],
    [
      'runs, but cannot be inspected',
      'case "$1" in -c) echo 3.12 ;; *) echo no memory >&2; exit 1 ;; esac',
    ],
    ['says what nobody understands', 'echo hello'],
  ] as const) {
    it(`fails, and changes nothing, where its Python ${what}`, async () => {
      rmSync(join(app.root, 'venv/bin'), { recursive: true });
      writeFiles(app.root, { 'venv/bin/python': `#!/bin/sh\n${python}\n` });
      await expectAsync(setUpPython(app)).toBeRejectedWithError(
        StepError,
        /^Checking venv\/ failed:/,
      );
      expect(existsSync(join(app.root, 'venv/pyvenv.cfg'))).toBeTrue();
      expect(existsSync(join(app.root, 'calls'))).toBeFalse();
    });
  }

  it('completes one without pyvenv.cfg, and takes its Python for no other', async () => {
    rmSync(join(app.root, 'venv/pyvenv.cfg'));
    install('half', '', 'half/missing.py,,\n');
    await setUpPython(app);
    expect(calls(app)[0]).toMatch(/^uv venv --no-project --allow-existing /);
    expect(hasPackage('half')).toBeTrue();
  });

  it('keeps its Python where another one is asked for, and says so', async () => {
    writeFiles(app.root, { python: '#!/bin/sh\necho "Python 3.12.1 $0"\n' });
    expect(await setUpPython(app, host)).toBeFalse();
    expect(app.lines).toEqual([]);
    expect(await setUpPython(app, join(app.root, 'python'))).toBeFalse();
    expect(app.lines).toEqual([
      jasmine.stringMatching(
        /^warn venv\/ keeps its Python, \S+\. To use another one, remove venv\/ first\.$/,
      ),
    ]);
  });

  for (const [what, make] of [
    [
      'a file',
      (venv: string) => {
        writeFileSync(venv, '');
      },
    ],
    [
      'a link to nothing',
      (venv: string) => {
        symlinkSync('nowhere', venv);
      },
    ],
  ] as const) {
    it(`says so where venv is ${what}`, async () => {
      rmSync(join(app.root, 'venv'), { recursive: true });
      make(join(app.root, 'venv'));
      await expectAsync(setUpPython(app)).toBeRejectedWithError(
        StepError,
        /venv is not a folder. Move it away\.$/,
      );
    });
  }

  it('never removes a folder venv/ that is something else', async () => {
    rmSync(join(app.root, 'venv'), { recursive: true });
    mkdirSync(join(app.root, 'venv'));
    writeFiles(app.root, { 'venv/notes.txt': 'mine' });
    await setUpPython(app);
    expect(existsSync(join(app.root, 'venv/notes.txt'))).toBeTrue();
  });
});
