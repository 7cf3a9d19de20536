import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import which from 'which';
import { openBrowser, openPage } from '../support/browser';
import { madeApplication } from '../support/application';
import { linkedCopy } from '../support/copies';
import { processesIn } from '../support/processes';
import { commandsInReadme } from '../support/readme';
import { scaffold, succeed } from '../support/run';
import { environmentWith, PACKAGE_MANAGERS, pathWithout } from '../support/search-path';
import { freePort, serve } from '../support/server';
import { start } from '../support/started';
import { temporaryFolder } from '../support/temporary-folder';
import { treeOf } from '../support/tree-of';
import { until } from '../support/until';

const CSS = 'app/static/css/app.css';
const TEMPLATE = 'app/templates/mains/index.html';

describe('The stylesheet of an application', () => {
  it('is built again, the same, by `npm run build:css`', async () => {
    const root = await linkedCopy(true);
    const before = css(root);
    rmSync(join(root, CSS));
    await succeed('npm', ['run', 'build:css'], { cwd: root });
    expect(css(root) === before)
      .withContext('`npm run build:stylesheet` makes it anew')
      .toBeTrue();
  });

  it('has its source outside of what is built, in app/static/src', async () => {
    const root = await linkedCopy(true);
    expect(Object.keys(treeOf(join(root, 'app/static/src')))).toEqual(['app.css']);
  });

  describe('while ./run.sh serves the application,', () => {
    it('gets the class that a template gets', async () => {
      const root = await linkedCopy(false);
      writeFileSync(join(root, CSS), '');
      const server = await serve(root, './run.sh', () => []);
      await until(
        () => 'the watcher builds',
        () => css(root).includes('.button'),
      );
      expect(css(root)).not.toContain('rotate-');
      const template = readFileSync(join(root, TEMPLATE), 'utf8');
      writeFileSync(join(root, TEMPLATE), template.replace('<h1 class="', '$&rotate-[23deg] '));
      await until(
        () => 'app.css has the class',
        () => css(root).includes('rotate-\\[23deg\\]'),
      );
      expect(await (await fetch(server.url)).text()).toContain('rotate-[23deg]');
      await server.stop();
    });

    it('stays as it is committed where no template has changed', async () => {
      const root = await linkedCopy(false);
      const committed = css(root);
      writeFileSync(join(root, CSS), '');
      const server = await serve(root, './run.sh', () => []);
      await until(
        () => 'the watcher builds what was built before',
        () => css(root) === committed,
      );
      await server.stop();
      expect(css(root) === committed).toBeTrue();
    });

    it('has a watcher that Ctrl-C ends with the server', async () => {
      const root = await linkedCopy(false);
      const server = await serve(root, './run.sh', () => []);
      await until(
        () => `there is a watcher among ${commandsIn(root).join(', ')}`,
        () => commandsIn(root).some((command) => command.includes('--watch')),
      );
      await server.stop();
      expect(commandsIn(root)).toEqual([]);
    });

    it('has a watcher that ends when the server alone is ended', async () => {
      const root = await linkedCopy(false);
      const started = start(root, './run.sh', [], { PORT: String(await freePort()) });
      // The reloader says where it runs, and then starts the process that serves, whose first words these are.
      await started.printed(/Debugger PIN/);
      await until(
        () => `there is a watcher among ${commandsIn(root).join(', ')}`,
        () => commandsIn(root).some((command) => command.includes('--watch')),
      );
      process.kill(started.pid, 'SIGINT');
      await until(
        () => `all have ended, but: ${commandsIn(root).join(', ')}`,
        () => processesIn(root).length === 0,
      );
      expect(commandsIn(root)).toEqual([]);
    });
  });
});

describe('An application made without a Node package manager', () => {
  let root: string;

  beforeAll(async () => {
    const cwd = temporaryFolder();
    const env = environmentWith(pathWithout(...PACKAGE_MANAGERS));
    const made = await scaffold(['new', 'blog', '--no-db', '--skip-git'], { cwd, env });
    expect(made).toEqual(jasmine.objectContaining({ code: 0 }));
    root = join(cwd, 'blog');
  });

  it('has no source of a stylesheet, no package.json and nothing of Node', () => {
    const files = ['app/static/src', 'package.json', 'package-lock.json', 'node_modules'];
    expect(files.filter((file) => existsSync(join(root, file)))).toEqual([]);
    for (const file of ['README.md', 'run.sh', TEMPLATE]) {
      expect(textOf(root, file)).not.toMatch(/tailwind|npm|:css/i);
    }
  });

  it('has the same stylesheet as those made with it', async () => {
    for (const db of [true, false]) {
      expect(css(root) === css(await madeApplication(db))).toBeTrue();
    }
  });

  it('shows its pages styled', async () => {
    const browser = await openBrowser();
    const server = await serve(root, './run.sh', () => []);
    const { page, messages } = await openPage(browser);
    await page.goto(server.url);
    expect(await page.locator('h1').textContent()).toBe('Hello World');
    expect(
      await page.evaluate<string>('getComputedStyle(document.querySelector("main")).maxWidth'),
    ).toBe('1152px');
    expect(messages).toEqual([]);
    await browser.close();
    await server.stop();
  });
});

describe('An application made where', () => {
  let installed: string;
  let without: string;

  beforeAll(async () => {
    installed = temporaryFolder();
    without = pathWithout(...PACKAGE_MANAGERS, 'npx', 'corepack');
    await succeed('npm', [
      'install',
      '--silent',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
      '--prefix',
      installed,
      ...['pnpm', 'yarn', 'bun'],
    ]);
  });

  for (const [index, manager] of PACKAGE_MANAGERS.entries()) {
    const here = PACKAGE_MANAGERS.slice(index);

    it(`${here.join(', ')} can be found speaks of ${manager} alone`, async () => {
      const root = await make(here, '--skip-install');
      expect(readFileSync(join(root, 'run.sh'), 'utf8')).toContain(`exec ${manager} run `);
      expect(commandsInReadme(root, 'Stylesheet')).toEqual([
        `${manager} install\n${manager} run build:css\n`,
      ]);
      const others = new RegExp(
        `\\b(${PACKAGE_MANAGERS.filter((name) => name !== manager).join('|')})\\b`,
      );
      for (const file of ['run.sh', 'README.md', 'package.json']) {
        expect(textOf(root, file)).not.toMatch(others);
      }
    });
  }

  // npm builds those above; Yarn looks for the packages of every platform, which not every registry has.
  for (const manager of ['pnpm', 'bun']) {
    describe(`${manager} alone can be found`, () => {
      let root: string;
      let env: NodeJS.ProcessEnv;
      let made: string;

      beforeAll(async () => {
        root = await make([manager]);
        env = environmentWith(searchPath([manager]));
        made = css(root);
      });

      it('has the stylesheet that comes with it', async () => {
        expect(made === css(await madeApplication(false))).toBeTrue();
      });

      it('has its stylesheet built, the same, by the commands of its README', async () => {
        const [commands = ''] = commandsInReadme(root, 'Stylesheet');
        writeFileSync(join(root, CSS), '');
        await succeed('bash', ['-euc', commands], { cwd: root, env });
        expect(css(root) === made).toBeTrue();
      });

      it('has it watched by ./run.sh, until Ctrl-C', async () => {
        writeFileSync(join(root, CSS), '');
        const server = start(root, './run.sh', [], { ...env, PORT: String(await freePort()) });
        await until(
          () => `the watcher builds, but: ${server.output()}`,
          () => css(root).includes('.button'),
        );
        await server.printed(/Running on/);
        await server.stop();
        expect(commandsIn(root)).toEqual([]);
      });
    });
  }

  async function make(managers: readonly string[], ...options: string[]): Promise<string> {
    const cwd = temporaryFolder();
    const env = environmentWith(searchPath(managers));
    const args = ['new', 'blog', '--no-db', '--skip-git', ...options];
    expect(await scaffold(args, { cwd, env })).toEqual(jasmine.objectContaining({ code: 0 }));
    return join(cwd, 'blog');
  }

  /** A PATH on which there are these package managers alone. */
  function searchPath(managers: readonly string[]): string {
    return [links(managers), without].join(delimiter);
  }

  /** A folder with these package managers alone. */
  function links(managers: readonly string[]): string {
    const folder = join(temporaryFolder(), 'managers');
    mkdirSync(folder);
    for (const manager of managers) {
      symlinkSync(
        manager === 'npm' ? which.sync(manager) : join(installed, 'node_modules/.bin', manager),
        join(folder, manager),
      );
    }
    return folder;
  }
});

/** A file of an application, without what installs `scaffold` itself. */
function textOf(root: string, file: string): string {
  return readFileSync(join(root, file), 'utf8').replace('npm install --global scaffold-flask', '');
}

/** The command lines of the processes that work in a folder. */
function commandsIn(folder: string): string[] {
  return processesIn(folder).map((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    } catch {
      return ''; // It has ended since.
    }
  });
}

function css(root: string): string {
  return readFileSync(join(root, CSS), 'utf8');
}
