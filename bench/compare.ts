import { cpus, totalmem } from 'node:os';

/** Something to time as whole processes. */
export interface Candidate {
  readonly name: string;
  /** Runs it once; what it prepares for itself beforehand is not timed. */
  readonly once: () => { prepare?: () => void; time: () => void };
}

/** Candidates that are timed in turn, and what each is compared with. */
export interface Comparison {
  readonly title: string;
  /** How often each is timed. */
  readonly rounds: number;
  readonly candidates: readonly Candidate[];
  /** A column each: the title, and the place of the candidate that another one is compared with. */
  readonly ratios: Readonly<Record<string, (place: number) => number>>;
}

/** Runs a comparison, and returns its table in Markdown: medians in milliseconds, medians of ratios round by round. */
export function compare({ title, rounds, candidates, ratios }: Comparison): string {
  const taken = timeInTurn(candidates, rounds);
  const columns = Object.entries(ratios);
  const rows = candidates.map(({ name }, place) => {
    const own = taken[place] ?? [];
    const compared = columns.map(([, other]) => medianRatio(own, taken[other(place)] ?? []));
    return [name, median(own).toFixed(0), ...compared.map((ratio) => ratio.toFixed(2))];
  });
  const head = [title, 'median, ms', ...columns.map(([name]) => name)];
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** Times candidates in turn, after a round that is not counted, so that all meet the same weather. In milliseconds. */
function timeInTurn(candidates: readonly Candidate[], rounds: number): number[][] {
  const taken = candidates.map((): number[] => []);
  for (let round = 0; round <= rounds; round++) {
    candidates.forEach(({ once }, place) => {
      const { prepare, time } = once();
      prepare?.();
      const began = process.hrtime.bigint();
      time();
      if (round > 0) {
        taken[place]?.push(Number(process.hrtime.bigint() - began) / 1e6);
      }
    });
    process.stderr.write(`round ${round} of ${rounds}\n`);
  }
  return taken;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = NaN, high = NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

/** It holds where the machine's speed drifts. */
function medianRatio(values: readonly number[], to: readonly number[]): number {
  return median(values.map((value, round) => value / (to[round] ?? NaN)));
}

/** The machine, as a benchmark's reader needs to know it. */
export function machine(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${memory} GiB, Node ${process.versions.node}`;
}
