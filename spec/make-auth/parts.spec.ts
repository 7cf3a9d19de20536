import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '../../src/errors';
import { type Part, PARTS } from '../../src/naming/auth-parts';
import { runPythonTool } from '../support/python-tools';
import { temporaryFolder } from '../support/temporary-folder';
import { ViewProject } from '../support/view-project';

const NAMES = Object.keys(PARTS) as Part[];

/** Each part, and each two of them. */
const EACH_AND_PAIRS = NAMES.flatMap((one, index) => [
  [one],
  ...NAMES.slice(index + 1).map((other) => [one, other]),
]);

/** What only an application with the part has. */
const TRACES: Readonly<Record<Part, RegExp>> = {
  verification:
    /verification|finish_sign_up|change_address|new_address\.|has_account|account.address|StartForm|mail_sign_up/,
  'second-factor':
    /second.factor|recovery.code|pyotp|segno|cryptography|CodeForm|known.device|TurnOn|WRONG_CODE|auth\/code/i,
  fresh:
    /fresh_|\.fresh|is_stale|confirm\.html|account.confirm|PasswordAgain|current_code|renew_session/,
  events:
    /AuthEvent|auth_event|app\.events|record_(end|failure|wrong_code)|new_device|wrong_codes|"events"|What happened/,
  leaving: /leaving|leaves_at|disable|keep_account|auth\.leave|export_of|ACCESS_CHANGED|Your data/,
  outbox: /outbox|has_mail|mail send/i,
};

describe('Parts of sign-in', () => {
  for (const [part, trace] of Object.entries(TRACES)) {
    it(`leaves out ${part} without a trace, also in a second run, and adds it to none`, async () => {
      const whole = await (await ViewProject.with()).makeAuth();
      expect(Object.values(whole.changes).some((text) => trace.test(text))).toBeTrue();
      const project = await (await ViewProject.with()).makeAuth({ without: part });
      for (const [path, text] of Object.entries(project.changes)) {
        expect(path + text)
          .withContext(path)
          .not.toMatch(trace);
      }
      const { files } = project;
      for (const without of [part, undefined]) {
        await project.makeAuth({ without });
        expect(project.files).toEqual(files);
        expect(project.warnings).toEqual([]);
      }
    });

    it(`says that ${part} stays where it is`, async () => {
      const project = await (await ViewProject.with()).makeAuth();
      const { files } = project;
      await project.makeAuth({ without: [part] });
      expect(project.files).toEqual(files);
      expect(project.warnings.join()).toContain(`This application still has ${part}: --without`);
    });
  }

  it('refuses to leave out what is no part, and names the nearest', async () => {
    const project = await ViewProject.with();
    await expectAsync(project.makeAuth({ without: ['events', 'evnts'] })).toBeRejectedWithError(
      UsageError,
      '--without "evnts" is not a part of sign-in: did you mean events?',
    );
    await expectAsync(project.makeAuth({ without: 'nothing, events' })).toBeRejectedWithError(
      UsageError,
      '--without "nothing" is not a part of sign-in: use verification, second-factor, fresh, events, leaving and outbox.',
    );
  });

  for (const without of [[], ...EACH_AND_PAIRS, NAMES]) {
    it(`are Python as ruff writes it, without ${without.join(' and ') || 'leaving any out'}`, async () => {
      for (const registration of [true, false]) {
        const project = await (await ViewProject.with()).makeAuth({ without, registration });
        const root = temporaryFolder();
        for (const [path, text] of Object.entries(project.files)) {
          mkdirSync(dirname(join(root, path)), { recursive: true });
          writeFileSync(join(root, path), text);
        }
        for (const args of [['check'], ['format', '--diff']]) {
          const { code, stdout } = await runPythonTool('ruff', [...args, '--no-cache', '.'], root);
          expect(code).withContext(stdout).toBe(0);
        }
      }
    });
  }
});
