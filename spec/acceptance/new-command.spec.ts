import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scaffold, succeed } from '../support/run';
import { temporaryFolder } from '../support/temporary-folder';
import { treeOf } from '../support/tree-of';

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
