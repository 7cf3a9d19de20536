import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/**
 * Visits every page of applications, their links, their forms and where those lead.
 *
 * @param python What runs them.
 * @param roots Their folders.
 * @returns What each of them answered that it should not: `GET /posts/1 of /posts: 404`.
 */
export async function crawl(python: string, roots: readonly string[]): Promise<string[][]> {
  const child = spawn(python, [join(__dirname, 'crawl.py')]);
  child.stdin.end(JSON.stringify(roots));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (stdout === '') {
    throw new Error(stderr);
  }
  return JSON.parse(stdout) as string[][];
}
