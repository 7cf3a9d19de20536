import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Interrupted } from '../../src/errors';
import { runTool, ToolError } from '../../src/setup/run-tool';
import { processesIn } from '../support/processes';
import { temporaryFolder } from '../support/temporary-folder';
import { until } from '../support/until';

describe('runTool', () => {
  let cwd: string;
  let controller: AbortController;

  beforeEach(() => {
    cwd = temporaryFolder();
    controller = new AbortController();
  });

  function shell(script: string, options: { timeLimit?: number } = {}): Promise<string> {
    return runTool('sh', ['-c', script], { cwd, signal: controller.signal, ...options });
  }

  /** The script writes the id of a process of its own into this file. */
  async function startedProcess(file: string): Promise<number> {
    const path = join(cwd, file);
    await until(
      () => `${file} is written`,
      () => existsSync(path) && readFileSync(path, 'utf8').endsWith('\n'),
    );
    return Number(readFileSync(path, 'utf8'));
  }

  it('returns the standard output alone', async () => {
    expect(await shell('echo one; echo other >&2; printf two')).toBe('one\ntwo');
  });

  it('tells each line of the standard output as it comes', async () => {
    const lines: string[] = [];
    await runTool('printf', ['one\\ntwo\\n'], {
      cwd,
      signal: controller.signal,
      onLine: (line) => lines.push(line),
    });
    expect(lines).toEqual(['one', 'two']);
  });

  it('fails with the last ten lines that the tool wrote, in plain text', async () => {
    const lines = ['3', '4', '5', '6', '7', '8', '9', '10', '11', 'red'];
    await expectAsync(
      shell(
        'for i in 1 2 3 4 5 6 7 8 9 10 11; do echo $i; done; printf "\\n\\033[31mred\\033[0m\\n"; exit 3',
      ),
    ).toBeRejectedWithError(ToolError, [...lines, '(sh ended with exit code 3)'].join('\n'));
  });

  it('leaves stacks out of what the tool wrote', async () => {
    await expectAsync(
      shell('echo "Error: no"; echo "    at step (/lib/cli.js:1:2)"; exit 1'),
    ).toBeRejectedWithError(ToolError, 'Error: no\n(sh ended with exit code 1)');
  });

  it('fails where the tool cannot be started', async () => {
    const run = runTool('no-such-tool', [], { cwd, signal: controller.signal });
    await expectAsync(run).toBeRejectedWithError(
      ToolError,
      /^\(no-such-tool could not be started: /,
    );
  });

  it('gives the tool nothing to read, and no terminal to ask on', async () => {
    expect(await shell('cat; (: < /dev/tty) 2>/dev/null && echo terminal; echo end')).toBe('end');
  });

  it('fails where the tool takes longer than it may', async () => {
    await expectAsync(shell('sleep 30', { timeLimit: 100 })).toBeRejectedWithError(
      ToolError,
      '(sh took too long)',
    );
  });

  it('comes back where the tool leaves its output open to something in the background', async () => {
    const start = Date.now();
    expect(await shell('sleep 30 & echo $! > pid; echo done')).toBe('done');
    expect(Date.now() - start).toBeLessThan(10_000);
    process.kill(await startedProcess('pid'));
  });

  it('ends all descendants when it is interrupted, also those that do not listen', async () => {
    const run = shell(
      `sh -c 'trap "" INT TERM; echo $$ > deaf; while :; do sleep 0.1; done' & sleep 30`,
    );
    await startedProcess('deaf');
    controller.abort(new Interrupted('SIGINT'));
    await expectAsync(run).toBeRejectedWithError(Interrupted);
    expect(processesIn(cwd)).toEqual([]);
  });

  it('starts nothing after an interrupt', async () => {
    controller.abort(new Interrupted('SIGINT'));
    await expectAsync(shell('touch started')).toBeRejectedWithError(Interrupted);
    expect(existsSync(join(cwd, 'started'))).toBeFalse();
  });
});
