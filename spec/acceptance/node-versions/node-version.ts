import { delimiter, join } from 'node:path';
import { productionInstall } from '../../support/packed-package';
import { run, SCAFFOLD, succeed } from '../../support/run';
import { environmentWith } from '../../support/search-path';
import { temporaryFolder } from '../../support/temporary-folder';

const REPO = join(__dirname, '../../..');

/** What holds on a version of Node. Each has a file, because files run side by side. */
export function describeNode(version: string): void {
  describe(`On Node ${version}`, () => {
    let env: NodeJS.ProcessEnv;
    let folder: string;

    beforeAll(async () => {
      folder = temporaryFolder();
      await succeed('npm', ['install', '--prefix', folder, '--no-audit', `node@${version}`]);
      const bin = join(folder, 'node_modules/.bin');
      env = environmentWith([bin, process.env['PATH']].join(delimiter), { CI: undefined });
      expect(await succeed('node', ['--version'], { env })).toContain(`v${version}`);
    });

    it('scaffold new makes an application, without a warning', async () => {
      const args = [SCAFFOLD, 'new', 'site', '--no-db', '--skip-git'];
      const { code, stderr } = await run('node', args, { cwd: folder, env });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    });

    // Node warns of less below `node_modules`: a clone stands for all that is linked.
    for (const place of ['installed', 'linked']) {
      it(`the command, ${place}, makes an application and a page, without a warning`, async () => {
        const installed = join(await productionInstall(), 'node_modules/.bin/scaffold');
        const program = place === 'installed' ? installed : SCAFFOLD;
        const name = `blog-${place}`;
        for (const [words, cwd] of [
          [['new', name, '--db', '--skip-install', '--skip-git'], folder],
          [['make:view', 'posts.index', '-rcm'], join(folder, name)],
        ] as const) {
          const { code, stderr } = await run('node', [program, ...words], { cwd, env });
          expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        }
      });
    }

    const [major] = version.split('.');
    if (version === '22' || process.version.startsWith(`v${String(major)}.`)) {
      return; // what passes on the oldest and on the newest passes between them, and this Node runs all specs itself
    }
    it('the specs of files, processes and terminals pass', async () => {
      // What asks Node for files, processes and terminals. The rest is the same on each.
      const folders = 'spec/{cli,setup}';
      // Properties are many runs of the same code, which the run of all specs has.
      const specs = [`${folders}/**/*.spec.ts`, `!${folders}/**/*.property.spec.ts`];
      const { stdout } = await run('npm', ['run', 'spec', ...specs], { cwd: REPO, env });
      expect(stdout).toMatch(/^[1-9]\d* passed, 0 failed, 0 skipped$/m);
    });
  });
}
