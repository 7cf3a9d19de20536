import { randomUUID } from 'node:crypto';
import { request } from '../support/request';
import { statusOfRaw } from '../support/raw-request';
import { Guest, resetLink, type ServedAuth, serveAuth, signUp, SITE } from '../support/served-auth';

const BOUNDARY = 'x';

/** Parts of a form that have no name. */
const NAMELESS = [
  'Content-Disposition: form-data',
  'Content-Disposition: form-data; filename="name.txt"',
];

/** Bodies that RFC 9112 does not allow: the size of a chunk is no number, too small, missing; a trailer is none. */
const CHUNKS = [
  'zz\r\nabc\r\n0\r\n\r\n',
  '2\r\nabc\r\n0\r\n\r\n',
  '\r\n',
  '0\r\nno trailer\r\n\r\n',
];

/** Hosts that no name is encoded as; Python 3.13 takes them for names. */
const HOSTS = ['xn--a', 'xn--a.example.com', 'xn--', 'xn--ab-g82n'];

/** Addresses of a page before this one, of which no server is the host. */
const REFERRERS = ['https://[', 'http://[x]/', 'https://blog.example.com:ab/'];

describe('An attack on the server of an application with sign-in fails:', () => {
  let served: ServedAuth;

  beforeAll(async () => {
    served = await serveAuth('SQLite', '-c', 'gunicorn.conf.py');
  });

  afterAll(() => served.stop());

  /** A header with `_` becomes a variable of the application, unless gunicorn drops it. */
  it('a reset mail whose link leads elsewhere, by the header SCRIPT_NAME', async () => {
    const email = await served.newUser();
    const attacker = new Guest(served.url);
    await attacker.get('/forgot-password');
    const elsewhere = { SCRIPT_NAME: '//evil.example' };
    const { status } = await attacker.post('//evil.example/forgot-password', { email }, elsewhere);
    expect(status).toBe(404);
    await resetLink(served, email);
    expect(served.mails.mails.filter(({ recipients }) => recipients.includes(email))).toEqual([]);
  });

  it('a failure by the header SCRIPT_NAME', async () => {
    expect((await request(served.url, { SCRIPT_NAME: '/elsewhere' })).status).toBe(200);
  });

  for (const host of HOSTS) {
    it(`a failure by the host ${host}`, async () => {
      for (const path of ['/', '/account', '/nowhere', '/static/css/app.css']) {
        const { status } = await request(served.url + path, { host });
        expect(status).withContext(path).toBeLessThan(500);
      }
      expect((await request(`${served.url}/up`, { host })).status).toBe(200);
    });
  }

  it('a failure by the page before this one', async () => {
    for (const referer of REFERRERS) {
      for (const method of ['GET', 'POST']) {
        const headers = { referer, 'x-forwarded-proto': 'https' };
        const { status } = await fetch(`${served.url}/sign-in`, { method, headers });
        expect(status).withContext(referer).toBe(400);
      }
    }
  });

  it('a failure by a part of a form that has no name', async () => {
    for (const part of NAMELESS) {
      const body = `--${BOUNDARY}\r\n${part}\r\n\r\nvalue\r\n--${BOUNDARY}--\r\n`;
      for (const path of ['/sign-in', '/sign-out', '/forgot-password']) {
        const response = await fetch(served.url + path, {
          method: 'POST',
          headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
          body,
        });
        expect(response.status).withContext(`${path} ${part}`).toBe(400);
        expect(await response.text()).toContain('has no name');
      }
    }
  });

  it('a failure by the size of a chunk', async () => {
    const headers = [
      'Host: 127.0.0.1',
      'Content-Type: application/x-www-form-urlencoded',
      'Transfer-Encoding: chunked',
    ];
    for (const chunks of CHUNKS) {
      const bytes = ['POST /sign-in HTTP/1.1', ...headers, '', chunks].join('\r\n');
      expect(await statusOfRaw(served.url, bytes))
        .withContext(chunks)
        .toBe(400);
    }
  });

  it('the name of a user from a cache, by a file that is missing', async () => {
    const visitor = new Guest(served.url);
    const name = `Ada ${randomUUID()}`;
    await signUp(served, visitor, { name, email: `${randomUUID()}@example.com` });
    const missing = await visitor.get('/static/none.css');
    expect([missing.status, missing.text.includes(name)]).toEqual([404, true]);
    expect(missing.headers['cache-control']).toBe('no-store');
    const file = await visitor.get('/static/css/app.css');
    expect(file.headers['cache-control']).toBe('no-cache');
  });

  it('plain HTTP, and a session that another host of its domain sets', async () => {
    const visitor = new Guest(served.url);
    const secure = { 'x-forwarded-proto': 'https', host: new URL(SITE).host };
    const { headers } = await visitor.get('/sign-in', secure);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect(headers['set-cookie']).toEqual([
      jasmine.stringMatching(/^__Host-session=[^;]+; Secure; HttpOnly; Path=\/; SameSite=Lax$/),
    ]);
    visitor.cookie = visitor.cookie.replace('__Host-', '');
    expect((await visitor.post('/sign-in', {}, secure)).status).toBe(400);
  });
});
