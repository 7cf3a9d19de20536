import { type Answer, request } from '../request';
import { Guest, SITE } from '../served-auth';
import { type Account, isOpen, type Owned, type Session } from './account';
import type { Factor } from './factor';

export type Headers = Record<string, string>;

/** A browser, whose answers are looked at. */
export class Browser extends Guest {
  session: Session | undefined;
  /** Whoever has typed the password here, but no code. */
  waiting: Owned | undefined;
  /** Whom `device` spares the code. */
  known: (Owned & { readonly factor: Factor | undefined }) | undefined;
  /** Everything that was typed here: pages may show it again. */
  typed = '';
  /** How many answers of all browsers had each status. */
  static readonly statuses = new Map<number, number>();

  constructor(
    private readonly site: string,
    private readonly accounts: readonly Account[],
    /** Whether the database is away, so that it may say so. */
    private readonly isAway: () => boolean,
  ) {
    super(site);
  }

  override async get(path: string, headers: Headers = {}): Promise<Answer> {
    this.typed += path;
    const { reader } = this; // a race may sign out whoever asks
    return this.looked(`GET ${path}`, await super.get(path, headers), headers, reader);
  }

  override async post(
    path: string,
    fields: Readonly<Record<string, string>> | string = {},
    headers: Headers = {},
  ): Promise<Answer> {
    this.typed += path + (typeof fields === 'string' ? fields : Object.values(fields).join('\n'));
    const { reader } = this;
    return this.looked(`POST ${path}`, await super.post(path, fields, headers), headers, reader);
  }

  /** Sends a request that no form sends. */
  async raw(method: string, path: string, headers: Headers, body?: string, user = this.reader) {
    const from = { cookie: this.cookie, 'x-forwarded-for': this.address };
    const answer = await request(this.site + path, { ...from, ...headers }, body, method);
    return this.looked(`${method} ${path}`, answer, headers, user);
  }

  /** A request of a program. */
  async api(path: string, token: string, reader?: Account): Promise<Answer> {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': this.address };
    const answer = await request(this.site + path, headers);
    return this.looked(`GET ${path} with a token`, answer, headers, reader);
  }

  /** Who is signed in here, as it must be. */
  get reader(): Account | undefined {
    return isOpen(this.session) ? this.session.account : undefined;
  }

  /** Who is signed in here, by the page of the account; and gets the token of a form. */
  async account(): Promise<string | undefined> {
    const { status, text } = await this.get('/account');
    if (status !== 200) {
      await this.get('/sign-in');
      return undefined;
    }
    return unescaped(/id="email"[^>]*value="([^"]*)"/.exec(text)?.[1] ?? '');
  }

  /** @throws Error if the answer has what no answer may have. */
  private looked(what: string, answer: Answer, sent: Headers, reader?: Account): Answer {
    const { headers, status = 0, text } = answer;
    Browser.statuses.set(status, (Browser.statuses.get(status) ?? 0) + 1);
    const short = `${what.slice(0, 200)}: ${status}`;
    if (status >= 500 && !(this.isAway() && status === 503)) {
      throw new Error(`${short}\n${text.slice(0, 2000)}`);
    }
    const { location } = headers;
    // Werkzeug corrects `//sign-in` on the host that was asked for.
    const host = status === 308 ? `http://${sent['host'] ?? new URL(this.site).host}` : '';
    if (location !== undefined && !/^\/(?![/\\])[^\\\s]*$/.test(location.replace(host, ''))) {
      throw new Error(`${short} leads to ${location}`);
    }
    const shown = unescaped(`${text}\n${Object.values(headers).join('\n')}`);
    for (const { email, name, note } of this.accounts) {
      const isOwn = reader?.isAdmin === true || reader?.name === name;
      const secrets = [name, note, ...(this.typed.toLowerCase().includes(email) ? [] : [email])];
      const secret = isOwn ? undefined : secrets.find((each) => shown.includes(each));
      if (secret !== undefined && !this.typed.includes(secret)) {
        throw new Error(`${short} shows ${secret} to ${reader?.email ?? 'a visitor'}`);
      }
    }
    return answer;
  }
}

function unescaped(html: string): string {
  return html.replaceAll('&#39;', "'").replaceAll('&#34;', '"').replaceAll('&amp;', '&');
}

/** @throws Error if a mail shows others, or leads elsewhere. */
export function lookAtMail(
  recipients: readonly string[],
  text: string,
  accounts: readonly Account[],
): void {
  const whole = text.replaceAll('=\n', '').replaceAll('=3D', '=');
  const urls = [...whole.matchAll(/\w+:\/\/[^\s>]*/g)].map(([url]) => url);
  const wrong = urls.filter((url) => !url.startsWith(`${SITE}/`));
  // The former address hears of the new one.
  const isChange = whole.includes('Your e-mail address has been changed');
  const shown = accounts.filter(
    ({ email, name, note }) =>
      whole.includes(name) ||
      whole.includes(note) ||
      (whole.includes(email) && !recipients.includes(email) && !isChange),
  );
  if (wrong.length > 0 || shown.length > 0 || recipients.length !== 1) {
    throw new Error(`A mail to ${recipients.join()} has what it must not have:\n${whole}`);
  }
}
