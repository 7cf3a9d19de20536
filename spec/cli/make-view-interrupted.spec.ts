import { join } from 'node:path';
import { runMakeView } from '../../src/cli/commands/make-view';
import { Terminal } from '../../src/cli/terminal';
import { Interrupted } from '../../src/errors';
import { bareCopy } from '../support/bare-application';
import { treeOf } from '../support/tree-of';

describe('scaffold make:view, interrupted while it plans', () => {
  const before = process.cwd();

  afterEach(() => {
    process.chdir(before);
  });

  function make(name: string, signal: AbortSignal): Promise<void> {
    const methods = ['print', 'file', 'warn', 'note', 'styled'] as const;
    const terminal = jasmine.createSpyObj<Terminal>('terminal', methods, { migrations: [] });
    return runMakeView(
      { name: [name], generateRoute: true },
      { words: [name, '-r'], terminal, signal },
    );
  }

  it('writes nothing', async () => {
    const root = await bareCopy();
    process.chdir(root);
    // From the second on, a run waits for nothing that would let a signal through.
    await make('about', new AbortController().signal);
    const tree = treeOf(join(root, 'app'));
    const controller = new AbortController();
    setImmediate(() => {
      controller.abort(new Interrupted('SIGINT'));
    });
    await expectAsync(make('contact', controller.signal)).toBeRejectedWithError(Interrupted);
    expect(treeOf(join(root, 'app'))).toEqual(tree);
  });
});
