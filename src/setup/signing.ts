// Specs: spec/setup/repository.spec.ts
import type { App } from './app';
import { git, gitOrNothing } from './run-git';
import { runTool } from './run-tool';

/**
 * Whether git can commit without asking for a passphrase: it need not sign the commit, or it can do so silently. GnuPG
 * would ask in a window of its own, so this tries it first in a way that cannot ask. SSH cannot ask, and fails.
 */
export async function signsSilently(app: App): Promise<boolean> {
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
async function committer(app: App): Promise<string> {
  return (await git(app, 'var', 'GIT_COMMITTER_IDENT')).replace(/ \d+ [-+]\d+$/, '');
}
