import { once } from 'node:events';
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { linkedCopy } from '../support/copies';
import { PYTHON } from '../support/flask';
import { addFormPage } from '../support/form-page';
import { commandsInReadme } from '../support/readme';
import { connection, halfOpen } from '../support/raw-request';
import { request } from '../support/request';
import { run } from '../support/run';
import { type Server, serve } from '../support/server';
import { start } from '../support/started';

const SECRET_KEY = 'a key that nobody else has, long enough';

const HEADERS = {
  'content-security-policy': /default-src 'self'/,
  'cross-origin-opener-policy': /^same-origin$/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'x-content-type-options': /^nosniff$/,
};

const SITE = 'https://blog.example';

/** A page that says who asks for it, and where it is. */
const VISITOR_PAGE = `

@bp.get("/visitor")
def visitor() -> str:
    return f"{request.remote_addr} {request.url}"
`;

describe('An application in production, served by gunicorn as its README says,', () => {
  let root: string;
  let server: Server;

  beforeAll(async () => {
    root = await linkedCopy(true);
    addFormPage(root);
    appendFileSync(join(root, 'app/routes/mains/routes.py'), VISITOR_PAGE);
    const [commands = ''] = commandsInReadme(root, 'Production');
    expect(commands).toContain('gunicorn run:app');
    const script = commands
      .replace('SECRET_KEY=…', `SECRET_KEY='${SECRET_KEY}'`)
      .replace('TRUSTED_HOSTS=…', `TRUSTED_HOSTS=127.0.0.1,${new URL(SITE).host}`)
      .replace('TRUSTED_PROXIES=…', 'TRUSTED_PROXIES=127.0.0.1')
      .replace('DATABASE_URL=…', 'DATABASE_URL=');
    // gunicorn listens on the PORT that it finds in its environment.
    server = await serve(root, 'bash', () => ['-euc', script]);
  });

  afterAll(() => server.stop());

  it('shows its start page', async () => {
    const response = await fetch(server.url);
    expect(response.status).toBe(200);
    expect(response.headers.get('server')).toBe('gunicorn');
    expect(await response.text()).toContain('Hello World</h1>');
  });

  it('shows a page while more connections than it has threads say nothing', async () => {
    const { hostname, port } = new URL(server.url);
    const silent = Array.from({ length: 200 }, () => connect(Number(port), hostname));
    try {
      await Promise.all(silent.map((socket) => once(socket, 'connect')));
      // With gunicorn's own 5 seconds for each, this page takes 45.
      const response = await fetch(server.url, { signal: AbortSignal.timeout(20_000) });
      expect(response.status).toBe(200);
    } finally {
      silent.forEach((socket) => socket.destroy());
    }
  });

  it('shows nothing of the inside where a page fails', async () => {
    const response = await fetch(`${server.url}/broken`);
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).toContain('<h1>Something went wrong</h1>');
    expect(text).not.toMatch(/a secret of the inside|Traceback|routes\.py/);
  });

  it('has a session cookie that only HTTPS carries and no script reads', async () => {
    const [cookie = ''] = (await fetch(`${server.url}/contact`)).headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-session=/);
    expect(flagsOf(cookie)).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']);
  });

  it('sends no cookie with a page that needs none', async () => {
    expect((await fetch(server.url)).headers.getSetCookie()).toEqual([]);
  });

  it('refuses a form without its token', async () => {
    const response = await post(server, { text: 'x' });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('This form has expired');
  });

  it('refuses a form with the token of another session', async () => {
    const { token } = await form(server);
    const other = await form(server);
    const response = await post(server, { text: 'x', csrf_token: token }, other.cookie);
    expect(response.status).toBe(400);
  });

  it('takes a form with its token', async () => {
    const { token, cookie } = await form(server);
    const response = await post(server, { text: 'x', csrf_token: token }, cookie);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/contact');
  });

  it('refuses a form that is too large', async () => {
    const { token, cookie } = await form(server);
    const body = { csrf_token: token, text: 'x'.repeat(2 * 1024 * 1024) };
    expect((await post(server, body, cookie)).status).toBe(413);
  });

  const responses: [string, string, number, RequestInit][] = [
    ['a page', '/', 200, {}],
    ['a static file', '/static/css/app.css', 200, {}],
    ['a static file that has not changed', '/static/css/app.css', 304, { headers: unchanged() }],
    ['a static file that is not there', '/static/none.css', 404, {}],
    ['a page that is not there', '/nowhere', 404, {}],
    ['a page for another method', '/', 405, { method: 'POST' }],
    ['a form that is refused', '/contact', 400, { method: 'POST' }],
    ['a page that fails', '/broken', 500, {}],
  ];
  for (const [name, path, status, request] of responses) {
    it(`has its headers on ${name}`, async () => {
      const response = await fetch(server.url + path, { redirect: 'manual', ...request });
      expect(response.status).toBe(status);
      for (const [header, value] of Object.entries(HEADERS)) {
        expect(response.headers.get(header) ?? '').toMatch(value);
      }
    });
  }

  it('has browsers come by HTTPS only once they have done so, whatever they ask for', async () => {
    for (const [, path, status, { method }] of responses) {
      if (method === undefined && status !== 304) {
        const headersOf = async (headers: Record<string, string>) =>
          (await request(server.url + path, headers)).headers['strict-transport-security'];
        expect(await headersOf(headersOfNginx()))
          .withContext(path)
          .toBe('max-age=31536000');
        expect(await headersOf({}))
          .withContext(path)
          .toBeUndefined();
      }
    }
  });

  it('serves pages while more connections are idle than it has threads', async () => {
    const idle = await Promise.all(Array.from({ length: 64 }, () => connection(server.url)));
    expect((await fetch(server.url)).status).toBe(200);
    idle.forEach((socket) => socket.destroy());
  });

  it('serves pages while more clients keep a connection that it has closed', async () => {
    const kept = Array.from({ length: 64 }, () => halfOpen(server.url));
    for (const socket of kept) {
      socket.write('GET /up HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
    }
    await Promise.all(kept.map((socket) => once(socket, 'data')));
    const begun = performance.now();
    await Promise.all(Array.from({ length: 8 }, () => fetch(`${server.url}/up`)));
    expect(performance.now() - begun).toBeLessThan(10_000); // else, each of a worker’s connections takes two seconds
    kept.forEach((socket) => socket.destroy());
  });

  it('takes the rest of a body that it has refused, as a proxy sends it', async () => {
    const part = Buffer.alloc(100_000, 'x');
    const lines = ['Host: 127.0.0.1', `Content-Length: ${10 * part.length}`, 'Connection: close'];
    const socket = halfOpen(server.url);
    const closed = once(socket, 'close'); // fails if gunicorn resets the connection
    socket.write(['POST /nowhere HTTP/1.1', ...lines, '', ''].join('\r\n'));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 404 /);
    for (let sent = 0; sent < 10; sent++) {
      socket.write(part);
      await setTimeout(20);
    }
    socket.end();
    await closed;
  });

  it('serves pages while bodies do not come that it has refused', async () => {
    const waiting = await Promise.all(Array.from({ length: 64 }, () => connection(server.url)));
    for (const socket of waiting) {
      socket.write('POST /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n');
    }
    await Promise.all(waiting.map((socket) => once(socket, 'data')));
    expect((await fetch(server.url)).status).toBe(200);
    waiting.forEach((socket) => socket.destroy());
  });

  it('takes a form behind nginx, set up as its README says', async () => {
    const headers = headersOfNginx();
    const page = await request(`${server.url}/contact`, headers);
    const sent = await request(
      `${server.url}/contact`,
      { ...headers, cookie: page.headers['set-cookie']?.[0], referer: `${SITE}/contact` },
      { text: 'x', csrf_token: tokenIn(page.text) },
    );
    expect(sent.status).toBe(302);
  });

  it('knows its visitor and its own address there', async () => {
    const { text } = await request(`${server.url}/visitor`, headersOfNginx());
    expect(text).toBe(`203.0.113.7 ${SITE}/visitor`);
  });

  it('serves no other host', async () => {
    const { status } = await request(server.url, { host: 'evil.example' });
    expect(status).toBe(400);
  });

  it('does not start without a secret key', async () => {
    const ended = await withoutSettings(['-m', 'gunicorn', 'run:app', '--bind', '127.0.0.1:0']);
    expect(ended.stderr).toContain('SECRET_KEY is not set: .env.example says how to make one.');
    expect(ended.code).not.toBe(0);
  });

  /** What nginx adds to a request for SITE. */
  function headersOfNginx(): Record<string, string> {
    const values: Record<string, string> = {
      $host: new URL(SITE).host,
      $proxy_add_x_forwarded_for: '203.0.113.7',
      $scheme: 'https',
    };
    const lines = blockOfReadme('nginx').matchAll(/proxy_set_header (\S+) (\S+);/g);
    return Object.fromEntries(
      [...lines].map(([, name = '', value = '']) => [name, values[value] ?? '']),
    );
  }

  function blockOfReadme(language: string): string {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    return readme.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';
  }

  async function withoutSettings(args: readonly string[]): ReturnType<typeof run> {
    rmSync(join(root, '.env'), { force: true });
    const env = { ...process.env, SECRET_KEY: undefined, FLASK_CONFIG: undefined };
    return run(PYTHON, args, { cwd: root, env });
  }
});

describe('An application in production', () => {
  const production = { FLASK_CONFIG: 'production', SECRET_KEY };
  let root: string;

  beforeAll(async () => {
    root = await linkedCopy(true);
  });

  it('does not start with an empty secret key', async () => {
    await expectRefusal(
      ['run', '--port', '0'],
      {
        ...production,
        SECRET_KEY: '',
      },
      'SECRET_KEY is not set: .env.example says how to make one.',
    );
  });

  it('is what an environment is that says nothing', async () => {
    const copy = await linkedCopy(true);
    rmSync(join(copy, '.env'));
    const env = { ...process.env, SECRET_KEY, FLASK_CONFIG: undefined };
    const program = 'from run import app; print(app.config["SESSION_COOKIE_SECURE"], app.debug)';
    expect((await run(PYTHON, ['-c', program], { cwd: copy, env })).stdout).toBe('True False\n');
  });

  it('does not start with a short secret key, or a short old one', async () => {
    for (const short of [{ SECRET_KEY: 'x'.repeat(31) }, { SECRET_KEY_FALLBACKS: 'old' }]) {
      await expectRefusal(
        ['run', '--port', '0'],
        { ...production, ...short },
        'SECRET_KEY or a fallback has under 32 characters.',
      );
    }
  });

  it('refuses FLASK_DEBUG=1', async () => {
    const env = { ...production, FLASK_DEBUG: '1' };
    await expectRefusal(['run', '--port', '0'], env, 'Debug mode is refused in production');
  });

  it('refuses `flask run --debug`', async () => {
    await expectRefusal(
      ['run', '--debug', '--port', '0'],
      production,
      'Debug mode is refused in production',
    );
  });

  it('is not in debug mode where an unknown configuration is named: it does not start', async () => {
    const env = { ...production, FLASK_CONFIG: 'staging' };
    await expectRefusal(['run', '--port', '0'], env, "'staging'");
  });

  async function expectRefusal(
    args: readonly string[],
    env: NodeJS.ProcessEnv,
    reason: string,
  ): Promise<void> {
    const server = start(root, PYTHON, ['-m', 'flask', ...args], env);
    expect(await server.ended()).not.toBe(0);
    expect(server.output()).toContain(reason);
  }
});

describe('An application in development', () => {
  let server: Server;

  beforeAll(async () => {
    const root = await linkedCopy(false);
    addFormPage(root);
    server = await serve(root, './run.sh', () => []);
  });

  afterAll(() => server.stop());

  it('has a session cookie that no script reads and HTTP carries', async () => {
    const [cookie = ''] = (await fetch(`${server.url}/contact`)).headers.getSetCookie();
    expect(flagsOf(cookie)).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax']);
  });

  it('refuses a form without its token', async () => {
    expect((await post(server, { text: 'x' })).status).toBe(400);
  });
});

/** The token that a form carries, and the session that it belongs to. */
async function form(server: Server): Promise<{ token: string; cookie: string }> {
  const response = await fetch(`${server.url}/contact`);
  const [cookie = ''] = response.headers.getSetCookie();
  return { token: tokenIn(await response.text()), cookie: cookie.split(';')[0] ?? '' };
}

function tokenIn(page: string): string {
  return /name="csrf_token" value="([^"]+)"/.exec(page)?.[1] ?? '';
}

function post(server: Server, data: Record<string, string>, cookie = ''): Promise<Response> {
  return fetch(`${server.url}/contact`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(data),
    headers: { cookie },
  });
}

function unchanged(): Record<string, string> {
  return { 'if-modified-since': new Date(Date.now() + 3_600_000).toUTCString() };
}

function flagsOf(cookie: string): string[] {
  return cookie.split('; ').slice(1).sort();
}
