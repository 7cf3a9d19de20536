import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json';
import { bareCopy } from '../support/bare-application';
import { filesOf } from '../support/files-of';
import { folderIn, npmInstall, packedPackage, productionInstall } from '../support/packed-package';
import { type Ended, run, scaffold, succeed } from '../support/run';
import { temporaryFolder } from '../support/temporary-folder';

/** A way to start the command in a folder. */
interface Installed {
  cwd: string;
  program: string;
  words: readonly string[];
}

/** Where the command comes from, and how it gets there. */
const INSTALLATIONS: Readonly<Record<string, () => Promise<Installed>>> = {
  'installed globally': async () => {
    const prefix = temporaryFolder();
    await npmInstall(prefix, ['--global', '--prefix', prefix]);
    return { cwd: temporaryFolder(), program: join(prefix, 'bin/scaffold'), words: [] };
  },

  linked: async () => {
    const [folder, prefix] = [temporaryFolder(), temporaryFolder()];
    await succeed('tar', ['-xzf', (await packedPackage()).tarball, '-C', folder]);
    const root = join(folder, 'package');
    symlinkSync(join(await productionInstall(), 'node_modules'), join(root, 'node_modules'));
    const env = { ...process.env, npm_config_prefix: prefix };
    await succeed('npm', ['link', '--ignore-scripts', '--offline'], { cwd: root, env });
    return { cwd: temporaryFolder(), program: join(prefix, 'bin/scaffold'), words: [] };
  },

  'run by npx where it is installed': async () => {
    const cwd = folderIn(await productionInstall());
    return { cwd, program: 'npx', words: ['--no', 'scaffold', '--'] };
  },
};

for (const [name, install] of Object.entries(INSTALLATIONS)) {
  describe(`The command, ${name},`, () => {
    let installed: Installed;

    beforeAll(async () => {
      installed = await install();
    });

    /** npm itself may warn, of its own settings. */
    async function start(words: readonly string[], cwd = installed.cwd): Promise<Ended> {
      const { program, words: before } = installed;
      const ended = await run(program, [...before, ...words], { cwd });
      return { ...ended, stderr: ended.stderr.replace(/^npm warn .*\n/gm, '') };
    }

    it('makes an application and a page, byte for byte as in the clone, without a warning', async () => {
      const words = ['new', 'blog', '--db', '--skip-install', '--skip-git'];
      expect(await start(words)).toEqual(jasmine.objectContaining({ code: 0, stderr: '' }));
      const blog = join(installed.cwd, 'blog');
      const view = ['make:view', 'posts.index', '-rcm'];
      expect(await start(view, blog)).toEqual(jasmine.objectContaining({ code: 0, stderr: '' }));
      const expected = await bareCopy();
      await scaffold(view, { cwd: expected });
      expect(existsSync(join(blog, 'app/routes/posts/routes.py'))).toBeTrue();
      expect(filesOf(blog)).toEqual(filesOf(expected));
    });

    it('says its version and its help, and refuses a command that it does not know with exit 2', async () => {
      expect(await start(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
      const { code, stdout, stderr } = await start(['--help']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain('make:view');
      const unknown = await start(['nwe', 'blog']);
      expect(unknown.code).toBe(2);
      expect(unknown.stderr).toContain("unknown command 'nwe'");
    });
  });
}
