import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import which from 'which';
import type { App } from './app';
import { git, gitOrNothing } from './run-git';
import { ToolError } from './run-tool';
import { signsSilently } from './signing';
import { messageOf, Step } from './step';

/** Set to `pending` in a repository that a set-up made, until that has made the first commit. */
const FIRST_COMMIT = 'scaffold.firstCommit';

/** What git says, in English, where a folder is in no repository. */
const NO_REPOSITORY = /not a git repository \(or any/;

/**
 * Makes the application's repository, unless it is inside a work tree, or git does not work.
 *
 * @returns whether it did.
 */
export async function makeRepository(app: App): Promise<boolean> {
  if (!isGitHere()) {
    app.logger.warn('git was not found: the application has no repository.');
    return false;
  }
  try {
    const inside = await prefix(app);
    if (inside === undefined) {
      await git(app, 'init', '--quiet');
      await git(app, 'config', '--local', FIRST_COMMIT, 'pending');
    } else if (inside !== '') {
      app.logger.info(`${basename(app.root)} is inside a git repository, and has none of its own.`);
    }
    return inside === undefined;
  } catch (error) {
    app.signal.throwIfAborted();
    app.logger.warn(
      `The application has no repository of its own: git failed:\n${messageOf(error)}`,
    );
    return false;
  }
}

/**
 * Where the application stands in the work tree around it, `''` for its root; nothing where there is none.
 *
 * @throws ToolError where git cannot tell: it may distrust the folder around.
 */
async function prefix(app: App): Promise<string | undefined> {
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
 * Makes the first commit of a repository that a set-up made, unless somebody else has. Where git cannot commit without
 * asking, everything is staged, and the log says so.
 *
 * @returns whether there was something to do.
 */
export async function makeFirstCommit(app: App): Promise<boolean> {
  if (!isGitHere() || !(await isFirstCommitPending(app))) {
    return false;
  }
  const step = new Step(app.logger, 'git', 'Making the first commit');
  step.start();
  await step.run(async () => {
    await git(app, 'add', '--all');
    const obstacle = await commit(app);
    if (obstacle !== undefined) {
      app.logger.warn(`Everything is staged for the first commit, but ${obstacle}`);
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

/** Commits what is staged, or says why git does not. */
async function commit(app: App): Promise<string | undefined> {
  if (!(await hasIdentity(app))) {
    return 'git does not know who you are: `git config --global` user.name and user.email, then `git commit`.';
  }
  if (!(await signsSilently(app))) {
    return 'git could not sign it without asking: `git commit` makes it.';
  }
  try {
    await git(app, 'commit', '--quiet', '-m', `Create ${basename(app.root)}`);
    return undefined;
  } catch (error) {
    app.signal.throwIfAborted();
    return `git did not make it:\n${messageOf(error)}`;
  }
}

function isGitHere(): boolean {
  return which.sync('git', { nothrow: true }) !== null;
}

async function hasIdentity(app: App): Promise<boolean> {
  const identities = ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT'];
  const found = await Promise.all(identities.map((name) => gitOrNothing(app, 'var', name)));
  return found.every((identity) => identity !== undefined);
}
