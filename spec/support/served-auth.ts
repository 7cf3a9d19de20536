import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { madeApplication } from './application';
import { copyWithPackagesOf, fullCopy } from './copies';
import { flaskSucceeds, PYTHON } from './flask';
import { MailServer } from './mail-server';
import { createDatabase } from './postgres';
import { type Answer, request } from './request';
import { SCAFFOLD, succeed } from './run';
import { shared } from './shared';
import { serve } from './server';

/** The address of the site, which mails link to. */
export const SITE = 'https://blog.example';

export const PASSWORD = 'correct horse battery';

/**
 * Answers with what scrypt has cost so far, which is quick here, and of the queries for users in this request. Keeps
 * the log in a file.
 */
const COUNTED = `
import hashlib
import logging
import re

runs = 0
scrypt = hashlib.scrypt


def counted(*args, **options):
    global runs
    runs += options["p"]
    return scrypt(*args, **{**options, "n": 1024})


hashlib.scrypt = counted

from flask import has_request_context, render_template_string, request
from flask.logging import default_handler
from sqlalchemy import Engine, event
from run import app

log = logging.FileHandler("served.log")
log.setFormatter(default_handler.formatter)
app.logger.addHandler(log)


@app.get("/fails")
def fails():
    raise ValueError("inside")


@app.get("/names")
def names():
    return render_template_string("{% for _ in range(40) %}{{ current_user.name }}{% endfor %}")


@event.listens_for(Engine, "before_cursor_execute")
def count(_connection, _cursor, statement, *_):
    if has_request_context() and re.search(r"\\busers\\b", statement):
        request.environ["queries"] = request.environ.get("queries", 0) + 1


@app.after_request
def tell(response):
    response.headers["X-Scrypt-Runs"] = runs
    response.headers["X-User-Queries"] = request.environ.get("queries", 0)
    return response
`;

/**
 * An application with sign-in and pages for users, in production, served by gunicorn with one worker and none of the
 * project's settings for gunicorn: what sign-in promises holds without them.
 */
export interface ServedAuth {
  readonly root: string;
  readonly url: string;
  readonly mails: MailServer;
  /** Runs Python in the application in production, and returns what it printed. */
  readonly python: (program: string) => Promise<string>;
  /** Makes a user with PASSWORD, and returns the address. */
  readonly newUser: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

const made = shared('with-sign-in', makeAuth);

/** A copy of an application that make:auth has added sign-in to, with its packages and its tables. */
export async function applicationWithAuth(): Promise<string> {
  const original = await made();
  return copyWithPackagesOf(original, original);
}

/** A copy of an application without sign-in, which has the packages already. */
export async function applicationWithPackages(): Promise<string> {
  return copyWithPackagesOf(await made(), await madeApplication(true));
}

async function makeAuth(): Promise<string> {
  const root = await fullCopy(true);
  await succeed(process.execPath, [SCAFFOLD, 'make:auth', '--migrate'], { cwd: root });
  return root;
}

/** @param options Further ones of gunicorn. */
export async function serveAuth(database: string, ...options: string[]): Promise<ServedAuth> {
  const root = await applicationWithAuth();
  const pages = ['make:resource', 'users', '--guard', 'admin'];
  await succeed(process.execPath, [SCAFFOLD, ...pages], { cwd: root });
  const address = database === 'PostgreSQL' ? await createDatabase() : '';
  return serveWithMails(root, address, ...options);
}

/**
 * Serves an application with sign-in.
 *
 * @param address Of its database; empty for SQLite.
 * @param options Further ones of gunicorn.
 */
export async function serveWithMails(
  root: string,
  address: string,
  ...options: string[]
): Promise<ServedAuth> {
  const mails = new MailServer();
  const env = {
    ...process.env,
    FLASK_CONFIG: 'production',
    DATABASE_URL: address,
    PUBLIC_URL: SITE,
    MAIL_SERVER: '127.0.0.1',
    MAIL_PORT: String(await mails.start()),
    // Each visitor of the specs has an address of its own.
    TRUSTED_PROXIES: '127.0.0.1',
  };
  if (address !== '') {
    await flaskSucceeds(root, ['db', 'upgrade'], env);
  }
  writeFileSync(join(root, 'counted.py'), COUNTED);
  writeFileSync(join(root, 'bare.py'), '');
  const args = [
    '-m',
    'gunicorn',
    '-c',
    'bare.py',
    'counted:app',
    '-w',
    '1',
    '--threads',
    '4',
    ...options,
  ];
  const server = await serve(root, PYTHON, (port) => [...args, '-b', `127.0.0.1:${port}`], env);
  const python = (program: string): Promise<string> =>
    succeed(PYTHON, ['-c', program], { cwd: root, env });
  return {
    root,
    url: server.url,
    mails,
    python,
    newUser: async () => {
      const email = `${randomUUID()}@example.com`;
      await signUp({ mails }, new Guest(server.url), { email });
      return email;
    },
    stop: async () => {
      await server.stop();
      mails.stop();
    },
  };
}

let guests = 0;

/** Somebody at an application, with a session and an address of their own. */
export class Guest {
  cookie = '';
  /** The cookie of a browser that is not asked for a code; empty if it is. Only those send it who take it along. */
  device = '';
  #token = '';
  readonly address: string;

  constructor(
    private readonly url: string,
    address?: string,
  ) {
    guests += 1;
    this.address = address ?? `10.${guests >> 16}.${(guests >> 8) & 255}.${guests & 255}`;
  }

  /** Opens a page; what is posted next has the token of its form. */
  async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#took(await request(this.url + path, { ...this.#headers, ...headers }));
  }

  /**
   * Sends a form.
   *
   * @param fields Or the body as it is, but for the token.
   */
  async post(
    path: string,
    fields: Readonly<Record<string, string>> | string = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const form =
      typeof fields === 'string'
        ? `csrf_token=${this.#token}&${fields}`
        : { csrf_token: this.#token, ...fields };
    return this.#took(await request(this.url + path, { ...this.#headers, ...headers }, form));
  }

  async signIn(email: string, password = PASSWORD, next = ''): Promise<Answer> {
    await this.get('/sign-in');
    return this.post(`/sign-in${next}`, { email, password });
  }

  /** Whether the account page opens. */
  async isSignedIn(): Promise<boolean> {
    return (await this.get('/account')).status === 200;
  }

  get #headers(): Record<string, string> {
    return { cookie: this.cookie, 'x-forwarded-for': this.address };
  }

  #took(answer: Answer): Answer {
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [cookie = ''] = line.split(';');
      if (/^[^=]*-device=/.test(cookie)) {
        this.device = cookie;
      } else {
        this.cookie = cookie;
      }
    }
    this.#token = /name="csrf_token"[^>]*value="([^"]+)"/.exec(answer.text)?.[1] ?? this.#token;
    return answer;
  }
}

/** Who signs up. */
interface Newcomer {
  readonly name?: string;
  readonly email: string;
  readonly password?: string;
}

/** The path of the link with which somebody finishes signing up. */
export async function signUpLink(
  { mails }: Pick<ServedAuth, 'mails'>,
  visitor: Guest,
  { name = 'Ada', email }: Newcomer,
  stored = email,
): Promise<string> {
  await visitor.get('/sign-up');
  const { status, text } = await visitor.post('/sign-up', { name, email });
  if (status !== 302) {
    throw new Error(`${email} cannot sign up:\n${text}`);
  }
  return linkIn((await mails.mailTo(stored)).text);
}

/** What the application answers to the one who has opened that link. */
export async function signUp(
  served: Pick<ServedAuth, 'mails'>,
  visitor: Guest,
  newcomer: Newcomer,
  stored = newcomer.email,
): Promise<Answer> {
  const link = await signUpLink(served, visitor, newcomer, stored);
  await visitor.get(link);
  const { name = 'Ada', password = PASSWORD } = newcomer;
  return visitor.post(link, { name, password });
}

/** The path of the newest reset link to an address. */
export async function resetLink({ mails, url }: ServedAuth, email: string): Promise<string> {
  const visitor = new Guest(url);
  await visitor.get('/forgot-password');
  await visitor.post('/forgot-password', { email });
  return linkIn((await mails.mailTo(email)).text);
}

/** The path of the link in a mail. Long lines of a mail are folded. */
export function linkIn(mail: string): string {
  const text = mail.replaceAll('=\n', '').replaceAll('=3D', '=');
  const [, path] = /https:\/\/blog\.example(\/\S+)/.exec(text) ?? [];
  if (path === undefined) {
    throw new Error(`No link in:\n${mail}`);
  }
  return path;
}
