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

  async function makePosts(): Promise<void> {
    const terminal = jasmine.createSpyObj<Terminal>(
      'terminal',
      ['print', 'file', 'warn', 'note', 'styled'],
      { migrations: [] },
    );
    const options = { name: ['posts.index'], generateRoute: true, generateController: true };
    const { signal } = new AbortController();
    await runMakeView(options, { words: ['posts.index', '-rc'], terminal, signal });
  }

  const edits: readonly [what: string, path: string, edit: (path: string) => void][] = [
    [
      'a file that is edited once it was read',
      'app/__init__.py',
      (path) => {
        appendFileSync(path, '# mine\n');
      },
    ],
    [
      'a file that is removed once it was read',
      'app/__init__.py',
      (path) => {
        rmSync(path);
      },
    ],
    [
      'a file that appears all at once',
      'app/controllers/post_controller.py',
      (path) => {
        writeFileSync(path, 'MINE = 1\n');
      },
    ],
  ];
  for (const [what, path, edit] of edits) {
    it(`writes nothing over ${what}`, async () => {
      process.chdir(await bareCopy());
      let edited: unknown;
      // The files of the project have been read when those of the page are.
      after('page.html.template', () => {
        edit(path);
        edited = treeOf('app');
      });
      await expectAsync(makePosts()).toBeRejectedWithError(
        `${path} was edited while scaffold ran: run it again.`,
      );
      expect(treeOf('app')).toEqual(edited as ReturnType<typeof treeOf>);
    });
  }

  it('keeps a line that is added between a search and the parse of a file', async () => {
    process.chdir(await bareCopy());
    after('app/__init__.py', () => {
      appendFileSync('app/__init__.py', '# mine\n');
    });
    await makePosts();
    const file = fs.readFileSync('app/__init__.py', 'utf8');
    expect(file).toContain('posts_bp');
    expect(file).toMatch(/\n# mine\n$/);
  });
});
