import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applicationWithApi } from './application-with-api';
import { applicationWithGuards } from './application-with-guards';
import { flaskSucceeds, PYTHON } from './flask';
import { createDatabase } from './postgres';
import { runPythonTool } from './python-tools';
import { type Ended, succeed } from './run';
import { serve } from './server';
import { temporaryFolder } from './temporary-folder';

/** An application in production whose API is served, with its tables. */
export interface ServedApi {
  readonly root: string;
  readonly url: string;
  /** Of its database; empty for SQLite. */
  readonly address: string;
  /** Runs Python in the application, and returns what it printed. */
  readonly python: (program: string) => Promise<string>;
  readonly stop: () => Promise<unknown>;
}

/** Longer URLs than usual: gunicorn itself would answer those with 414, in HTML. */
const GUNICORN = (port: number): string[] => [
  ...['-m', 'gunicorn', 'run:app', '-w', '2', '-b', `127.0.0.1:${port}`],
  ...['--limit-request-line', '0'],
];

/** An API without sign-in, with a field of each type. */
export async function serveOpenApi(database: string): Promise<ServedApi> {
  return serveApi(await applicationWithApi(), database);
}

/** An API with resources of each guard. Clients of a few seconds send more wrong tokens than an address may in an hour. */
export async function serveGuardedApi(database: string): Promise<ServedApi> {
  const root = await applicationWithGuards();
  const path = join(root, 'config/production.py');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(/^class Config\(.*\):\n/m, '$&    RATELIMIT_ENABLED = False\n'));
  return serveApi(root, database);
}

async function serveApi(root: string, database: string): Promise<ServedApi> {
  const address = database === 'PostgreSQL' ? await createDatabase() : '';
  const env = {
    ...process.env,
    FLASK_CONFIG: 'production',
    DATABASE_URL: address,
    PUBLIC_URL: 'https://blog.example',
  };
  await flaskSucceeds(root, ['db', 'upgrade'], env);
  const { stop, url } = await serve(root, PYTHON, GUNICORN, env);
  const python = (program: string): Promise<string> =>
    succeed(PYTHON, ['-c', program], { cwd: root, env });
  return { root, url, address, python, stop };
}

/** A token of a new user of an application with guards. */
export async function newToken({ python }: ServedApi): Promise<string> {
  const printed = await python(`
from datetime import timedelta

from app import create_app
from app.extensions import db
from app.models import User
from app.tokens import make_token

with create_app("production").app_context():
    user = User(name="Spec", email="spec@example.com")
    db.session.add(user)
    db.session.flush()
    print(make_token(user, "Spec", timedelta(days=1)))
    db.session.commit()
`);
  return printed.trim();
}

/** The document cannot say of JSON within a field that it has no NUL. Specs of bad requests try that. */
const NO_NUL = ['--generation-allow-x00', 'false'];

/**
 * What schemathesis says of all operations.
 *
 * @param words Further words of its command, such as those of `withToken()`.
 * @param tried How many examples of each operation it tries, and the seed that makes the same ones again.
 */
export function schemathesis(
  { url }: Pick<ServedApi, 'url'>,
  words: readonly string[] = [],
  { examples, seed } = { examples: 20, seed: 1 },
): Promise<Ended> {
  const usual = ['--checks', 'all', '--no-color', ...NO_NUL, '--max-examples', String(examples)];
  const args = ['run', `${url}/api/openapi.json`, ...usual, '--seed', String(seed), ...words];
  return runPythonTool('schemathesis', args, temporaryFolder());
}

/** What schemathesis sends with a token. */
export function withToken(token: string): string[] {
  return ['-H', `Authorization: Bearer ${token}`];
}

/** What openapi-spec-validator says of the document. */
export async function validated({ url }: Pick<ServedApi, 'url'>): Promise<string> {
  const answer = await fetch(`${url}/api/openapi.json`);
  const file = join(temporaryFolder(), 'openapi.json');
  writeFileSync(file, await answer.text());
  const { code, stdout } = await runPythonTool('openapi-spec-validator', [file]);
  return `${code} ${stdout.replace(file, 'openapi.json').trim()}`;
}
