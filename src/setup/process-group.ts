// Specs: spec/setup/run-tool.spec.ts
import { setTimeout as sleep } from 'node:timers/promises';

/** The signals that end a process group, each with the time in milliseconds before the next one. */
const ESCALATION = [
  ['SIGINT', 1000], // Ctrl-C sends it: most tools clean up.
  ['SIGTERM', 1500],
  ['SIGKILL', 500],
] as const;

const POLL_INTERVAL = 20;

/** Ends all processes of a group. It takes three seconds at most. */
export async function endGroup(leader: number): Promise<void> {
  for (const [signal, time] of ESCALATION) {
    signalGroup(leader, signal);
    const end = Date.now() + time;
    while (Date.now() < end) {
      if (!signalGroup(leader, 0)) {
        return;
      }
      await sleep(POLL_INTERVAL);
    }
  }
}

/**
 * Sends a signal to all processes of a group; 0 sends nothing.
 *
 * @returns whether the group still has a process.
 */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}
