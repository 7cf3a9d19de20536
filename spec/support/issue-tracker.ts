import { join } from 'node:path';
import { createDatabase, findPostgres } from './postgres';
import { PYTHON } from './flask';
import { runPythonTool } from './python-tools';
import { SCAFFOLD, succeed } from './run';
import { temporaryFolder } from './temporary-folder';

/** An issue tracker of four resources, in five commands. */
export const TRACKER: readonly (readonly string[])[] = [
  ['new', 'tracker', '--db'],
  [
    ...['make:resource', 'projects', 'name:string:80:unique', 'description:text:optional'],
    ...['starts:date:default=now', 'owner:references:users'],
  ],
  [
    ...['make:resource', 'labels', 'name:string:40:unique'],
    'colour:enum:red:green:blue:default=blue',
  ],
  [
    ...['make:resource', 'projects.issues', 'title:string:120', 'body:text:optional'],
    ...['status:enum:open:in-progress:closed:default=open', 'estimate:decimal:6:1:optional'],
    ...['due:date:optional', 'reporter:references:users', 'label:references:labels:nullify'],
  ],
  [
    ...['make:resource', 'projects.issues.comments', 'text:text', 'author:references:users'],
    '--migrate',
  ],
];

/** What people miss in it a week later. */
export const LATER = [
  ...['add:field', 'projects.issues', 'priority:enum:low:normal:high:default=normal'],
  ...['assignee:references:users:optional', 'starts:datetime:optional', '--migrate'],
];

/**
 * Makes the issue tracker, and runs its tests and checks.
 *
 * @returns Its folder.
 * @throws Error if a command or a check fails.
 */
export async function issueTracker(): Promise<string> {
  const folder = temporaryFolder();
  const root = join(folder, 'tracker');
  for (const [index, words] of [...TRACKER, LATER].entries()) {
    await succeed(process.execPath, [SCAFFOLD, ...words], { cwd: index === 0 ? folder : root });
  }
  await succeed(PYTHON, ['-m', 'flask', 'db', 'check'], { cwd: root });
  await succeed(PYTHON, ['-m', 'pytest', '-q'], { cwd: root });
  for (const [name, ...args] of [
    ['ruff', 'check', '.'],
    ['ruff', 'format', '--check', '.'],
    ['mypy', '--python-executable', PYTHON, '.'],
  ] as const) {
    const { code, stdout } = await runPythonTool(name, args, root);
    if (code !== 0) {
      throw new Error(`${name} in the issue tracker:\n${stdout}`);
    }
  }
  return root;
}

/** Runs the migrations and the tests of an application on PostgreSQL; without it, nothing. */
export async function passesOnPostgres(root: string): Promise<boolean> {
  if (findPostgres('initdb') === undefined) {
    return false;
  }
  const env = {
    ...process.env,
    DATABASE_URL: await createDatabase(),
    TEST_DATABASE_URL: await createDatabase(),
  };
  await succeed(PYTHON, ['-m', 'flask', 'db', 'upgrade'], { cwd: root, env });
  await succeed(PYTHON, ['-m', 'flask', 'db', 'check'], { cwd: root, env });
  await succeed(PYTHON, ['-m', 'pytest', '-q'], { cwd: root, env });
  return true;
}
