import { setTimeout as sleep } from 'node:timers/promises';

/** How a process group is asked to end, more and more firmly, and the time in milliseconds that it has each time. */
const ESCALATION = [
  ['SIGINT', 1000], // what Ctrl-C sends: most tools clean up after it
  ['SIGTERM', 1500],
  ['SIGKILL', 500],
] as const;

const POLL_INTERVAL = 20;

/** Ends all processes of a group. Returns once they are gone, after three seconds at most. */
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
 * Sends a signal to all processes of a group; 0 only asks.
 *
 * @returns whether there is one left to get it.
 */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}
