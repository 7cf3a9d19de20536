import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { need } from '../support/need';
import { findProgram } from '../support/programs';
import { findPythonOf } from '../support/pythons';
import { run, SCAFFOLD, scaffold } from '../support/run';
import { environmentWith, pathWithout } from '../support/search-path';
import { temporaryFolder } from '../support/temporary-folder';
import { treeOf } from '../support/tree-of';

/** How a refusal ends: the exit code, and what its one message says. */
interface Refusal {
  code: 1 | 2;
  message: RegExp;
}

const NAME = { code: 2, message: /cannot name an application: / } as const;

describe('scaffold, misused,', () => {
  let cwd: string;

  beforeEach(() => {
    cwd = temporaryFolder();
  });

  async function expectRefusal(
    args: readonly string[],
    { code, message }: Refusal,
    env = process.env,
  ): Promise<void> {
    const before = treeOf(cwd);
    const ended = await scaffold(args, { cwd, env });
    expect(ended.stderr).toMatch(message);
    expect(ended.stderr).toMatch(/^error: /);
    expect(ended.stderr).not.toMatch(/\n\s+at /);
    expect(ended.stdout).toBe('');
    expect(ended.code).toBe(code);
    expect(treeOf(cwd)).toEqual(before);
  }

  for (const [what, args, refusal] of [
    [
      'no name',
      ['new'],
      {
        code: 2,
        message: /missing required argument 'project_name'\. For example: scaffold new blog/,
      },
    ],
    ['an empty name', ['new', ''], NAME],
    ['..', ['new', '..'], NAME],
    ['a path', ['new', 'a/b'], NAME],
    ['an absolute path', ['new', '/abs'], NAME],
    ['-x', ['new', '-x'], { code: 2, message: /unknown option '-x'/ }],
    ['-x behind --', ['new', '--', '-x'], NAME],
    ['a name with spaces', ['new', 'my blog'], NAME],
    ['a name with a newline', ['new', 'my\nblog'], NAME],
    ['a name of 300 characters', ['new', 'x'.repeat(300)], NAME],
    ['a name that Windows reserves', ['new', 'con'], NAME],
    ['a second positional', ['new', 'a', 'b'], { code: 2, message: /too many arguments/ }],
    [
      'an unknown flag',
      ['new', 'blog', '--skip-gti'],
      { code: 2, message: /unknown option '--skip-gti'\n\(Did you mean --skip-git\?\)/ },
    ],
    [
      'a flag without its value',
      ['new', 'blog', '--python'],
      { code: 2, message: /'--python <python>' argument missing/ },
    ],
    [
      'an unknown command',
      ['nwe', 'blog'],
      { code: 2, message: /unknown command 'nwe'\n\(Did you mean new\?\)/ },
    ],
    [
      'an unknown command to help with',
      ['help', 'nwe'],
      { code: 2, message: /unknown command 'nwe'\n\(Did you mean new\?\)/ },
    ],
    [
      'a command in two words',
      ['make', 'view', 'about', '-rc'],
      {
        code: 2,
        message: /There is no command "make"\. Did you mean scaffold make:view about -rc\?/,
      },
    ],
    [
      'an unknown flag before a command',
      ['--vresion'],
      { code: 2, message: /\(Did you mean --version\?\)/ },
    ],
    [
      'an empty value',
      ['new', 'blog', '--python='],
      { code: 2, message: /--python is empty\. Give a path or a command/ },
    ],
    [
      'a Python that is none',
      ['new', 'blog', '--python', './nothing'],
      { code: 1, message: /\.\/nothing was not found/ },
    ],
    [
      'a program that is no Python',
      ['new', 'blog', '--python', '/bin/ls'],
      { code: 1, message: /\/bin\/ls is not a Python interpreter/ },
    ],
    [
      'setup outside a project',
      ['setup'],
      { code: 1, message: /This folder is not in a project that `scaffold new` made\./ },
    ],
  ] as [string, string[], Refusal][]) {
    it(`refuses ${what}, and changes nothing`, async () => {
      await expectRefusal(args, refusal);
    });
  }

  it('refuses a folder that holds something, and names --force', async () => {
    mkdirSync(join(cwd, 'blog'));
    writeFileSync(join(cwd, 'blog/notes.txt'), 'mine');
    await expectRefusal(['new', 'blog'], { code: 1, message: /folder blog is not empty.*--force/ });
  });

  it('refuses a target that is a file', async () => {
    writeFileSync(join(cwd, 'blog'), 'mine');
    await expectRefusal(['new', 'blog', '--force'], { code: 1, message: /blog .*is not a folder/ });
  });

  it('refuses a target that is a link to nothing', async () => {
    symlinkSync('nowhere', join(cwd, 'blog'));
    await expectRefusal(['new', 'blog'], { code: 1, message: /blog .*is not a folder/ });
  });

  it('refuses a parent that is not writable, as an unprivileged user', async () => {
    const program = [process.execPath, SCAFFOLD, 'new', 'blog', '--skip-install'];
    // Reading everything is allowed to it, so that it reaches the sources wherever they are.
    const reader = ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search'];
    const [command = '', ...args] =
      process.getuid?.() === 0
        ? [
            need('setpriv', findProgram('setpriv')),
            ...['--reuid=65534', '--regid=65534', '--clear-groups', ...reader],
            ...program,
          ]
        : program;
    chmodSync(cwd, 0o555);
    const ended = await run(command, args, { cwd });
    chmodSync(cwd, 0o755);
    expect(ended).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: ${cwd} is not writable. Change to another folder.\n`,
    });
    expect(treeOf(cwd)).toEqual({});
  });

  it('refuses to run where no Python is found', async () => {
    const pythons = ['python', 'python3', ...[11, 12, 13, 14].map((minor) => `python3.${minor}`)];
    await expectRefusal(
      ['new', 'blog'],
      { code: 1, message: /Python 3\.11 or newer was not found on the PATH.*--python/ },
      environmentWith(pathWithout(...pythons)),
    );
  });

  it('refuses a Python that is too old, and names it', async () => {
    const old = need('Python 3.10', findPythonOf('3.10'));
    await expectRefusal(['new', 'blog', '--python', old], {
      code: 1,
      message: /is Python 3\.10\.\d+\. A project needs Python 3\.11 or newer/,
    });
  });
});
