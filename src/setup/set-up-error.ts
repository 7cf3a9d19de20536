// Specs: spec/setup/set-up.spec.ts
import { relative } from 'node:path';
import { messageOf } from './step';

/** Steps of a set-up failed. The message has the last lines of each step's tool, and how to continue. */
export class SetUpError extends Error {
  /**
   * @param cause The error of a step, or an AggregateError of several.
   * @param root The absolute path of the application's folder.
   */
  constructor(cause: unknown, root: string) {
    const lines = [...failures(cause).map(messageOf), `Fix that, then ${howToContinue(root)}`];
    super(lines.join('\n'), { cause });
  }
}

/** How to complete a set-up: the end of a sentence. */
export function howToContinue(root: string): string {
  const path = relative(process.cwd(), root);
  const place = path === '' ? '' : ` in ${path.startsWith('..') ? root : path}`;
  return `run \`scaffold setup\`${place} to continue.`;
}

function failures(error: unknown): unknown[] {
  return error instanceof AggregateError ? error.errors.flatMap(failures) : [error];
}
