import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Interrupted } from '../../src/errors';
import { interruptible } from '../../src/interruptible';
import { setUp, SetUpError, type SetUpRequest } from '../../src/setup/set-up';
import { temporaryFolder } from '../support/temporary-folder';
import { treeOf } from '../support/tree-of';
import { keepEnvironment, searchPath, testApp, type TestApp, writeFiles } from './fixtures';

const FILES = {
  'run.sh': 'echo\n',
  '.env.example': 'SECRET_KEY=\n',
  '.gitignore': '.env\nvenv/\nnode_modules/\n',
  'requirements.txt':
    '# Compatible ranges: the first installation writes exact versions here.\nFlask~=3.1\n',
  'package.json': '{"scripts":{"build:css":"tailwindcss -i a.css"}}',
  'migrations/env.py': '',
};

/** A Python that is found on the PATH, and one of an environment that lacks nothing. */
const PYTHON = '#!/bin/sh\necho "Python 3.12.1 $0"\n';
const VENV_PYTHON = `#!/bin/sh
case "$*" in
  -c*) echo 3.12 ;;
  *inspect_environment*) echo '{"pip": true, "damaged": []}' ;;
  *list_requirements*) printf 'Flask==3.1.2\\nblinker==1.9.0\\n' ;;
  *prepare_database*) test -e data || { echo; echo > data; } ;;
esac
`;
const UV =
  '#!/bin/sh\nif [ "$1" = venv ]; then mkdir -p venv/bin; cp ../uv-python venv/bin/python; cp ../ok venv/pyvenv.cfg; fi\n';
const NPM = `#!/bin/sh
mkdir -p node_modules/.bin
cp ../ok node_modules/.bin/tailwindcss
echo "built" > built.css
`;

describe('setUp', () => {
  keepEnvironment();
  let app: TestApp;

  function request(more: Partial<SetUpRequest> = {}): Promise<void> {
    return setUp({ root: app.root, ...more }, app.logger);
  }

  function hasCommit(): boolean {
    return execFileSync('git', ['rev-list', '--all'], { cwd: app.root }).length > 0;
  }

  /** The tools of the machine, but for those that are given. */
  function tools(scripts: Record<string, string> = {}): void {
    process.env.PATH = searchPath(['git', 'mkdir', 'cp'], {
      uv: UV,
      npm: NPM,
      python3: PYTHON,
      ...scripts,
    });
  }

  beforeEach(() => {
    const outer = testApp({
      'uv-python': VENV_PYTHON,
      ok: '#!/bin/sh\n',
      config: '[user]\nname = A\nemail = a@b.c\n',
    });
    app = testApp(FILES, join(outer.root, 'blog'));
    process.env.GIT_CONFIG_GLOBAL = join(outer.root, 'config');
    tools();
  });

  it('makes everything, the first commit last', async () => {
    await request({ git: 'create' });
    expect(statSync(join(app.root, 'run.sh')).mode & 0o100).toBeTruthy();
    expect(readFileSync(join(app.root, '.env'), 'utf8')).toMatch(/^SECRET_KEY=[0-9a-f]{64}\n$/);
    const committed = (path: string): string =>
      execFileSync('git', ['show', `HEAD:${path}`], { cwd: app.root, encoding: 'utf8' });
    expect(committed('requirements.txt')).toBe(
      'Flask==3.1.2\n\n# What those need\nblinker==1.9.0\n',
    );
    expect(committed('built.css')).toBe('built\n');
    expect(committed('data')).toBe('\n');
    expect(app.lines.filter((line) => line.startsWith('info'))).toEqual([
      'info Wrote .env with a new secret key.',
      'info Installing Python packages [python started]',
      'info Building the stylesheet [stylesheet started]',
      'info Preparing the database [database started]',
      'info Making the first commit [git started]',
      'info blog is ready. Run ./run.sh to serve it.',
    ]);
  });

  it('names no run.sh where the application has none', async () => {
    rmSync(join(app.root, 'run.sh'));
    await request();
    expect(app.lines.at(-1)).toBe('info blog is ready.');
  });

  it('leaves the last word on a new application to its host', async () => {
    await request({ git: 'create', newSecretKey: 'abc' });
    expect(app.lines.join()).not.toContain('ready');
  });

  it('changes nothing if nothing is missing, and says so', async () => {
    await request({ git: 'create' });
    const before = treeOf(app.root);
    app.lines.splice(0);
    await request();
    expect(treeOf(app.root)).toEqual(before);
    expect(app.lines).toEqual(['info Nothing to do: blog is ready.']);
  });

  it('installs nothing where it is told so', async () => {
    await request({ git: 'create', install: false });
    expect(statSync(join(app.root, 'run.sh')).mode & 0o100).toBeTruthy();
    expect(hasCommit()).toBeTrue();
    expect(existsSync(join(app.root, 'venv'))).toBeFalse();
    expect(existsSync(join(app.root, 'built.css'))).toBeFalse();
  });

  it('makes no repository unless it is told so, nor a commit where git is to be left alone', async () => {
    await request();
    expect(existsSync(join(app.root, '.git'))).toBeFalse();
    execFileSync('git', ['init', '--quiet'], { cwd: app.root });
    await request();
    expect(hasCommit()).toBeFalse();
    execFileSync('git', ['config', 'scaffold.firstCommit', 'pending'], { cwd: app.root });
    await request({ git: 'leave' });
    expect(hasCommit()).toBeFalse();
    await request();
    expect(hasCommit()).toBeTrue();
  });

  it('goes on where git does not work', async () => {
    process.env.PATH = searchPath(['mkdir', 'cp'], {
      uv: UV,
      npm: NPM,
      python3: PYTHON,
      git: '#!/bin/sh\necho "xcrun: error: no tools" >&2\nexit 1\n',
    });
    await request({ git: 'create' });
    expect(existsSync(join(app.root, 'data'))).toBeTrue();
    expect(app.lines.filter((line) => line.startsWith('warn'))).toEqual([
      'warn git failed, so the application has no repository:\nxcrun: error: no tools\n(git ended with exit code 1)',
    ]);
  });

  it('asks each Python once', async () => {
    const asked = join(temporaryFolder(), 'asked');
    tools({ python3: `#!/bin/sh\necho asked >> ${asked}\necho "Python 3.12.1 $0"\n` });
    await request();
    expect(readFileSync(asked, 'utf8')).toBe('asked\n');
  });

  it('starts nothing where it has been interrupted before, and says what does', async () => {
    const listen = (): void => undefined;
    process.on('SIGTERM', listen);
    const run = interruptible(async (signal) => {
      process.kill(process.pid, 'SIGTERM');
      await once(signal, 'abort');
      await request({ git: 'create' });
    });
    await expectAsync(run).toBeRejectedWithError(Interrupted);
    process.off('SIGTERM', listen);
    expect(app.lines).toEqual([
      `warn Interrupted: run \`scaffold setup\` in ${app.root} to continue.`,
    ]);
    expect(existsSync(join(app.root, '.env'))).toBeFalse();
  });

  it('goes on with the database where the stylesheet fails, and completes that later', async () => {
    tools({ npm: '#!/bin/sh\necho E404 >&2\nexit 1\n' });
    await expectAsync(request({ git: 'create' })).toBeRejectedWithError(
      SetUpError,
      `Building the stylesheet failed:\n  E404\n  (npm ended with exit code 1)\n` +
        `Fix that, then run \`scaffold setup\` in ${app.root} to continue.`,
    );
    expect(existsSync(join(app.root, 'data'))).toBeTrue();
    expect(hasCommit()).toBeFalse();
    tools();
    app.lines.splice(0);
    await request();
    expect(hasCommit()).toBeTrue();
    expect(app.lines.filter((line) => line.startsWith('info'))).toEqual([
      'info Building the stylesheet [stylesheet started]',
      'info Making the first commit [git started]',
      'info blog is ready. Run ./run.sh to serve it.',
    ]);
  });

  it('says of all steps that failed why', async () => {
    tools({ npm: '#!/bin/sh\nexit 1\n', uv: '#!/bin/sh\nexit 2\n' });
    await expectAsync(request()).toBeRejectedWithError(
      SetUpError,
      /^Installing Python packages failed:\n.*uv ended with exit code 2[^]*\nBuilding the stylesheet failed:/,
    );
    expect(existsSync(join(app.root, 'data'))).toBeFalse();
  });

  it('can be interrupted, and completed later', async () => {
    const listen = (): void => undefined;
    process.on('SIGTERM', listen);
    writeFiles(app.root, {});
    tools({ npm: `#!/bin/sh\nkill -TERM ${process.pid}\nexec sleep 30\n` });
    await expectAsync(request({ git: 'create' })).toBeRejectedWithError(Interrupted);
    process.off('SIGTERM', listen);
    expect(app.lines.filter((line) => line.startsWith('warn'))).toEqual([
      `warn Interrupted: run \`scaffold setup\` in ${app.root} to continue.`,
    ]);
    tools();
    await request();
    expect(hasCommit()).toBeTrue();
    app.lines.splice(0);
    await request();
    expect(app.lines).toEqual(['info Nothing to do: blog is ready.']);
  });
});
