import { type Ended, run, succeed } from './run';

/** The Python of an application's environment, relative to its folder. */
export const PYTHON = 'venv/bin/python';

/** A row of `users`. */
export interface User {
  id: number;
  name: string;
  email: string;
  created_at: string;
  updated_at: string;
}

/** Runs `flask` in an application, with the command of its README. */
export function flask(
  root: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  return run(PYTHON, ['-m', 'flask', ...args], { cwd: root, env: { ...process.env, ...env } });
}

/** Runs `flask`, which must succeed, and returns its standard output. */
export function flaskSucceeds(
  root: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  return succeed(PYTHON, ['-m', 'flask', ...args], { cwd: root, env: { ...process.env, ...env } });
}

/** The rows of `users` in the application's database. The application reads them itself. */
export async function users(root: string): Promise<User[]> {
  const program = `
import json
from run import app
from app.extensions import db
from app.models import User
with app.app_context():
    rows = db.session.execute(db.select(User.__table__).order_by(User.id)).mappings()
    print(json.dumps([dict(row) for row in rows], default=str))
`;
  const rows = await succeed(PYTHON, ['-c', program], { cwd: root });
  return JSON.parse(rows) as User[];
}

/** The tables of the application's database. */
export async function tables(root: string): Promise<string[]> {
  const program = `
import json
from run import app
from app.extensions import db
from sqlalchemy import inspect
with app.app_context():
    print(json.dumps(sorted(inspect(db.engine).get_table_names())))
`;
  return JSON.parse(await succeed(PYTHON, ['-c', program], { cwd: root })) as string[];
}

/** The packages in the application's environment, without pip: `name==version`, normalised and sorted. */
export async function installed(root: string): Promise<string[]> {
  return pinned(await succeed(PYTHON, ['-m', 'pip', 'freeze'], { cwd: root }));
}

/** The packages in a requirements file: `name==version`, normalised and sorted. */
export function pinned(requirements: string): string[] {
  return requirements
    .split('\n')
    .filter((line) => /^\w/.test(line))
    .map((line) => {
      const [name = '', ...version] = line.replace(/\[.*\]/, '').split('==');
      return [name.toLowerCase().replace(/[-_.]+/g, '-'), ...version].join('==');
    })
    .sort();
}
