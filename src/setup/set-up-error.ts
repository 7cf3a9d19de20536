import { relative } from 'node:path';
import { messageOf } from './step';

/** Steps of a set-up failed. The message, of several lines, has for each its tool's last words, and how to go on. */
export class SetUpError extends Error {
  /**
   * @param cause What the steps threw: one error, or an AggregateError.
   * @param root The application's folder, absolute.
   */
  constructor(cause: unknown, root: string) {
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
