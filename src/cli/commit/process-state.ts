// Specs: spec/cli/commit/lock.spec.ts
import { hasCode } from '../../system-error';

/** Whether a process with this id runs on this machine, whoever owns it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/**
 * Returns when a process started, in milliseconds since 1970, to within a second; undefined if `ps` cannot tell. It
 * distinguishes a process from an earlier one with the same id: systems reuse ids, above all after a reboot.
 */
export async function startOf(pid: number): Promise<number | undefined> {
  const { spawnSync } = await import('node:child_process');
  const { stdout } = spawnSync('ps', ['-o', 'etime=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  // [[days-]hours:]minutes:seconds, by POSIX.
  const [, days = 0, hours = 0, minutes, seconds] =
    /^\s*(?:(?:(\d+)-)?(\d+):)?(\d+):(\d+)\s*$/.exec(stdout) ?? [];
  if (minutes === undefined) {
    return undefined;
  }
  const elapsed =
    ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
  return Date.now() - elapsed * 1000;
}
