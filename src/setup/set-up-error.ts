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
    const lines = [...failures(cause).map(messageOf), `Once the cause is gone, ${howToGoOn(root)}`];
    super(lines.join('\n'), { cause });
  }
}

/** How to finish what a set-up has begun. */
export function howToGoOn(root: string): string {
  const path = relative(process.cwd(), root);
  const place = path === '' ? '' : ` in ${path.startsWith('..') ? root : path}`;
  return `\`scaffold setup\`${place} does the rest.`;
}

function failures(error: unknown): unknown[] {
  return error instanceof AggregateError ? error.errors.flatMap(failures) : [error];
}
