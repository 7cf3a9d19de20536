import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linesOf, parsed, serialized } from '../../src/manifest/format';
import { comparable, pinRequirements, unpinned } from '../../src/setup/requirements';
import { type ReadyApp, StepError } from '../../src/setup/step';
import { testApp, writeFiles } from './fixtures';

const RANGES = 'Flask~=3.1\nuvicorn[standard]~=0.30\n';
const MARKER = '# Compatible ranges: the first installation writes exact versions here.\n';
const TEMPLATE = `${MARKER}${RANGES}`;

describe('unpinned', () => {
  it('names the packages of a template, with their extras, in order', () => {
    expect(unpinned(TEMPLATE)).toEqual(['Flask', 'uvicorn[standard]']);
  });

  for (const line of [
    'gunicorn==23.0.0',
    'gunicorn>=23',
    'gunicorn',
    '-e .',
    '-r other.txt',
    'gunicorn~=23.0 # for the server',
    '# for the server',
    'gunicorn~=23.0; sys_platform != "win32"',
    'gunicorn @ https://example.com/gunicorn.whl',
    'gunicorn~=23.0 --hash=sha256:00',
  ]) {
    it(`names none where somebody has written ${line}`, () => {
      expect(unpinned(`${TEMPLATE}${line}\n`)).toBeUndefined();
    });
  }

  it('names none without the comment of the template in the first line', () => {
    expect(unpinned(RANGES)).toBeUndefined();
    expect(unpinned(`# My packages.\n${TEMPLATE}`)).toBeUndefined();
  });

  it('names none where nothing is required', () => {
    expect(unpinned(TEMPLATE.replace(RANGES, ''))).toBeUndefined();
    expect(unpinned('')).toBeUndefined();
  });
});

describe('comparable', () => {
  it('takes what pip can look up in an environment, as its arguments', () => {
    const requirements = [
      '# a comment',
      'Flask==3.1.0  # another',
      'uvicorn[standard] ; python_version > "3.10"',
      'idna==3.10 \\',
      '    --hash=sha256:00 \\',
      '    --hash=sha256:11',
      '-r other.txt',
      '--constraint=limits.txt',
    ].join('\r\n');
    expect(comparable(requirements)).toEqual([
      'Flask==3.1.0',
      'uvicorn[standard] ; python_version > "3.10"',
      'idna==3.10',
      '-r',
      'other.txt',
      '--constraint',
      'limits.txt',
    ]);
  });

  it('leaves out what would be downloaded or built, and other options', () => {
    const requirements = [
      '-e .',
      '--editable ./lib',
      './lib',
      'lib/thing.whl',
      'https://example.com/thing.whl',
      'thing @ https://example.com/thing.whl',
      'git+https://example.com/thing.git',
      '--index-url https://example.com/simple',
      '--pre',
    ];
    expect(comparable(requirements.join('\n'))).toEqual([]);
  });
});

describe('pinRequirements', () => {
  /** An application whose Python prints these lines, and notes its arguments. */
  function app(requirements: string, ...printed: string[]) {
    const python = `#!/bin/sh\necho "$*" > arguments\nprintf '%s\\n' ${printed.join(' ')}\n`;
    return testApp({ 'requirements.txt': requirements, 'venv/bin/python': python });
  }

  it('writes the versions of what is named, then of what that needs', async () => {
    const blog = app(TEMPLATE, 'Flask==3.1.2', 'uvicorn[standard]==0.30.5', 'blinker==1.9.0');
    expect(await pinRequirements(blog)).toBeTrue();
    expect(readFileSync(join(blog.root, 'requirements.txt'), 'utf8')).toBe(
      'Flask==3.1.2\nuvicorn[standard]==0.30.5\n\n# What those need\nblinker==1.9.0\n',
    );
    expect(readFileSync(join(blog.root, 'arguments'), 'utf8')).toMatch(
      /list_requirements\.py Flask uvicorn\[standard\]\n$/,
    );
    expect(readdirSync(blog.root).sort()).toEqual(['arguments', 'requirements.txt', 'venv']);
  });

  describe('with a manifest', () => {
    const manifestFile = '.scaffold/application.json';
    const PINNED = 'Flask==3.1.2\nuvicorn[standard]==0.30.5\n';

    /** The application, with a manifest that has this text of its requirements. */
    function remembering(requirements: string, remembered: string) {
      const blog = app(requirements, 'Flask==3.1.2', 'uvicorn[standard]==0.30.5');
      const generated = { 'requirements.txt': linesOf(remembered), 'run.py': ['run()', ''] };
      writeFiles(blog.root, {
        [manifestFile]: serialized({ templates: 'abc', request: {}, generated }),
      });
      return blog;
    }

    function kept({ root }: ReadyApp) {
      return parsed(manifestFile, readFileSync(join(root, manifestFile), 'utf8'));
    }

    it('writes the versions into what that has of the file, and nothing else', async () => {
      const blog = remembering(TEMPLATE, TEMPLATE);
      const before = kept(blog);
      expect(await pinRequirements(blog)).toBeTrue();
      const generated = { ...before?.generated, 'requirements.txt': linesOf(PINNED) };
      expect(kept(blog)).toEqual({ ...before, generated } as never);
      expect(readdirSync(join(blog.root, '.scaffold'))).toEqual(['application.json']);
    });

    it('leaves that as it is where the file stays as it is', async () => {
      const blog = remembering('Flask==3.1.1\n', TEMPLATE);
      const before = kept(blog);
      expect(await pinRequirements(blog)).toBeFalse();
      expect(kept(blog)).toEqual(before);
    });

    it('changes neither where that has the marks of a conflict', async () => {
      const blog = remembering(TEMPLATE, TEMPLATE);
      const marked = '<<<<<<< HEAD\n{}\n=======\n>>>>>>> other\n';
      writeFiles(blog.root, { [manifestFile]: marked });
      await expectAsync(pinRequirements(blog)).toBeRejectedWithError(StepError, /Take either side/);
      expect(readFileSync(join(blog.root, 'requirements.txt'), 'utf8')).toBe(TEMPLATE);
      expect(readFileSync(join(blog.root, manifestFile), 'utf8')).toBe(marked);
    });
  });

  it('writes what development needs besides into a file of its own', async () => {
    const blog = app(TEMPLATE, 'pytest==9.2.0', 'Flask==3.1.2', 'pluggy==1.7.0');
    const dev = join(blog.root, 'requirements-dev.txt');
    writeFileSync(join(blog.root, 'requirements.txt'), 'Flask==3.1.2\n');
    writeFileSync(dev, `${MARKER}-r requirements.txt\npytest~=9.0\n`);
    expect(await pinRequirements(blog)).toBeTrue();
    expect(readFileSync(dev, 'utf8')).toBe(
      '-r requirements.txt\npytest==9.2.0\n\n# What those need\npluggy==1.7.0\n',
    );
    expect(readFileSync(join(blog.root, 'requirements.txt'), 'utf8')).toBe('Flask==3.1.2\n');
  });

  it('leaves a file as it is that is pinned, or that a person wrote or changed', async () => {
    for (const text of ['Flask==3.1.2\n', RANGES, `${TEMPLATE}-e .\n`]) {
      const blog = app(text, 'Flask==3.1.3');
      expect(await pinRequirements(blog)).toBeFalse();
      expect(readFileSync(join(blog.root, 'requirements.txt'), 'utf8')).toBe(text);
      expect(existsSync(join(blog.root, 'arguments'))).toBeFalse();
    }
  });

  it('leaves the file as it is where the versions cannot be told', async () => {
    const blog = testApp({
      'requirements.txt': TEMPLATE,
      'venv/bin/python': '#!/bin/sh\nexit 1\n',
    });
    await expectAsync(pinRequirements(blog)).toBeRejectedWithError(StepError, /requirements\.txt/);
    expect(readFileSync(join(blog.root, 'requirements.txt'), 'utf8')).toBe(TEMPLATE);
  });
});
