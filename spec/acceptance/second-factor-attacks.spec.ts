import { MALFORMED } from '../support/attacks';
import { Guest, PASSWORD, resetLink, type ServedAuth, serveAuth } from '../support/served-auth';
import { DATABASES, needOf } from '../support/served-resources';
import { suiteNeeds } from '../support/suite-needs';

const OTHER = 'staple battery horse';

const CODE = '/sign-in/code';

/** A user with a second factor. */
interface Guarded {
  readonly email: string;
  /** The code that the app on the phone shows now. */
  readonly code: string;
  readonly recoveryCodes: readonly string[];
}

for (const database of DATABASES) {
  describe(`An attack on the second factor fails, with ${database}:`, () => {
    let served: ServedAuth;

    suiteNeeds(...needOf(database), async () => {
      served = await serveAuth(database);
      return served.stop;
    });

    async function newUser(): Promise<Guarded> {
      const email = await served.newUser();
      const printed = await served.python(`
import pyotp
from run import app
from app.auth import find_user
from app.extensions import db
from app.models import SecondFactor
from app.second_factor import encrypted, new_recovery_codes
with app.app_context():
    user = find_user("${email}")
    secret = pyotp.random_base32()
    db.session.add(SecondFactor(user_id=user.id, secret=encrypted(secret), last_step=0))
    codes = new_recovery_codes(user)
    db.session.commit()
    print(pyotp.TOTP(secret).now(), *codes)
`);
      const [code = '', ...recoveryCodes] = printed.trim().split(/\s+/);
      return { email, code, recoveryCodes };
    }

    /** Somebody who has typed the password, and now is asked for a code. */
    async function asked(email: string): Promise<Guest> {
      const visitor = new Guest(served.url);
      expect((await visitor.signIn(email)).headers.location).toBe(CODE);
      await visitor.get(CODE);
      return visitor;
    }

    for (const kind of ['a code of the app', 'a recovery code']) {
      it(`${kind} that several use at once, and then again`, async () => {
        const { code, email, recoveryCodes } = await newUser();
        const typed = kind === 'a recovery code' ? (recoveryCodes[0] ?? '') : code;
        const visitors = await Promise.all(Array.from({ length: 4 }, () => asked(email)));
        const answers = await Promise.all(
          visitors.map((visitor) => visitor.post(CODE, { code: typed })),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([302, 422, 422, 422]);
        const signedIn = await Promise.all(visitors.map((visitor) => visitor.isSignedIn()));
        expect(signedIn).toEqual(answers.map(({ status }) => status === 302));
        expect((await (await asked(email)).post(CODE, { code: typed })).status).toBe(422);
      });
    }

    it('recovery codes of several requests at once, but for those of one', async () => {
      const { email, recoveryCodes } = await newUser();
      const owner = await asked(email);
      await owner.post(CODE, { code: recoveryCodes[0] ?? '' });
      await owner.get('/account/second-factor/codes');
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => owner.post('/account/second-factor/codes', {})),
      );
      const shown = answers.map(({ text }) =>
        [...text.matchAll(/<code>([a-z2-7-]{29})<\/code>/g)].map(([, code = '']) => code),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(shown.map(({ length }) => length)).toEqual([10, 10, 10, 10]);
      let working = 0;
      for (const [first = ''] of shown) {
        const { status } = await (await asked(email)).post(CODE, { code: first });
        working += Number(status === 302);
      }
      expect(working).toBe(1);
    });

    it('codes of somebody else, and what is no code', async () => {
      const [own, other] = [await newUser(), await newUser()];
      const visitor = await asked(own.email);
      const codes = [other.code, ...other.recoveryCodes.slice(0, 1)];
      for (const code of codes) {
        expect((await visitor.post(CODE, { code })).status).toBe(422);
      }
      for (const code of MALFORMED) {
        const { status } = await (await asked(own.email)).post(CODE, { code });
        expect([413, 422])
          .withContext(code.slice(0, 20))
          .toContain(status ?? 0);
      }
      expect((await (await asked(other.email)).post(CODE, { code: other.code })).status).toBe(302);
    });

    it('a password, or the link of a mail, without a code', async () => {
      const { email } = await newUser();
      const visitor = await asked(email);
      expect(await visitor.isSignedIn()).toBeFalse();
      const link = await resetLink(served, email);
      const thief = new Guest(served.url);
      await thief.get(link);
      expect((await thief.post(link, { password: OTHER })).headers.location).toBe(CODE);
      expect(await thief.isSignedIn()).toBeFalse();
      // The new password ends what the former one has begun.
      expect((await visitor.get(CODE)).headers.location).toBe('/sign-in');
    });

    it('many guesses of a code, which sign the owner out nowhere', async () => {
      const { email, recoveryCodes } = await newUser();
      const owner = await asked(email);
      await owner.post(CODE, { code: recoveryCodes[0] ?? '' });
      const thieves = await Promise.all(Array.from({ length: 6 }, () => asked(email)));
      const answers: number[] = [];
      for (const thief of thieves) {
        for (let tries = 0; tries < 6; tries++) {
          answers.push((await thief.post(CODE, { code: '000000' })).status ?? 0);
        }
      }
      // The owner has used up one of 30.
      expect(answers).toEqual([...Array<number>(29).fill(422), ...Array<number>(7).fill(429)]);
      expect(await owner.isSignedIn()).toBeTrue();
    });

    it('a known device, for another user, and once the password has changed', async () => {
      const [own, other] = [await newUser(), await newUser()];
      const visitor = await asked(own.email);
      const { headers } = await visitor.post(CODE, { code: own.code, remember_device: 'y' });
      const [known = ''] =
        headers['set-cookie']?.flatMap((line) => /^[^=]*-device=[^;]+/.exec(line) ?? []) ?? [];
      expect(known).not.toBe('');
      const signIn = async (email: string, password = PASSWORD): Promise<unknown> => {
        const guest = new Guest(served.url);
        await guest.get('/sign-in');
        const cookie = `${guest.cookie}; ${known}`;
        const { headers: sent } = await guest.post('/sign-in', { email, password }, { cookie });
        return sent.location;
      };
      expect(await signIn(own.email)).toBe('/');
      expect(await signIn(other.email)).toBe(CODE);
      const link = await resetLink(served, own.email);
      await visitor.get(link);
      await visitor.post(link, { password: OTHER });
      expect(await signIn(own.email, OTHER)).toBe(CODE);
    });
  });
}
