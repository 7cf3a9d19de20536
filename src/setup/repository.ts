import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import which from 'which';
import { environmentWithout, runTool, ToolError } from './run-tool';
import { type ReadyApp, messageOf, SetUpStep } from './step';

/** A setting of repositories that a set-up made: `pending` until the first commit. */
const FIRST_COMMIT = 'scaffold.firstCommit';

/** git's message for a folder that is in no repository. */
const NO_REPOSITORY = /not a git repository \(or any/;

/**
 * Makes a repository for the application, unless it is already inside one or git does not work.
 *
 * @returns whether it made one.
 */
export async function makeRepository(app: ReadyApp): Promise<boolean> {
  if (!hasGit()) {
    app.logger.warn('git was not found, so the application has no repository.');
    return false;
  }
  try {
    const inside = await pathInWorkTree(app);
    if (inside === undefined) {
      await git(app, 'init', '--quiet');
      await git(app, 'config', '--local', FIRST_COMMIT, 'pending');
    } else if (inside !== '') {
      app.logger.info(
        `${basename(app.root)} is inside another git repository, so it has none of its own.`,
      );
    }
    return inside === undefined;
  } catch (error) {
    app.signal.throwIfAborted();
    app.logger.warn(`git failed, so the application has no repository:\n${messageOf(error)}`);
    return false;
  }
}

/**
 * The application's path in the work tree around it, `''` for the root; undefined outside a work tree.
 *
 * @throws ToolError if git fails: it may distrust the folder around the application.
 */
async function pathInWorkTree(app: ReadyApp): Promise<string | undefined> {
  try {
    return await git(app, 'rev-parse', '--show-prefix');
  } catch (error) {
    if (error instanceof ToolError && NO_REPOSITORY.test(error.message)) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Makes the first commit in a repository that a set-up made, unless somebody else made it. If git cannot commit without
 * asking, all files are staged and a warning gives the reason.
 *
 * @returns whether it committed or staged.
 */
export async function makeFirstCommit(app: ReadyApp): Promise<boolean> {
  if (!hasGit() || !(await isFirstCommitPending(app))) {
    return false;
  }
  const step = new SetUpStep(app.logger, 'git', 'Making the first commit');
  step.start();
  await step.run(async () => {
    await git(app, 'add', '--all');
    const obstacle = await commit(app);
    if (obstacle !== undefined) {
      app.logger.warn(`All files are staged, but not committed: ${obstacle}`);
    }
    await git(app, 'config', '--local', '--unset', FIRST_COMMIT);
  });
  return true;
}

async function isFirstCommitPending(app: ReadyApp): Promise<boolean> {
  return (
    existsSync(join(app.root, '.git')) &&
    (await gitOrNothing(app, 'config', '--local', '--get', FIRST_COMMIT)) === 'pending' &&
    (await gitOrNothing(app, 'rev-list', '--max-count=1', '--all')) === ''
  );
}

/** Commits the staged files. @returns why git refuses, and what to do; undefined if it committed. */
async function commit(app: ReadyApp): Promise<string | undefined> {
  if (!(await hasIdentity(app))) {
    return 'git does not know who you are. Set user.name and user.email with `git config --global`, then run `git commit`.';
  }
  if (!(await signsSilently(app))) {
    return 'git has to ask before it can sign the commit. Run `git commit`.';
  }
  try {
    await git(app, 'commit', '--quiet', '-m', `Create ${basename(app.root)}`);
    return undefined;
  } catch (error) {
    app.signal.throwIfAborted();
    return `git refused:\n${messageOf(error)}`;
  }
}

function hasGit(): boolean {
  return which.sync('git', { nothrow: true }) !== null;
}

async function hasIdentity(app: ReadyApp): Promise<boolean> {
  const identities = ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT'];
  const found = await Promise.all(identities.map((name) => gitOrNothing(app, 'var', name)));
  return found.every((identity) => identity !== undefined);
}

/**
 * Whether git can commit without asking for a passphrase: it need not sign the commit, or it can do so silently. GnuPG
 * would ask in a window of its own, so this tries it first in a way that cannot ask. SSH cannot ask, and fails.
 */
async function signsSilently(app: ReadyApp): Promise<boolean> {
  const config = (name: string): Promise<string | undefined> =>
    gitOrNothing(app, 'config', '--get', name);
  if ((await gitOrNothing(app, 'config', '--type=bool', '--get', 'commit.gpgSign')) !== 'true') {
    return true;
  }
  const format = (await config('gpg.format')) ?? 'openpgp';
  if (format !== 'openpgp') {
    return format === 'ssh';
  }
  const program = (await config('gpg.openpgp.program')) ?? (await config('gpg.program')) ?? 'gpg';
  const key = (await config('user.signingKey')) ?? (await committer(app));
  const trial = ['--local-user', key, '--sign', '--output', '-'];
  try {
    await runTool(program, ['--batch', '--no-tty', '--pinentry-mode', 'error', ...trial], {
      cwd: app.root,
      signal: app.signal,
      timeLimit: 10_000,
    });
    return true;
  } catch {
    app.signal.throwIfAborted();
    return false;
  }
}

/** Such as `Ada Lovelace <ada@example.com>`. */
async function committer(app: ReadyApp): Promise<string> {
  return (await git(app, 'var', 'GIT_COMMITTER_IDENT')).replace(/ \d+ [-+]\d+$/, '');
}

/** Variables that point git to another repository. */
const MISLEADING = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
];

/** With these, git and the programs it starts fail instead of asking, with English messages. */
const ASKS_NOBODY = {
  LANGUAGE: 'en',
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: 'true',
  GIT_ASKPASS: 'true',
  SSH_ASKPASS_REQUIRE: 'never',
};

/** The time limit of a git command, hooks included, in milliseconds. */
const TIME_LIMIT = 60_000;

/** Where git runs, and until when. */
type Place = Pick<ReadyApp, 'root' | 'signal'>;

/** Runs git in the application's folder. git does not guess an identity. */
function git({ root, signal }: Place, ...args: string[]): Promise<string> {
  return runTool('git', ['-c', 'user.useConfigOnly=true', ...args], {
    cwd: root,
    signal,
    env: environmentWithout(MISLEADING, ASKS_NOBODY),
    timeLimit: TIME_LIMIT,
  });
}

/** The output of a git command, or undefined if it fails. */
export async function gitOrNothing(app: Place, ...args: string[]): Promise<string | undefined> {
  try {
    return await git(app, ...args);
  } catch {
    app.signal.throwIfAborted();
    return undefined;
  }
}
