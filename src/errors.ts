/** What was asked for is wrong in itself: a name, a route, a word of the command line. The command exits with 2. */
export class UsageError extends Error {}

/** A run was ended from outside; everything that it had started has ended, too. */
export class Interrupted extends Error {
  constructor(readonly signal: NodeJS.Signals) {
    super('Interrupted.');
  }
}
