import { join } from 'node:path';
import { Tree } from '@angular-devkit/schematics';
import { SchematicTestRunner } from '@angular-devkit/schematics/testing';

const REPO = join(__dirname, '../..');

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

  it('names the command for a resource on the start page', async () => {
    const page = (await make({ name: 'blog' }))['/blog/app/templates/mains/index.html'];
    expect(page).toContain('scaffold make:resource posts title:string body:text --migrate');
    expect(page).not.toContain('-rcm');
  });

  it('writes a workflow where it is asked to, and else only outside of repositories', async () => {
    const WORKFLOW = '/blog/.github/workflows/ci.yml';
    expect(Object.keys(await make({ name: 'blog', ci: true }))).toContain(WORKFLOW);
    // The specs run inside the repository of this package.
    expect(Object.keys(await make({ name: 'blog' }))).not.toContain(WORKFLOW);
  });

  it('tells agents what there is in at most 50 lines', async () => {
    for (const db of [true, false]) {
      const notes = (await make({ name: 'blog', db }))['/blog/AGENTS.md'] ?? '';
      expect(notes.split('\n').length - 1).toBeLessThanOrEqual(50);
      expect(notes.includes('make:resource')).toBe(db);
      expect(notes).toContain('--dry-run');
    }
  });

  it('keeps an AGENTS.md that exists', async () => {
    const runner = new SchematicTestRunner('scaffold-flask', join(REPO, 'src/collection.json'));
    const before = Tree.empty();
    before.create('/blog/AGENTS.md', 'mine');
    const options = { name: 'blog', skipInstall: true };
    const tree = await runner.runSchematic('new', options, before);
    expect(tree.readText('/blog/AGENTS.md')).toBe('mine');
  });

  it('makes the same files each time but for the secret', async () => {
    const [first, second] = [await make({ name: 'blog' }), await make({ name: 'blog' })];
    expect(first['/blog/.env']).not.toEqual(second['/blog/.env']);
    expect({ ...first, '/blog/.env': '' }).toEqual({ ...second, '/blog/.env': '' });
  });

  it('has nothing of a database without one', async () => {
    const files = Object.entries(await make({ name: 'blog', db: false }));
    const OF_DATABASE =
      /\/(models|migrations|forms)\/|\/(records|database_errors|lists|commands)\.py$/;
    expect(files.filter(([path]) => OF_DATABASE.test(path)).map(([path]) => path)).toEqual([]);
    for (const [path, content] of files) {
      expect(content)
        .withContext(path)
        .not.toMatch(/sqlalchemy|DATABASE_URL|app\.models/i);
    }
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
