import { Interrupted } from '../../src/errors';
import { pythonVariables } from '../../src/setup/environment';
import { runForked } from '../../src/setup/forked-program';
import { ToolError } from '../../src/setup/run-tool';
import type { ReadyApp } from '../../src/setup/step';
import { linkedCopy } from '../support/copies';
import { processesIn } from '../support/processes';
import { until } from '../support/until';
import { testApp } from './fixtures';

describe('runForked', () => {
  let app: ReadyApp;
  let controller: AbortController;

  beforeEach(async () => {
    controller = new AbortController();
    app = { ...testApp(), root: await linkedCopy(true), signal: controller.signal };
  });

  afterEach(() => {
    controller.abort(new Interrupted('SIGINT'));
  });

  function ask(...args: string[]): Promise<string> {
    return runForked(app, 'prepare_database.py', args, pythonVariables());
  }

  it('returns what each program printed, and starts one Python for all', async () => {
    expect((await ask('check')).trim()).toBe('');
    const first = processesIn(app.root);
    expect(first.length).toBe(1);
    expect((await ask('apply')).trim()).toBe('applied');
    expect(processesIn(app.root)).toEqual(first);
  });

  it('fails with what a program said, and goes on with the next one', async () => {
    await expectAsync(ask('chek')).toBeRejectedWithError(
      ToolError,
      'Unknown argument: chek. Nothing was done.\n(python ended with exit code 1)',
    );
    expect((await ask('check')).trim()).toBe('');
  });

  it('ends its processes when the run has to end', async () => {
    const asked = ask('check');
    controller.abort(new Interrupted('SIGINT'));
    await expectAsync(asked).toBeRejectedWithError(Interrupted);
    await until(
      () => 'the processes have ended',
      () => processesIn(app.root).length === 0,
    );
  });

  it('starts Python for each program where a fork may crash', async () => {
    const given = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
    Object.defineProperty(process, 'platform', { ...given, value: 'darwin' });
    try {
      expect(await ask('check')).toBe('');
    } finally {
      Object.defineProperty(process, 'platform', given);
    }
    expect(processesIn(app.root)).toEqual([]);
  });

  it('fails with what Python said if that does not start, and starts it anew', async () => {
    const python = '#!/bin/sh\necho "No module named x" >&2\nexit 3';
    const bare = testApp({ 'venv/bin/python': python });
    for (let time = 0; time < 2; time += 1) {
      await expectAsync(
        runForked(bare, 'prepare_database.py', ['check'], process.env),
      ).toBeRejectedWithError(ToolError, 'No module named x\n(python ended with exit code 3)');
    }
  });
});
