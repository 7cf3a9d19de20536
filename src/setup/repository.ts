import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import which from 'which';
import type { App } from './app';
import { git, gitOrNothing } from './run-git';
import { ToolError } from './run-tool';
import { signsSilently } from './signing';
import { messageOf, SetUpStep } from './step';

/** A setting of repositories that a set-up made: `pending` until the first commit. */
const FIRST_COMMIT = 'scaffold.firstCommit';

/** git's message for a folder that is in no repository. */
const NO_REPOSITORY = /not a git repository \(or any/;

/**
 * Makes a repository for the application, unless it is already inside one or git does not work.
 *
 * @returns whether it made one.
 */
export async function makeRepository(app: App): Promise<boolean> {
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
async function pathInWorkTree(app: App): Promise<string | undefined> {
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
export async function makeFirstCommit(app: App): Promise<boolean> {
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

async function isFirstCommitPending(app: App): Promise<boolean> {
  return (
    existsSync(join(app.root, '.git')) &&
    (await gitOrNothing(app, 'config', '--local', '--get', FIRST_COMMIT)) === 'pending' &&
    (await gitOrNothing(app, 'rev-list', '--max-count=1', '--all')) === ''
  );
}

/** Commits the staged files. @returns why git refuses, and what to do; undefined if it committed. */
async function commit(app: App): Promise<string | undefined> {
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

async function hasIdentity(app: App): Promise<boolean> {
  const identities = ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT'];
  const found = await Promise.all(identities.map((name) => gitOrNothing(app, 'var', name)));
  return found.every((identity) => identity !== undefined);
}
