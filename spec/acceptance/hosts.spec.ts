import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, scaffold, succeed } from '../support/run';
import { temporaryFolder } from '../support/temporary-folder';
import { treeOf } from '../support/tree-of';

const REPO = join(__dirname, '../..');
const SCHEMATICS = join(REPO, 'node_modules/@angular-devkit/schematics-cli/bin/schematics.js');
const FILES_ONLY = ['--skip-install', '--skip-git'];

/** A folder that `schematics ./:new` takes for this repo's root. */
function repoRoot(): string {
  const folder = temporaryFolder();
  for (const name of ['package.json', 'dist', 'node_modules']) {
    symlinkSync(join(REPO, name), join(folder, name));
  }
  return folder;
}

/** What an application consists of, less the secret that is made anew each time. */
function comparable(application: string): Record<string, string> {
  const tree = treeOf(application);
  const secret = /^SECRET_KEY=([0-9a-f]{64})$/m;
  expect(tree['.env']).toMatch(secret);
  return { ...tree, '.env': tree['.env']?.replace(secret, 'SECRET_KEY=') ?? '' };
}

describe('schematics ./:new', () => {
  for (const db of [true, false]) {
    it(`leaves what scaffold new leaves, mode for mode, ${db ? 'with' : 'without'} the database`, async () => {
      const here = repoRoot();
      const there = temporaryFolder();
      await succeed(
        process.execPath,
        [SCHEMATICS, './:new', 'blog', `--db=${db}`, ...FILES_ONLY, '--no-dry-run'],
        { cwd: here },
      );
      await scaffold(['new', 'blog', db ? '--db' : '--no-db', ...FILES_ONLY], { cwd: there });
      expect(comparable(join(here, 'blog'))).toEqual(comparable(join(there, 'blog')));
    });
  }

  it('writes nothing and starts no set-up in a dry run, its default', async () => {
    const here = repoRoot();
    const before = treeOf(here);
    for (const flags of [['--dry-run'], []]) {
      const output = await succeed(
        process.execPath,
        [SCHEMATICS, './:new', 'blog', '--db=false', ...flags],
        { cwd: here },
      );
      expect(output).toContain('blog/run.sh');
      expect(output).not.toContain('Python');
    }
    expect(treeOf(here)).toEqual(before);
  });

  it('makes run.sh executable and a repository, below the folder that it is run in', async () => {
    const here = repoRoot();
    await succeed(
      process.execPath,
      [SCHEMATICS, './:new', 'blog', '--db=false', '--skip-install', '--no-dry-run'],
      { cwd: here },
    );
    expect(treeOf(here)['blog/run.sh']).toMatch(/^755 /);
    expect(existsSync(join(here, 'blog/.git'))).toBeTrue();
  });

  it('refuses a name as scaffold new does', async () => {
    const here = repoRoot();
    const ended = await run(
      process.execPath,
      [SCHEMATICS, './:new', 'con', '--db=false', '--no-dry-run'],
      { cwd: here },
    );
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('"con" cannot be an application\'s name: Windows reserves it.');
    expect(existsSync(join(here, 'con'))).toBeFalse();
  });
});

describe('scaffold new --dry-run', () => {
  it('says what would be written, writes nothing, and starts no set-up', async () => {
    const cwd = temporaryFolder();
    const { code, stdout } = await scaffold(['new', 'blog', '--no-db', '--dry-run'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^CREATE blog\/run\.sh \(\d+ bytes\)$/m);
    expect(stdout).toMatch(/\nDry run: nothing was written\.\n$/);
    expect(stdout).not.toContain('Python');
    expect(treeOf(cwd)).toEqual({});
  });
});

describe('scaffold new --force', () => {
  it("replaces files of the same names, and leaves alone what is a person's", async () => {
    const cwd = temporaryFolder();
    const blog = join(cwd, 'blog');
    await scaffold(['new', 'blog', '--no-db', ...FILES_ONLY], { cwd });
    const original = treeOf(blog);
    writeFileSync(join(blog, 'run.py'), 'mine');
    writeFileSync(join(blog, 'notes.txt'), 'mine');
    writeFileSync(join(blog, '.env'), 'SECRET_KEY=mine\n');
    const { code, stdout } = await scaffold(['new', 'blog', '--no-db', '--force', ...FILES_ONLY], {
      cwd,
    });
    expect(code).toBe(0);
    expect(stdout.match(/^(CREATE|UPDATE) .*/gm)).toEqual([
      `UPDATE blog/run.py (${readFileSync(join(blog, 'run.py')).length} bytes)`,
    ]);
    expect(treeOf(blog)).toEqual({
      ...original,
      'notes.txt': '644 mine',
      '.env': `${original['.env']?.slice(0, 3)} SECRET_KEY=mine\n`,
    });
  });
});
