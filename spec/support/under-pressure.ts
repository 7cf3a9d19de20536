import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { bareCopy } from './bare-application';
import { linkedCopy } from './copies';
import { PYTHON } from './flask';
import { SCAFFOLD, scaffold, succeed } from './run';
import { temporaryFolder } from './temporary-folder';
import { treeOf } from './tree-of';

/** Prints the status of each page, by its URL, once the application has tables for all of its models. */
const ANSWERS = `
import json, sys
from app import create_app
from app.extensions import db
app = create_app("testing")
with app.app_context():
    db.create_all()
client = app.test_client()
print(json.dumps({url: client.get(url).status_code for url in sys.argv[1:]}))
`;

/** What a run has left behind of its lock and its journal. */
export function leftOfRun(root: string): string[] {
  const kept = ['.gitattributes', '.gitignore', 'application.json', 'history', 'resources'];
  return readdirSync(join(root, '.scaffold')).filter((name) => !kept.includes(name));
}

/**
 * Adds resources to an application with this number of commands at the same time.
 *
 * @returns a sentence for each loss: a command that failed, a page that is not served.
 */
export async function lostAmong(commands: number): Promise<string[]> {
  const root = await linkedCopy(true);
  const letters = Array.from({ length: commands }, (_, index) => String.fromCharCode(97 + index));
  const ends = await Promise.all(
    letters.map((letter) => scaffold(['make:view', `box_${letter}s.index`, '-rcm'], { cwd: root })),
  );
  const failed = ends.filter(({ code }) => code !== 0).map(({ stderr }) => stderr);
  const urls = letters.map((letter) => `/box-${letter}s`);
  const answers = await succeed(PYTHON, ['-c', ANSWERS, ...urls], { cwd: root });
  const missing = Object.entries(JSON.parse(answers) as Record<string, number>)
    .filter(([, status]) => status !== 200)
    .map(([url, status]) => `${url} is answered with ${status}`);
  const left = leftOfRun(root).map((name) => `.scaffold/${name} is still there`);
  return [...failed, ...missing, ...left];
}

const COMMAND = ['make:view', 'posts.index', '-rcm'];

/** Repairs what a killed run left. The second time, it changes nothing else. */
const NEXT_COMMAND = ['make:view', 'mains.index'];

/** The latest moment of a kill, as a multiple of the command's duration. */
const LATEST = 2;

/** In milliseconds, on a slow disk. */
const LONGEST_COMMIT = 20;

/** How often a kill left the project as before the command, and as after it. */
export type Outcomes = Record<'before' | 'after', number>;

/**
 * Kills a command again and again: two times of three during its commit, else at moments spread from its start to well
 * after its usual end. After each kill, it runs another command and compares the project.
 *
 * @throws Error if a project is neither as before the command nor as after it.
 */
export async function killAgainAndAgain(times: number): Promise<Outcomes> {
  const original = await bareCopy();
  await succeed(process.execPath, [SCAFFOLD, ...NEXT_COMMAND], { cwd: original });
  const root = join(temporaryFolder(), 'blog');
  cpSync(original, root, { recursive: true });
  const before = treeOf(root);
  const began = Date.now();
  await succeed(process.execPath, [SCAFFOLD, ...COMMAND], { cwd: root });
  const duration = Date.now() - began;
  const after = treeOf(root);
  const outcomes = { before: 0, after: 0 };
  for (let time = 0; time < times; time++) {
    rmSync(root, { recursive: true });
    cpSync(original, root, { recursive: true });
    const moments = [
      () => setTimeout((time / times) * LATEST * duration),
      (end: AbortSignal) => inCommit(root, 'begun', end),
      (end: AbortSignal) => inCommit(root, 'decided', end),
    ];
    const when = await killedAt(root, moments[time % moments.length]);
    await succeed(process.execPath, [SCAFFOLD, ...NEXT_COMMAND], { cwd: root });
    const tree = treeOf(root);
    const outcome = isSame(tree, before) ? 'before' : isSame(tree, after) ? 'after' : undefined;
    if (outcome === undefined) {
      const paths = Object.keys({ ...tree, ...after }).filter((path) => tree[path] !== after[path]);
      throw new Error(`Killed ${when}, it is between: ${paths.join(', ')} in ${root}`);
    }
    // The first run in the history is that of NEXT_COMMAND above.
    if (existsSync(join(root, '.scaffold/history/2.json')) !== (outcome === 'after')) {
      throw new Error(`Killed ${when}, the history does not match the project in ${root}`);
    }
    outcomes[outcome] += 1;
  }
  return outcomes;
}

/** @returns the moment of the kill, in words. */
async function killedAt(
  root: string,
  moment?: (end: AbortSignal) => Promise<void>,
): Promise<string> {
  const began = Date.now();
  const child = spawn(process.execPath, [SCAFFOLD, ...COMMAND], { cwd: root, stdio: 'ignore' });
  const end = new AbortController();
  const exit = once(child, 'exit').finally(() => {
    end.abort();
  });
  await Promise.race([moment?.(end.signal), exit]);
  child.kill('SIGKILL');
  await exit;
  return `after ${Date.now() - began} ms`;
}

/** Waits for a moment of the commit: its journal exists, or did a moment ago. */
async function inCommit(
  root: string,
  journal: 'begun' | 'decided',
  end: AbortSignal,
): Promise<void> {
  const file = join(root, `.scaffold/${journal}.json`);
  while (!existsSync(file) && !end.aborted) {
    await setImmediate();
  }
  await setTimeout(Math.random() * LONGEST_COMMIT);
}

function isSame(one: Record<string, string>, other: Record<string, string>): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
