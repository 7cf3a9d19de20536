import { relative } from 'node:path';
import { Interrupted } from '../errors';
import { messageOf } from './step';

/** Steps of a set-up failed. The message, of several lines, has for each its tool's last words, and how to go on. */
export class SetUpError extends Error {
  /** What a set-up throws for what its steps threw: an interrupt is no failure, and stays what it is. */
  static from(error: unknown, root: string): Error {
    return error instanceof Interrupted ? error : new SetUpError(error, root);
  }

  private constructor(cause: unknown, root: string) {
    const here = relative(process.cwd(), root);
    const folder = here === '' ? '' : ` in ${here.startsWith('..') ? root : here}`;
    super(
      [
        ...failures(cause).map(messageOf),
        `What is there is kept. Once the cause is gone, \`scaffold setup\`${folder} does the rest.`,
      ].join('\n'),
      { cause },
    );
  }
}

function failures(error: unknown): unknown[] {
  return error instanceof AggregateError ? error.errors.flatMap(failures) : [error];
}
