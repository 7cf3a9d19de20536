import fc from 'fast-check';
import { ELSEWHERE, MALFORMED, MARKS } from '../attacks';

/** How often each thing is tried. */
const WEIGHTS = {
  signsIn: 16,
  typesCode: 10,
  signsOut: 2,
  forgets: 5,
  resets: 6,
  signsUp: 4,
  finishes: 4,
  asksForAddress: 5,
  changesAddress: 6,
  changesPassword: 4,
  turnsOn: 6,
  turnsOff: 2,
  makesCodes: 2,
  leaves: 3,
  keeps: 4,
  makesToken: 5,
  usesToken: 8,
  revokesToken: 3,
  endsSession: 4,
  steals: 5,
  readsOthers: 8,
  altersLink: 8,
  compares: 5,
  guesses: 1,
  racesForLink: 4,
  racesForCode: 4,
  racesWithChange: 5,
  operates: 3,
  expires: 1,
  sendsJunk: 40,
};

/** What somebody tries; the numbers choose among the people, browsers and links that there are then. */
export interface Step {
  readonly kind: keyof typeof WEIGHTS;
  readonly who: number;
  readonly whom: number;
  readonly which: number;
  /** Below 60, what is typed is right. */
  readonly how: number;
  /** Where a form leads afterwards, as a query. */
  readonly next: string;
  readonly headers: Record<string, string>;
  /** What no form asks for, encoded as in a form. */
  readonly junk: string;
}

const EVIL = 'evil.example';

/** What a visitor can send through a proxy that leaves it as it is. */
const FORGED: readonly Record<string, string>[] = [
  { host: EVIL },
  { host: `${EVIL}:80@blog.example` },
  { 'x-forwarded-host': EVIL, 'x-forwarded-proto': 'https', 'x-forwarded-port': '8443' },
  { 'x-forwarded-prefix': `//${EVIL}`, 'x-script-name': `//${EVIL}`, 'script-name': `//${EVIL}` },
  { forwarded: `for=127.0.0.1;host=${EVIL};proto=http` },
  { 'x-original-url': '/account', 'x-rewrite-url': '/account', 'x-http-method-override': 'DELETE' },
  { 'x-real-ip': '127.0.0.1', 'client-ip': '127.0.0.1', 'true-client-ip': '127.0.0.1' },
  { referer: `https://${EVIL}/account`, origin: `https://${EVIL}` },
  { referer: 'https://[', accept: 'application/json' },
  { accept: 'application/json, */*;q=0', 'x-requested-with': 'XMLHttpRequest' },
  { 'user-agent': '<script>alert(1)</script> ÿ Firefox/1' },
  { authorization: 'Bearer pat_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' },
  { 'content-type': 'application/json' },
  { 'content-type': 'multipart/form-data; boundary=x' },
];

const PAGES = ['/', '/account', '/notes?page=2', '/account/second-factor', '/nowhere'];

/** Each byte that is no letter or digit as `%` and two digits. */
function encoded(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[^A-Za-z0-9]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

const text = fc.oneof(
  fc.constantFrom(...ELSEWHERE, ...MALFORMED, MARKS, 'x'.repeat(1_000_000), '\0', '\r\nBcc: eve'),
  fc.constantFrom('9'.repeat(400), '-1', '0', '1e309', 'NaN', `${2n ** 63n}`, '٣', "' OR 1=1 --"),
  fc.constantFrom('<script>alert(1)</script>', '{{7*7}}', '%s%n', '\u202e', '🐎'.repeat(300)),
  fc.constantFrom(`eve@${EVIL}`, 'ada@example.com\n', 'a@xn--a', '@', 'x@'.repeat(9000)),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

const junk = fc.oneof(
  { weight: 3, arbitrary: text.map((each) => encoded(Buffer.from(each))) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 80 }).map(encoded) },
  // A surrogate alone, as UTF-8 that is none.
  { weight: 1, arbitrary: fc.constantFrom('%ED%A0%80', '%C0%80', '%', '%u0041', 'a;b&c=d&=&&') },
);

const number = fc.nat(1_000_000);

const step = fc.record<Step>({
  kind: fc.oneof(
    ...(Object.keys(WEIGHTS) as Step['kind'][]).map((kind) => ({
      weight: WEIGHTS[kind],
      arbitrary: fc.constant(kind),
    })),
  ),
  who: number,
  whom: number,
  which: number,
  how: fc.nat(99),
  next: fc.oneof(
    fc.constant(''),
    fc.constantFrom(...PAGES, ...ELSEWHERE).map((url) => `?next=${encodeURIComponent(url)}`),
    junk.map((each) => `?next=${each.slice(0, 2000)}`),
  ),
  headers: fc.oneof(fc.constant({}), fc.constantFrom(...FORGED)),
  junk,
});

/** A plan that the seed decides. */
export function planOf(steps: number, seed: number): Step[] {
  return fc.sample(fc.noBias(step), { numRuns: steps, seed });
}

/** The item that a number of a step means. */
export function pick<T>(items: readonly T[], number: number): T {
  const index = number % items.length;
  if (!(index in items)) {
    throw new Error('Nothing to choose from.');
  }
  return items[index] as T;
}
