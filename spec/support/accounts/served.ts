import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Attacks } from './attacks';
import type { Account } from './account';
import { Browser, lookAtMail } from './browser';
import { copyWithPackagesOf } from '../copies';
import { PYTHON } from '../flask';
import { startPostgres } from '../postgres';
import { SCAFFOLD, succeed } from '../run';
import { applicationWithAuth, serveWithMails } from '../served-auth';
import { shared } from '../shared';
import { request } from '../request';
import { start } from '../started';
import { until } from '../until';

/** The settings of generated applications: further options go before those of `serveWithMails()`. */
const GUNICORN = ['-c', 'gunicorn.conf.py', '-w', '4', '--threads', '8'];

const COMMANDS = [
  ['make:resource', 'notes', 'text', '--guard', 'owner', '--api'],
  ['make:resource', 'users', '--guard', 'admin', '--api', '--migrate'],
];

/** Otherwise the only admin could not leave. */
const ADMIN = `
from run import app
from app.extensions import db
from app.models import User
with app.app_context():
    db.session.add(User(name="Root", email="root@example.com", is_admin=True))
    db.session.commit()
`;

/** Holds the lock of SQLite's writers until it is ended. */
const LOCK = `
import sqlite3, time
connection = sqlite3.connect("instance/blog.db")
connection.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
time.sleep(600)
`;

const made = shared('with-accounts', async () => {
  const root = await applicationWithAuth();
  for (const words of COMMANDS) {
    await succeed(process.execPath, [SCAFFOLD, ...words], { cwd: root });
  }
  return root;
});

/** How much is tried. */
interface Effort {
  /** How many groups of people there are at the same time. */
  readonly crowds: number;
  /** How much each of them tries. */
  readonly steps: number;
  readonly seed: number;
}

/**
 * Attacks the accounts of an application in production, also while its database is away.
 *
 * @param change Changes the application first.
 * @returns How many answers had each status.
 * @throws Error if something does not hold, with the step.
 */
export async function attackAccounts(
  database: string,
  { crowds, seed, steps }: Effort,
  change: (root: string) => void = () => undefined,
): Promise<string> {
  const root = copyWithPackagesOf(await made(), await made());
  change(root);
  const postgres = database === 'PostgreSQL' ? await startPostgres() : undefined;
  const served = await serveWithMails(root, postgres?.createDatabase() ?? '', ...GUNICORN);
  await served.python(ADMIN);
  const everybody: Account[] = [];
  let isAway = false;
  const attacks = (): Attacks => new Attacks(served, everybody, () => isAway);
  try {
    Browser.statuses.clear();
    await Promise.all(
      Array.from({ length: crowds }, (_, index) => attacks().run(steps, seed + index)),
    );
    lookAtLog(readFileSync(join(root, 'served.log'), 'utf8'), everybody);
    let unlock = (): Promise<void> => Promise.resolve();
    const goAway = async (): Promise<void> => {
      isAway = true;
      if (postgres) {
        await postgres.stop();
      } else {
        const locked = start(root, PYTHON, ['-c', LOCK]);
        unlock = locked.stop;
        await locked.printed(/locked/);
      }
    };
    const comeBack = async (): Promise<void> => {
      await (postgres ? postgres.restart() : unlock());
      await until(
        () => 'the database is back',
        async () => (await request(`${served.url}/up/database`, {})).status === 200,
      );
      isAway = false;
    };
    await attacks().loseDatabase(goAway, comeBack);
    served.mails.mails.forEach(({ recipients, text }) => {
      lookAtMail(recipients, text, everybody);
    });
    return [...Browser.statuses]
      .sort()
      .map(([each, count]) => `${each}: ${count}`)
      .join(', ');
  } finally {
    await served.stop();
    await postgres?.stop();
  }
}

/** @throws Error if the log has an error, or what opens an account. */
function lookAtLog(log: string, accounts: readonly Account[]): void {
  const secrets = accounts.flatMap(({ factor, password, tokens }) => [
    password,
    ...tokens.map(({ text }) => text),
    ...(factor?.recovery ?? []),
  ]);
  const wrong = log
    .split('\n')
    .filter(
      (line) => line.includes('"level": "ERROR"') || secrets.some((each) => line.includes(each)),
    );
  if (wrong.length > 0) {
    throw new Error(`The log has:\n${wrong.slice(0, 5).join('\n')}`);
  }
}
