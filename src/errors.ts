/** A name, a route or another word of the command line is wrong. The command exits with 2. */
export class UsageError extends Error {}

/** A signal ended the run. All children that it started have ended, too. */
export class Interrupted extends Error {
  constructor(readonly signal: NodeJS.Signals) {
    super('Interrupted.');
  }
}
