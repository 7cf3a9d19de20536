import { withRemedy } from '../../src/cli/invocation';
import { Terminal } from '../../src/cli/terminal';
import { Interrupted } from '../../src/errors';

describe('withRemedy', () => {
  const controller = (): { signal: AbortSignal; abort: () => void } => {
    const own = new AbortController();
    const abort = (): void => {
      own.abort(new Interrupted('SIGINT'));
    };
    return { signal: own.signal, abort };
  };
  const failing = (): Promise<never> => Promise.reject(new Error('It failed.'));
  let terminal: jasmine.SpyObj<Terminal>;

  beforeEach(() => {
    terminal = jasmine.createSpyObj<Terminal>('terminal', ['warn']);
  });

  it('hands back what the work returns', async () => {
    const { signal } = controller();
    const work = (): Promise<number> => Promise.resolve(1);
    expect(await withRemedy({ signal, terminal }, work, () => 'Run it.')).toBe(1);
    expect(terminal.warn.calls.allArgs()).toEqual([]);
  });

  it('adds the remedy to an error', async () => {
    const { signal } = controller();
    await expectAsync(
      withRemedy({ signal, terminal }, failing, () => 'Run it.'),
    ).toBeRejectedWithError('It failed.\nRun it.');
    expect(terminal.warn.calls.allArgs()).toEqual([]);
  });

  it('prints the remedy once the run is interrupted', async () => {
    const { abort, signal } = controller();
    abort();
    await expectAsync(
      withRemedy({ signal, terminal }, failing, () => 'Run it.'),
    ).toBeRejectedWithError(Interrupted);
    expect(terminal.warn.calls.allArgs()).toEqual([['Run it.']]);
  });
});
