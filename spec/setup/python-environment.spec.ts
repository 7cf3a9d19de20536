import { setUpPython } from '../../src/setup/python-environment';
import { StepError } from '../../src/setup/step';
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

const LIMITS = ['UV_HTTP_TIMEOUT', 'UV_HTTP_CONNECT_TIMEOUT', 'UV_HTTP_RETRIES'];

describe('setUpPython', () => {
  keepEnvironment();
  let app: TestApp;

  beforeEach(() => {
    app = testApp({ 'requirements.txt': 'Flask~=3.1\n' });
  });

  it('has nothing to do without a requirements.txt, and says so', async () => {
    app = testApp();
    expect(await setUpPython(app)).toBeFalse();
    expect(app.lines).toEqual([
      'warn requirements.txt is missing, so no Python packages were installed.',
    ]);
  });

  describe('without an environment', () => {
    it('has uv make it, with a pip, where uv is on the PATH', async () => {
      Object.assign(process.env, { UV_HTTP_TIMEOUT: '180', VIRTUAL_ENV: '/elsewhere' });
      process.env.PATH = searchPath([], {
        uv: noting('uv', [...LIMITS, 'VIRTUAL_ENV']),
        python3: notingPython('24.0'),
      });
      expect(await setUpPython(app)).toBeTrue();
      const limits = 'UV_HTTP_TIMEOUT=12 UV_HTTP_CONNECT_TIMEOUT=12 UV_HTTP_RETRIES=1 VIRTUAL_ENV=';
      expect(calls(app)).toEqual([
        jasmine.stringMatching(
          /^uv venv --no-project --allow-existing --python \S+python3 venv --quiet /,
        ),
        `uv pip install --python venv/bin/python -r requirements.txt pip --quiet ${limits}`,
      ]);
      expect(app.lines).toEqual([
        'info Installing Python packages [python started]',
        'debug Installing Python packages [python done]',
      ]);
    });

    it('installs what development needs, too', async () => {
      writeFiles(app.root, { 'requirements-dev.txt': '-r requirements.txt\npytest~=9.0\n' });
      process.env.PATH = searchPath([], { uv: noting('uv'), python3: notingPython('24.0') });
      await setUpPython(app);
      expect(calls(app)[1]).toContain(' -r requirements.txt -r requirements-dev.txt pip ');
    });

    it("has the host's pip install into it where that can", async () => {
      process.env.PATH = searchPath([], { python3: notingPython('22.3.1') });
      await setUpPython(app);
      expect(calls(app)).toEqual([
        'python -P -m venv --without-pip venv',
        `python -P -m pip --python venv/bin/python ${PIP_INSTALL} -r requirements.txt pip`,
      ]);
    });

    for (const pip of ['22.2.2', undefined]) {
      it(`adds the pip that comes with Python where the host has pip ${pip}`, async () => {
        writeFiles(app.root, { 'own/python': noting('own') });
        process.env.PATH = searchPath(['mkdir', 'cp'], {
          python3: notingPython(pip, 'mkdir -p venv/bin; cp own/python venv/bin/python'),
        });
        await setUpPython(app);
        expect(calls(app)).toEqual([
          'python -P -m venv --without-pip venv',
          'own -P -m ensurepip',
          `own -P -m pip ${PIP_INSTALL} -r requirements.txt pip`,
        ]);
      });
    }

    it('says what to install where there is no pip at all', async () => {
      writeFiles(app.root, { 'own/python': '#!/bin/sh\necho No module named ensurepip\nexit 1\n' });
      process.env.PATH = searchPath(['mkdir', 'cp'], {
        python3: notingPython(undefined, 'mkdir -p venv/bin; cp own/python venv/bin/python'),
      });
      await expectAsync(setUpPython(app)).toBeRejectedWithError(
        StepError,
        /^Installing Python packages failed:\n.*apt install python3-venv[^]*No module named ensurepip/,
      );
      expect(app.lines.at(-1)).toBe('debug Installing Python packages [python failed]');
    });

    it('takes the Python that was asked for', async () => {
      process.env.PATH = searchPath([], {
        python3: '#!/bin/sh\nexit 1\n',
        other: notingPython('24.0'),
      });
      await setUpPython(app, 'other');
      expect(calls(app)[0]).toBe('python -P -m venv --without-pip venv');
    });

    it('installs pip by itself where the requirements have hashes', async () => {
      writeFiles(app.root, { 'requirements.txt': 'idna==3.10 --hash=sha256:00\n' });
      process.env.PATH = searchPath([], { uv: noting('uv'), python3: notingPython() });
      await setUpPython(app);
      expect(calls(app).slice(1)).toEqual([
        'uv pip install --python venv/bin/python pip --quiet',
        'uv pip install --python venv/bin/python -r requirements.txt --quiet',
      ]);
    });
  });
});
