import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { bareCopy } from '../support/bare-application';
import { need } from '../support/need';
import { type Ended, run, SCAFFOLD } from '../support/run';
import { temporaryFolder } from '../support/temporary-folder';
import { treeOf } from '../support/tree-of';
import { until } from '../support/until';

/** A folder for caches that can hold none. */
const NO_CACHES = '/dev/null';
const VIEW = ['make:view', 'posts.index', '-rcm'];

/** A command in a new application, and all that it leaves. */
async function outcomeOf(words: readonly string[], caches: string): Promise<unknown> {
  const root = await bareCopy();
  const env = { ...process.env, XDG_CACHE_HOME: caches };
  const ended: Ended = await run(process.execPath, [SCAFFOLD, ...words], { cwd: root, env });
  return { ...ended, tree: { ...treeOf(root), '.env': '' } };
}

describe('A start of the command from a cache', () => {
  let caches: string;
  let folder: string;

  beforeEach(() => {
    caches = temporaryFolder();
    folder = join(caches, 'scaffold-flask');
  });

  function start(words: readonly string[]): Promise<unknown> {
    return outcomeOf(words, caches);
  }

  function cached(): string[] {
    return readdirSync(folder).sort();
  }

  for (const words of [VIEW, ['--help'], ['make:view', 'posts..show', '-r']]) {
    it(`leaves and says what one without a cache does: scaffold ${words.join(' ')}`, async () => {
      const expected = await outcomeOf(words, NO_CACHES);
      expect(await start(words)).toEqual(expected);
      expect(await start(words)).toEqual(expected);
    });
  }

  it('has a cache for each command, and one for help and mistakes', async () => {
    await start(VIEW);
    await start(['mak:view', 'about']);
    await start(['--help']);
    expect(cached().map((name) => name.split('-').slice(3).join('-'))).toEqual([
      'help',
      'make-view',
    ]);
  });

  it('has the code of a command that is not the first word', async () => {
    expect(await start(['--', 'make:view', 'about'])).toEqual(await start(['make:view', 'about']));
  });

  it('adds what later runs have called to the cache', async () => {
    const env = { ...process.env, XDG_CACHE_HOME: caches };
    await run(process.execPath, [SCAFFOLD, '--version'], { env });
    const file = join(folder, cached()[0] ?? '');
    const { size } = statSync(file);
    await until(
      () => `the cache has ${statSync(file).size} bytes`,
      async () => {
        await run(process.execPath, [SCAFFOLD, '--help'], { env });
        return statSync(file).size > size;
      },
      100,
    );
    expect(statSync(file).size).toBeGreaterThan(size);
  });

  it('writes the cache once, readable for its owner alone', async () => {
    await start(['--version']);
    const file = join(folder, cached()[0] ?? '');
    const { mode, mtimeMs } = statSync(file);
    expect(mode & 0o777).toBe(0o600);
    await start(['--version']);
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
  });

  it('works with a cache that is no cache, and replaces it', async () => {
    const expected = await start(['--version']);
    const file = join(folder, cached()[0] ?? '');
    writeFileSync(file, 'nonsense');
    expect(await start(['--version'])).toEqual(expected);
    expect(statSync(file).size).toBeGreaterThan(1000);
  });

  it('works where no cache can be written', async () => {
    const expected = await outcomeOf(VIEW, NO_CACHES);
    writeFileSync(folder, 'in the way');
    expect(await start(VIEW)).toEqual(expected);
  });

  for (const [title, env] of Object.entries({
    'is no absolute path': { XDG_CACHE_HOME: 'here' },
    'is empty': { XDG_CACHE_HOME: '' },
  })) {
    it(`writes none into the project where the folder for caches ${title}`, async () => {
      const root = await bareCopy();
      const home = temporaryFolder();
      const before = treeOf(root);
      const options = { cwd: root, env: { ...process.env, HOME: home, ...env } };
      expect((await run(process.execPath, [SCAFFOLD, '--version'], options)).code).toBe(0);
      expect(treeOf(root)).toEqual(before);
      expect(Object.keys(treeOf(home)).some((path) => path.includes('scaffold-flask'))).toBeTrue();
    });
  }

  it('removes what nobody has written for a month', async () => {
    mkdirSync(folder);
    const old = join(folder, 'old');
    writeFileSync(old, '');
    utimesSync(old, new Date(0), new Date(0));
    await start(['--version']);
    expect(cached()).not.toContain('old');
  });

  it('does not run what another user has put there', async () => {
    need('root, to give a file away', process.getuid?.() === 0 || undefined);
    await start(['--version']);
    const file = join(folder, cached()[0] ?? '');
    chownSync(file, 12345, 12345);
    chmodSync(file, 0o644);
    await start(['--version']);
    // It was made anew, as one that is missing.
    expect(statSync(file).uid).toBe(0);
  });
});
