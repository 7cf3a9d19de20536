import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { APPLICATIONS } from '../existing/applications';
import { DATA_APPLICATIONS } from '../existing/data-applications';
import { run, SCAFFOLD, succeed } from '../support/run';
import { temporaryFolder } from '../support/temporary-folder';
import { treeOf } from '../support/tree-of';
import { writeFiles } from '../support/write-files';

describe('scaffold make:view in an application that new did not make', () => {
  for (const [kind, { files, made }] of Object.entries(APPLICATIONS)) {
    it(`writes the page, and changes what exists by added lines: ${kind}`, async () => {
      const cwd = writeFiles(files);
      const { code, stderr, stdout } = await run(SCAFFOLD, ['make:view', 'reports.index', '-r'], {
        cwd,
      });
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(
        /^CREATE .*\n(.*\n)*UPDATE .*\nGET \/reports {2}→ {2}reports\.index\n$/,
      );
      for (const [path, piece] of Object.entries(made)) {
        expect(readFileSync(join(cwd, path), 'utf8'))
          .withContext(path)
          .toContain(piece);
      }
    });
  }

  it('tells once that git ignores the manifest, unless it ignores the whole application', async () => {
    const [{ files } = { files: {} }] = Object.values(APPLICATIONS);
    const inShop = Object.fromEntries(
      Object.entries(files).map(([file, content]) => [`shop/${file}`, content]),
    );
    const path = '.scaffold/resources/reports.json';
    const note = `git ignores ${path}, which belongs to your code. Find the rule with: git check-ignore -v ${path}\n`;
    const cases = { '.scaffold/': note, '*.json': note, '*.log': '', '/*': '' };
    for (const [rule, said] of Object.entries(cases)) {
      const cwd = writeFiles({ '.gitignore': rule, ...inShop });
      await succeed('git', ['init', '--quiet'], { cwd });
      const options = { cwd: join(cwd, 'shop') };
      const first = await run(SCAFFOLD, ['make:view', 'reports.index', '-r'], options);
      expect([first.code, first.stderr]).withContext(rule).toEqual([0, said]);
      const second = await run(SCAFFOLD, ['make:view', 'reports.show', '-r'], options);
      expect([second.code, second.stderr]).withContext(rule).toEqual([0, '']);
    }
  });

  it('writes no manifest outside the application, where a link leads there', async () => {
    const [{ files } = { files: {} }] = Object.values(APPLICATIONS);
    const [cwd, outside] = [writeFiles(files), temporaryFolder()];
    mkdirSync(join(cwd, '.scaffold'));
    symlinkSync(outside, join(cwd, '.scaffold/resources'));
    const { code, stderr } = await run(SCAFFOLD, ['make:view', 'reports.index', '-r'], { cwd });
    expect([code, stderr]).toEqual([
      1,
      'error: .scaffold/resources is a symbolic link that points outside the project. Replace it with what it points to.\n',
    ]);
    expect(readdirSync(outside)).toEqual([]);
    expect(readdirSync(join(cwd, '.scaffold'))).toEqual(['resources']);
  });

  it('makes a resource, and tells how to migrate the database', async () => {
    const [{ files } = { files: {} }] = Object.values(DATA_APPLICATIONS);
    const cwd = writeFiles(files);
    const words = ['make:resource', 'notes', 'title'];
    const refused = await run(SCAFFOLD, [...words, '--migrate'], { cwd });
    expect([refused.code, refused.stderr]).toEqual([
      1,
      'error: --migrate needs Flask-Migrate, which this application does not use. Run this command without it: it then ' +
        'tells you how to change the database.\n',
    ]);
    const { code, stderr, stdout } = await run(SCAFFOLD, words, { cwd });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^CREATE .*\n(.*\n)*UPDATE .*\nGET \/notes {2}→ {2}notes\.index\nThe database needs the table of Note: .*\n$/,
    );
  });

  it('writes nothing where it is refused, and ends with 1', async () => {
    const [{ files } = { files: {} }] = Object.values(APPLICATIONS);
    const cwd = writeFiles(files);
    const before = treeOf(cwd);
    const { code, stderr } = await run(SCAFFOLD, ['make:view', 'posts.index', '-rcm'], { cwd });
    expect([code, stderr.slice(0, 38)]).toEqual([1, 'error: scaffold makes models with Flas']);
    expect(treeOf(cwd)).toEqual(before);
  });
});
