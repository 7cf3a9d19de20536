import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { APPLICATIONS } from '../existing/applications';
import { DATA_APPLICATIONS } from '../existing/data-applications';
import { run, SCAFFOLD } from '../support/run';
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
