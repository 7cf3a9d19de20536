// Specs: spec/references/references.spec.ts

/** A file that changes, before and after. */
export interface RewrittenFile {
  /** Relative to the root of the project. */
  readonly path: string;
  /** Undefined if it does not exist. */
  readonly now: Buffer | undefined;
  /** Undefined if it goes. */
  readonly content?: Buffer | undefined;
  /** Whether somebody may have changed it. */
  readonly isMerged?: boolean;
}

/** What is in the way of a change: a place in the project, and a reason. */
export interface Obstacle {
  /** Relative to the root. */
  readonly path: string;
  /** Counted from 1; undefined for the whole file. */
  readonly line: number | undefined;
  /** `imports Post from app.models` */
  readonly reason: string;
  /** Whether `--force` overrides it. */
  readonly yields: boolean;
  /** Whether the file no longer has what the run wrote. */
  readonly isGone?: boolean;
}

/** `app/navigation.py:14: uses the endpoint posts.index` */
export function obstacleText({ path, line, reason }: Obstacle): string {
  return `${line === undefined ? path : `${path}:${line}`}: ${reason}`;
}

/** Code that stays and refers to what goes. */
export function reference(path: string, row: number, reason: string): Obstacle {
  return { path, line: row + 1, reason, yields: true };
}
