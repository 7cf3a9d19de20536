import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Interrupted } from '../../src/errors';
import { makeFirstCommit, makeRepository } from '../../src/setup/repository';
import { temporaryFolder } from '../support/temporary-folder';
import { until } from '../support/until';
import { keepEnvironment, searchPath, testApp, type TestApp, writeFiles } from './fixtures';

const IDENTITY = '[user]\nname = Ada\nemail = ada@example.com\n';

describe('git', () => {
  keepEnvironment();
  let app: TestApp;

  /** What the person has set up, before an application is made. */
  function configure(config: string): void {
    const home = temporaryFolder();
    writeFiles(home, { config });
    process.env.HOME = home;
    process.env.GIT_CONFIG_GLOBAL = join(home, 'config');
    process.env.GIT_CONFIG_NOSYSTEM = '1';
    for (const name of ['EMAIL', 'GIT_AUTHOR_EMAIL', 'GIT_COMMITTER_EMAIL']) {
      // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- there is no other way
      delete process.env[name];
    }
  }

  function git(...args: string[]): string {
    return execFileSync('git', args, { cwd: app.root, encoding: 'utf8' }).trimEnd();
  }

  function hasCommit(): boolean {
    return git('rev-list', '--all') !== '';
  }

  beforeEach(() => {
    configure(IDENTITY);
    app = testApp({ 'run.py': 'print()\n', '.gitignore': '.env\n', '.env': 'SECRET_KEY=1\n' });
  });

  describe('makeRepository', () => {
    it('makes one', async () => {
      expect(await makeRepository(app)).toBeTrue();
      expect(existsSync(join(app.root, '.git'))).toBeTrue();
      expect(git('config', '--local', 'scaffold.firstCommit')).toBe('pending');
    });

    for (const [what, script, words] of [
      ['a stub without its tools', 'echo "xcrun: error: no tools" >&2; exit 1', /xcrun: error/],
      [
        'one that distrusts the folder around it',
        'echo "fatal: detected dubious ownership in repository at /w" >&2; exit 128',
        /dubious ownership/,
      ],
      [
        'one that finds a broken link to a repository',
        'echo "fatal: not a git repository: /w/.git/worktrees/a" >&2; exit 128',
        /worktrees/,
      ],
      [
        'one that cannot make a repository',
        'case "$*" in *init*) echo "fatal: disk full" >&2; exit 1 ;; esac\n' +
          'echo "fatal: not a git repository (or any of the parent directories): .git" >&2; exit 128',
        /disk full/,
      ],
    ] as const) {
      it(`makes none, and says why, where git is ${what}`, async () => {
        process.env.PATH = searchPath([], {
          git: `#!/bin/sh\ncase "$*" in *init*) : > initialised ;; esac\n${script}\n`,
        });
        expect(await makeRepository(app)).toBeFalse();
        expect(app.lines.length).toBe(1);
        expect(app.lines[0]).toMatch(/^warn git failed, so the application has no repository:/);
        expect(app.lines[0]).toMatch(words);
        expect(existsSync(join(app.root, 'initialised'))).toBe(words.test('disk full'));
        expect(await makeFirstCommit(app)).toBeFalse();
      });
    }

    it('reads what git says in English', async () => {
      process.env.LC_ALL = 'de_DE.UTF-8';
      process.env.LANGUAGE = 'de';
      expect(await makeRepository(app)).toBeTrue();
    });

    it('makes none inside another, and says so', async () => {
      git('init', '--quiet');
      mkdirSync(join(app.root, 'blog'));
      const inner = testApp({}, join(app.root, 'blog'));
      expect(await makeRepository(inner)).toBeFalse();
      expect(existsSync(join(inner.root, '.git'))).toBeFalse();
      expect(inner.lines).toEqual([
        'info blog is inside another git repository, so it has none of its own.',
      ]);
      expect(await makeFirstCommit(inner)).toBeFalse();
      expect(hasCommit()).toBeFalse();
    });

    it('says so where there is no git', async () => {
      process.env.PATH = searchPath([]);
      expect(await makeRepository(app)).toBeFalse();
      expect(app.lines).toEqual(['warn git was not found, so the application has no repository.']);
      expect(await makeFirstCommit(app)).toBeFalse();
    });

    it('makes it in the folder of the application, wherever GIT_DIR is', async () => {
      const elsewhere = temporaryFolder();
      process.env.GIT_DIR = join(elsewhere, 'dir');
      process.env.GIT_WORK_TREE = elsewhere;
      process.env.GIT_INDEX_FILE = join(elsewhere, 'index');
      expect(await makeRepository(app)).toBeTrue();
      expect(await makeFirstCommit(app)).toBeTrue();
      expect(existsSync(join(elsewhere, 'dir'))).toBeFalse();
      delete process.env.GIT_DIR;
      delete process.env.GIT_WORK_TREE;
      delete process.env.GIT_INDEX_FILE;
      expect(hasCommit()).toBeTrue();
    });
  });

  describe('makeFirstCommit', () => {
    async function commit(): Promise<boolean> {
      await makeRepository(app);
      return makeFirstCommit(app);
    }

    function isPending(): boolean {
      return git('config', '--local', '--list').includes('scaffold.firstcommit=pending');
    }

    /** Everything is staged, nothing is committed, and the log says why. */
    function expectStaged(why: RegExp): void {
      expect(hasCommit()).toBeFalse();
      expect(git('ls-files').split('\n')).toEqual(['.gitignore', 'run.py']);
      expect(app.lines.join('\n')).toMatch(/^warn All files are staged, but not committed: /m);
      expect(app.lines.join('\n')).toMatch(why);
      expect(isPending()).toBeFalse();
    }

    it('commits everything but what is ignored', async () => {
      expect(await commit()).toBeTrue();
      expect(git('ls-tree', '--name-only', 'HEAD').split('\n')).toEqual(['.gitignore', 'run.py']);
      expect(git('log', '--format=%an %s')).toMatch(/^Ada Create /);
      expect(git('status', '--porcelain')).toBe('');
      expect(isPending()).toBeFalse();
      expect(await makeFirstCommit(app)).toBeFalse();
    });

    it('is for a repository without a commit alone', async () => {
      await commit();
      writeFiles(app.root, { 'more.py': '' });
      expect(await makeFirstCommit(app)).toBeFalse();
      expect(git('status', '--porcelain')).toBe('?? more.py');
    });

    it("leaves somebody's own repository alone", async () => {
      git('init', '--quiet');
      expect(await makeFirstCommit(app)).toBeFalse();
      expect(git('ls-files')).toBe('');
      expect(app.lines).toEqual([]);
    });

    it('leaves a repository alone in which somebody has committed', async () => {
      await makeRepository(app);
      git('commit', '--quiet', '--allow-empty', '-m', 'Mine');
      expect(await makeFirstCommit(app)).toBeFalse();
      expect(git('ls-files')).toBe('');
    });

    it('is for the root of a repository alone', async () => {
      await makeRepository(app);
      const inner = testApp({ 'run.py': '' }, join(app.root, 'inner'));
      expect(await makeFirstCommit(inner)).toBeFalse();
      expect(hasCommit()).toBeFalse();
    });

    it('does nothing where there is no repository', async () => {
      expect(await makeFirstCommit(app)).toBeFalse();
      expect(existsSync(join(app.root, '.git'))).toBeFalse();
    });

    it('stages without an identity, and makes none up', async () => {
      configure('');
      expect(await commit()).toBeTrue();
      expectStaged(/git does not know who you are/);
    });

    it('takes an identity from the environment', async () => {
      configure('');
      Object.assign(process.env, {
        GIT_AUTHOR_NAME: 'Grace',
        GIT_AUTHOR_EMAIL: 'grace@example.com',
        GIT_COMMITTER_NAME: 'Grace',
        GIT_COMMITTER_EMAIL: 'grace@example.com',
      });
      await commit();
      expect(git('log', '--format=%an')).toBe('Grace');
    });

    it('stages where a hook stops it', async () => {
      const hooks = temporaryFolder();
      writeFiles(hooks, { 'pre-commit': '#!/bin/sh\necho "no ticket" >&2\nexit 1\n' });
      configure(`${IDENTITY}[core]\nhooksPath = ${hooks}\n`);
      await commit();
      expectStaged(/no ticket/);
    });

    for (const format of ['openpgp', 'ssh', 'x509']) {
      it(`stages where it cannot be signed: ${format}`, async () => {
        configure(
          `${IDENTITY}signingKey = none\n[commit]\ngpgSign = true\n[gpg]\nformat = ${format}\n`,
        );
        await commit();
        expectStaged(/has to ask|git refused/);
      });
    }

    it('signs where GnuPG can do so without asking', async () => {
      const bin = temporaryFolder();
      const gpg =
        '#!/bin/sh\necho "$*" >> "$0.calls"\ncat > /dev/null\necho "[GNUPG:] SIG_CREATED " >&2\necho sig\n';
      writeFiles(bin, { gpg });
      configure(
        `${IDENTITY}signingKey = ABC\n[commit]\ngpgSign = true\n[gpg]\nprogram = ${bin}/gpg\n`,
      );
      await commit();
      expect(git('cat-file', 'commit', 'HEAD')).toContain('\ngpgsig sig\n');
      expect(execFileSync('cat', [join(bin, 'gpg.calls')], { encoding: 'utf8' })).toMatch(
        /^--batch --no-tty --pinentry-mode error --local-user ABC /,
      );
    });

    it('opens no editor and asks for nothing, whatever is configured', async () => {
      const editor = join(temporaryFolder(), 'opened');
      process.env.GIT_EDITOR = `touch ${editor}; false`;
      configure(`${IDENTITY}[core]\neditor = touch ${editor}; false\n[commit]\nverbose = true\n`);
      await commit();
      expect(hasCommit()).toBeTrue();
      expect(existsSync(editor)).toBeFalse();
    });

    it('is made by the next set-up where it is interrupted', async () => {
      const hooks = temporaryFolder();
      const reached = join(hooks, 'reached');
      writeFiles(hooks, { 'pre-commit': `#!/bin/sh\ntouch ${reached}\nsleep 30\n` });
      configure(`${IDENTITY}[core]\nhooksPath = ${hooks}\n`);
      await makeRepository(app);
      const controller = new AbortController();
      const commit = makeFirstCommit({ ...app, signal: controller.signal });
      await until(
        () => 'the hook runs',
        () => existsSync(reached),
      );
      controller.abort(new Interrupted('SIGINT'));
      await expectAsync(commit).toBeRejected();
      expect(isPending()).toBeTrue();
      configure(IDENTITY);
      expect(await makeFirstCommit(app)).toBeTrue();
      expect(hasCommit()).toBeTrue();
    });
  });
});
