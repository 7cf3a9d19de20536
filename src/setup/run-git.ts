// Specs: spec/setup/repository.spec.ts
import type { App } from './app';
import { environmentWithout } from './environment-variables';
import { runTool } from './run-tool';

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
type Place = Pick<App, 'root' | 'signal'>;

/** Runs git in the application's folder. git does not guess an identity. */
export function git({ root, signal }: Place, ...args: string[]): Promise<string> {
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
