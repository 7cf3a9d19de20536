import { spawnSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';

/** Something to time as whole processes. */
export interface Candidate {
  name: string;
  /** Runs it once; what it prepares for itself beforehand is not timed. */
  once: () => { prepare?: () => void; time: () => void };
}

/** Times candidates in turn, after a round that is not counted, so that all meet the same weather. In seconds. */
export function timeInTurn(candidates: readonly Candidate[], rounds: number): number[][] {
  const seconds = candidates.map((): number[] => []);
  for (let round = 0; round <= rounds; round++) {
    candidates.forEach(({ name, once }, index) => {
      const { prepare, time } = once();
      prepare?.();
      const began = process.hrtime.bigint();
      time();
      const taken = Number(process.hrtime.bigint() - began) / 1e9;
      if (round > 0) {
        seconds[index]?.push(taken);
      }
      process.stderr.write(`round ${round}, ${name}: ${taken.toFixed(2)} s\n`);
    });
  }
  return seconds;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = NaN, high = NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

/** The median of the ratios round by round: it holds where the machine's speed drifts. */
export function medianRatio(values: readonly number[], to: readonly number[]): number {
  return median(values.map((value, round) => value / (to[round] ?? NaN)));
}

/** Runs a program that has to succeed. */
export function runOrFail(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): void {
  const { status, stderr } = spawnSync(program, args, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) {
    throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stderr}`);
  }
}

/** The machine, as a benchmark's reader needs to know it. */
export function machine(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${memory} GiB, Node ${process.versions.node}`;
}
