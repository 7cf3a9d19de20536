import { PART_NAMES } from '../../src/naming/auth-parts';
import { flask, flaskSucceeds, PYTHON } from '../support/flask';
import { run, scaffold } from '../support/run';
import { applicationWithPackages } from '../support/served-auth';

/** All parts but one third of them: of any two parts, both are missing in one. */
const TWO_THIRDS = [0, 1, 2].map((third) => PART_NAMES.filter((_, index) => index % 3 !== third));

describe('Sign-in without some of its parts', () => {
  for (const parts of [...PART_NAMES.map((name) => [name]), ...TWO_THIRDS]) {
    it(`starts, and is typed, without ${parts.join(' and ')}`, async () => {
      const root = await applicationWithPackages();
      const { code } = await scaffold(['make:auth', `--without=${parts.join()}`], { cwd: root });
      expect(code).toBe(0);
      await flaskSucceeds(root, ['db', 'upgrade']);
      expect((await flask(root, ['db', 'check'])).code).toBe(0);
      const { code: typed, stdout } = await run(PYTHON, ['-m', 'mypy', '.'], { cwd: root });
      expect(typed).withContext(stdout).toBe(0);
    });
  }
});
