/** A file cannot be edited as it stands. Nothing is wrong with what was asked for. */
export class SourceError extends Error {
  /** @param line Counted from 1. */
  constructor(
    readonly path: string,
    readonly line: number | undefined,
    readonly reason: string,
  ) {
    super(`${path}${line === undefined ? '' : `:${line}`}: ${reason}`);
  }
}
