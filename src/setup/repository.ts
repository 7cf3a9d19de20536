import { basename } from 'node:path';
import which from 'which';
import type { App } from './app';
import { git, gitOrNothing } from './run-git';
import { signsSilently } from './signing';
import { messageOf, Step } from './step';

/** Where the application stands in the work tree around it, `''` for its root; nothing where there is none. */
function prefix(app: App): Promise<string | undefined> {
  return gitOrNothing(app, 'rev-parse', '--show-prefix');
}

/** Makes the application's repository, unless it is inside a work tree. Whether it did. */
export async function makeRepository(app: App): Promise<boolean> {
  if (!isGitHere()) {
    app.logger.warn('git was not found: the application has no repository.');
    return false;
  }
  const inside = await prefix(app);
  if (inside === undefined) {
    await git(app, 'init', '--quiet');
  } else if (inside !== '') {
    app.logger.info(`${basename(app.root)} is inside a git repository, and has none of its own.`);
  }
  return inside === undefined;
}

/**
 * Makes the first commit, where the application is the root of a repository without any, and nothing is staged. Where git
 * cannot commit without asking, everything is staged, and the log says so. Whether there was something to do.
 */
export async function makeFirstCommit(app: App): Promise<boolean> {
  if (!isGitHere() || !(await isFirstCommitPending(app))) {
    return false;
  }
  const step = new Step(app.logger, 'git', 'Making the first commit');
  step.start();
  await step.run(async () => {
    try {
      await git(app, 'add', '--all');
      const obstacle = await commit(app);
      if (obstacle !== undefined) {
        app.logger.warn(`Everything is staged for the first commit, but ${obstacle}`);
      }
    } catch (error) {
      await unstage({ ...app, signal: new AbortController().signal });
      throw error;
    }
  });
  return true;
}

async function isFirstCommitPending(app: App): Promise<boolean> {
  return (
    (await prefix(app)) === '' &&
    !(await hasCommit(app)) &&
    (await gitOrNothing(app, 'ls-files')) === ''
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

/** Takes back what was staged, unless it got committed: the next set-up would take it for somebody's own work. */
async function unstage(app: App): Promise<void> {
  if (!(await hasCommit(app))) {
    await gitOrNothing(app, 'read-tree', '--empty');
  }
}

async function hasCommit(app: App): Promise<boolean> {
  return (await git(app, 'rev-list', '--max-count=1', '--all')) !== '';
}

function isGitHere(): boolean {
  return which.sync('git', { nothrow: true }) !== null;
}

async function hasIdentity(app: App): Promise<boolean> {
  const identities = ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT'];
  const found = await Promise.all(identities.map((name) => gitOrNothing(app, 'var', name)));
  return found.every((identity) => identity !== undefined);
}
