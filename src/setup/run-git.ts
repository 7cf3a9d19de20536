import type { App } from './app';
import { environmentWithout } from './environment-variables';
import { runTool } from './run-tool';

/** Variables that would have git work on another repository than that of its folder. */
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

/** Has git, and what it runs, fail where they would ask, and say so in English. */
const ASKS_NOBODY = {
  LANGUAGE: 'en',
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: 'true',
  GIT_ASKPASS: 'true',
  SSH_ASKPASS_REQUIRE: 'never',
};

/** Time, in milliseconds, that a git command has, hooks included. */
const TIME_LIMIT = 60_000;

/** Runs git in the application's folder. Its identity is one that somebody gave it: it makes none up. */
export function git({ root, signal }: App, ...args: string[]): Promise<string> {
  return runTool('git', ['-c', 'user.useConfigOnly=true', ...args], {
    cwd: root,
    signal,
    env: environmentWithout(MISLEADING, ASKS_NOBODY),
    timeLimit: TIME_LIMIT,
  });
}

/** What a git command writes, or nothing where it fails. */
export async function gitOrNothing(app: App, ...args: string[]): Promise<string | undefined> {
  try {
    return await git(app, ...args);
  } catch {
    app.signal.throwIfAborted();
    return undefined;
  }
}
