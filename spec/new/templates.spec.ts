import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SchematicTestRunner } from '@angular-devkit/schematics/testing';

const REPO = join(__dirname, '../..');
const FILES = join(REPO, 'src/new/files');

describe('The schematic new', () => {
  async function make(options: object): Promise<Record<string, string>> {
    const runner = new SchematicTestRunner('scaffold-flask', join(REPO, 'src/collection.json'));
    const tree = await runner.runSchematic('new', { skipInstall: true, ...options });
    return Object.fromEntries(tree.files.map((path) => [path, tree.readText(path)]));
  }

  for (const db of [true, false]) {
    it(`renders every file, ${db ? 'with' : 'without'} the database`, async () => {
      const files = Object.entries(await make({ name: 'my-shop', db }));
      expect(files.length).toBeGreaterThan(30);
      for (const [path, content] of files) {
        expect(path).toMatch(/^\/my-shop\//);
        expect(path).not.toMatch(/\.template$/);
        expect(content).withContext(path).not.toContain('<%');
        expect(content).withContext(path).not.toContain('undefined');
        if (!path.endsWith('css/app.css')) {
          expect(content)
            .withContext(path)
            .not.toMatch(/[ \t]\n|\n\n\n\n|^\n|[^\n]$/);
        }
      }
    });
  }

  it('makes the same files each time but for the secret', async () => {
    const [first, second] = [await make({ name: 'blog' }), await make({ name: 'blog' })];
    expect(first['/blog/.env']).not.toEqual(second['/blog/.env']);
    expect({ ...first, '/blog/.env': '' }).toEqual({ ...second, '/blog/.env': '' });
  });

  it('has nothing of a database without one', async () => {
    const paths = Object.keys(await make({ name: 'blog', db: false }));
    expect(paths.filter((path) => /models|migrations/.test(path))).toEqual([]);
  });

  it('schedules one set-up, which is private', async () => {
    const runner = new SchematicTestRunner('scaffold-flask', join(REPO, 'src/collection.json'));
    await runner.runSchematic('new', { name: 'blog', skipInstall: true });
    expect(runner.tasks.map(({ name }) => name)).toEqual(['run-schematic']);
    expect(runner.tasks[0]?.options).toEqual(
      jasmine.objectContaining({ name: 'scaffold-flask-setup' }),
    );
  });
});

describe('The package', () => {
  it('holds every file of the application: npm leaves some names out', () => {
    const [{ files }] = JSON.parse(
      execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
        cwd: REPO,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    ) as [{ files: { path: string }[] }];
    const packed = files
      .map(({ path }) => path)
      .filter((path) => path.startsWith('dist/src/new/files/'))
      .map((path) => path.slice('dist/src/new/files/'.length));
    const present = readdirSync(FILES, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(FILES.length + 1));
    expect(packed.sort()).toEqual(present.sort());
  });
});
