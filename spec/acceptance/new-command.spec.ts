import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bareCopy } from '../support/bare-application';
import { scaffold, succeed } from '../support/run';
import { temporaryFolder } from '../support/temporary-folder';
import { treeOf } from '../support/tree-of';
import { writeFiles } from '../support/write-files';

const FILES_ONLY = ['--skip-install', '--skip-git'];

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
    writeFileSync(join(blog, 'AGENTS.md'), 'mine');
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
      'AGENTS.md': '644 mine',
      '.env': `${original['.env']?.slice(0, 3)} SECRET_KEY=mine\n`,
    });
  });
});

describe('scaffold new', () => {
  it('tells that git ignores the manifest', async () => {
    const path = '.scaffold/application.json';
    const note = `git ignores ${path}, which belongs to your code. Find the rule with: git check-ignore -v ${path}\n`;
    for (const [rule, said] of Object.entries({ '.scaffold/': note, '*.log': '', '/*': '' })) {
      const cwd = temporaryFolder();
      writeFileSync(join(cwd, '.gitignore'), rule);
      await succeed('git', ['init', '--quiet'], { cwd });
      const { code, stderr } = await scaffold(['new', 'blog', '--no-db', ...FILES_ONLY], { cwd });
      expect([code, stderr]).withContext(rule).toEqual([0, said]);
    }
  });
});

describe('scaffold new .', () => {
  const NEW = ['new', '.', '--no-db'];

  /** A folder of this name with these files. */
  function folderWith(files: Readonly<Record<string, string>>): string {
    return join(writeFiles({ 'my-shop/.git/HEAD': '', ...files }), 'my-shop');
  }

  it('fills the present folder, takes its name, and keeps what a repository has', async () => {
    const cwd = folderWith({
      'my-shop/README.md': '# Mine',
      'my-shop/LICENSE': 'MIT',
      'my-shop/.gitignore': '*.log\nvenv/',
    });
    const { code, stdout, stderr } = await scaffold([...NEW, ...FILES_ONLY], { cwd });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^CREATE run\.sh /m);
    expect(stdout).toMatch(/^UPDATE \.gitignore /m);
    expect(stdout).not.toContain('README');
    expect(stdout).toContain('\nmy-shop is ready. Next:\n\n  scaffold setup\n');
    const read = (path: string): string => readFileSync(join(cwd, path), 'utf8');
    expect(read('README.md')).toBe('# Mine');
    expect(read('LICENSE')).toBe('MIT');
    expect(read('.gitignore')).toMatch(/^\*\.log\nvenv\/\n\.env\ninstance\/\n/);
    expect(read('.gitignore').match(/^venv\/$/gm)).toEqual(['venv/']);
    expect(read('AGENTS.md')).toMatch(/^# My Shop/);
    expect(read('.github/workflows/ci.yml')).toContain('pytest');
    expect(existsSync(join(cwd, '.scaffold/application.json'))).toBeTrue();
  });

  it('makes an application in an empty folder, with a repository', async () => {
    const cwd = temporaryFolder();
    const { code, stdout } = await scaffold([...NEW, '--skip-install'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('Making the first commit');
    expect(treeOf(cwd)['run.py']).toBeDefined();
  });

  it('refuses other files, and writes nothing', async () => {
    const cwd = folderWith({ 'my-shop/notes.txt': 'mine' });
    const before = treeOf(cwd);
    const { code, stderr } = await scaffold([...NEW, ...FILES_ONLY], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain('error: This folder holds notes.txt.');
    expect(treeOf(cwd)).toEqual(before);
    expect((await scaffold([...NEW, '--force', ...FILES_ONLY], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('shows in a dry run what it would write, and writes nothing', async () => {
    const cwd = folderWith({ 'my-shop/.gitignore': '' });
    const before = treeOf(cwd);
    const { stdout } = await scaffold([...NEW, '--dry-run'], { cwd });
    expect(stdout).toMatch(/^UPDATE \.gitignore /m);
    expect(treeOf(cwd)).toEqual(before);
  });
});

describe('A command in a folder of a project', () => {
  it('works as in its root', async () => {
    const root = await bareCopy();
    const cwd = join(root, 'app/templates/mains');
    const { code, stdout } = await scaffold(['make:view', 'about', '-rc'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^CREATE app\/templates\/about\.html /m);
    expect(existsSync(join(root, 'app/templates/about.html'))).toBeTrue();
    expect((await scaffold(['undo'], { cwd })).code).toBe(0);
    expect(existsSync(join(root, 'app/templates/about.html'))).toBeFalse();
  });
});
