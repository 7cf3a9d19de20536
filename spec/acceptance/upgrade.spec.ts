import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Manifest } from '../../src/manifest/format';
import { PACKAGES } from '../support/application';
import { flask, PYTHON } from '../support/flask';
import { need } from '../support/need';
import { mergeProductPage } from '../support/merged-product';
import { createDatabase } from '../support/postgres';
import { type Ended, run, scaffold, succeed } from '../support/run';
import { applicationWithAuth } from '../support/served-auth';
import { needOf } from '../support/served-resources';
import { temporaryFolder } from '../support/temporary-folder';

/** Made by the first version with a manifest, then changed by their owners. */
const FIRST = join(__dirname, '../upgrade/first-manifest');

async function unpacked(name: 'shop' | 'site'): Promise<string> {
  const root = temporaryFolder();
  await succeed('tar', ['xzf', join(FIRST, `${name}.tar.gz`)], { cwd: root });
  return root;
}

/** What a formatter leaves of code. */
function squashed(code: string): string {
  return code.replace(/[\s,()]+/g, '');
}

/** The files of an application: path → text. */
function filesIn(root: string): Map<string, string> {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /^(app|config|tests)\/.*\.(py|html)$/.test(path),
  );
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** The lines of an application that no manifest has, but for imports and exports: its owner wrote them. */
function ownLines(root: string): [path: string, line: string][] {
  const folder = join(root, '.scaffold');
  const names = [
    'application.json',
    ...readdirSync(join(folder, 'resources')).map((name) => join('resources', name)),
  ];
  const generated = new Map<string, string>();
  for (const name of names) {
    const manifest = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Manifest;
    for (const [path, texts] of Object.entries(manifest.generated)) {
      const text = Object.values(texts).flat().join('\n');
      generated.set(path, (generated.get(path) ?? '') + squashed(text));
    }
  }
  return [...filesIn(root)].flatMap(([path, text]) =>
    text
      .split('\n')
      .filter((line) => line.trim().length > 6 && !/^\s*(from|import|__all__) /.test(line))
      .filter((line) => !generated.get(path)?.includes(squashed(line)))
      .map((line): [string, string] => [path, line]),
  );
}

/** The lines of an owner that are gone. */
function lostLines(
  root: string,
  own: readonly (readonly [path: string, line: string])[],
): string[] {
  const now = new Map([...filesIn(root)].map(([path, text]) => [path, squashed(text)]));
  return own
    .filter(([path, line]) => !now.get(path)?.includes(squashed(line)))
    .map(([path, line]) => `${path}: ${line}`);
}

/** Resolves the conflicts in an application: what its owner wrote stays. */
function keepOwn(root: string): void {
  const marked = /<<<<<<< yours\n([^]*?)\|{7} generated before\n[^]*?>>>>>>> generated now\n/g;
  for (const [path, text] of filesIn(root)) {
    if (text.includes('<<<<<<< yours\n')) {
      writeFileSync(join(root, path), text.replace(marked, '$1'));
    }
  }
}

describe('scaffold upgrade', () => {
  it('keeps each line that a person wrote in an application without a database, and then has nothing to do', async () => {
    const root = await unpacked('site');
    const own = ownLines(root);
    expect(own.length).toBeGreaterThan(10);
    const files = filesIn(root);
    expect((await scaffold(['upgrade', '--check'], { cwd: root })).code).toBe(1);
    expect(filesIn(root)).toEqual(files);
    expect((await scaffold(['upgrade'], { cwd: root })).code).toBe(0);
    expect(lostLines(root, own)).toEqual([]);
    expect((await scaffold(['upgrade', '--check'], { cwd: root })).code).toBe(0);
  });

  for (const database of ['SQLite', 'PostgreSQL']) {
    it(`brings a whole shop to what is made now: it starts, its tests pass, and each line of its owner is there, on ${database}`, async () => {
      need(...needOf(database));
      const env = {
        ...process.env,
        ...(database === 'PostgreSQL' && {
          DATABASE_URL: await createDatabase(),
          TEST_DATABASE_URL: await createDatabase(),
        }),
      };
      const root = await unpacked('shop');
      const own = ownLines(root);
      const packaged = await applicationWithAuth();
      for (const name of PACKAGES) {
        symlinkSync(join(packaged, name), join(root, name));
      }
      const upgrade = (...flags: string[]): Promise<Ended> =>
        scaffold(['upgrade', ...flags], { cwd: root, env });
      expect((await scaffold(['setup'], { cwd: root, env })).stderr).toBe('');
      expect((await upgrade('--check')).code).toBe(1);
      expect(lostLines(root, own)).toEqual([]);

      expect((await upgrade('--markers', '--migrate')).code).toBe(1);
      mergeProductPage(join(root, 'app/templates/products/show.html'));
      keepOwn(root);
      expect(lostLines(root, own)).toEqual([]);
      const again = await upgrade('--check');
      expect(again.code)
        .withContext(again.stdout + again.stderr)
        .toBe(0);
      const checked = await flask(root, ['db', 'check'], env);
      expect(checked.code)
        .withContext(checked.stdout + checked.stderr)
        .toBe(0);
      // The spec of `make:auth` runs those of sign-in on PostgreSQL.
      const left = database === 'PostgreSQL' ? ['--ignore=tests/auth'] : [];
      const tests = await run(PYTHON, ['-m', 'pytest', '-q', ...left], { cwd: root, env });
      expect(tests.code).withContext(tests.stdout).toBe(0);
    }, 600_000);
  }
});
