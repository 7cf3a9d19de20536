import fs, { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { runMakeView } from '../../src/cli/commands/make-view';
import { Terminal } from '../../src/cli/terminal';
import { bareCopy } from '../support/bare-application';
import { treeOf } from '../support/tree-of';

describe('scaffold make:view, while a person edits the project,', () => {
  const cwd = process.cwd();

  afterEach(() => {
    process.chdir(cwd);
  });

  /** What a person does right after a file was read. */
  function after(file: string, edit: () => void): void {
    const read = fs.readFileSync;
    let isDone = false;
    spyOn(fs, 'readFileSync').and.callFake(((...args: Parameters<typeof read>) => {
      const content = read(...args);
      if (!isDone && String(args[0]).endsWith(file)) {
        isDone = true;
        edit();
      }
      return content;
    }) as typeof read);
  }

  const edits: readonly [what: string, read: string, path: string, edit: (path: string) => void][] =
    [
      [
        'a file that is edited once it was read',
        'app/__init__.py',
        'app/__init__.py',
        (path) => {
          appendFileSync(path, '# mine\n');
        },
      ],
      [
        'a file that is removed once it was read',
        'page.html.template',
        'app/__init__.py',
        (path) => {
          rmSync(path);
        },
      ],
      [
        'a file that is there all at once',
        'page.html.template',
        'app/controllers/post_controller.py',
        (path) => {
          writeFileSync(path, 'MINE = 1\n');
        },
      ],
    ];
  for (const [what, read, path, edit] of edits) {
    it(`writes nothing over ${what}`, async () => {
      const root = await bareCopy();
      process.chdir(root);
      let edited: unknown;
      after(read, () => {
        edit(path);
        edited = treeOf('app');
      });
      const flags = { generateRoute: true, generateController: true };
      const terminal = jasmine.createSpyObj<Terminal>('terminal', ['print', 'warn', 'note']);
      const { signal } = new AbortController();
      await expectAsync(
        runMakeView(['posts.index'], flags, { words: ['posts.index', '-rc'], terminal, signal }),
      ).toBeRejectedWithError(`${path} was edited while scaffold ran: run it again.`);
      expect(treeOf('app')).toEqual(edited as ReturnType<typeof treeOf>);
    });
  }
});
