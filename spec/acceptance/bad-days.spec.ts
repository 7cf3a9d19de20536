import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { NO_INDEX, refusingIndex, silentIndex } from '../support/index-server';
import { processesIn } from '../support/processes';
import { scaffoldOnTerminal } from '../support/pseudo-terminal';
import { type Ended, run, SCAFFOLD, scaffold } from '../support/run';
import { PACKAGE_MANAGERS, pathWithout } from '../support/search-path';
import { serve } from '../support/server';
import { temporaryFolder } from '../support/temporary-folder';
import { treeOf } from '../support/tree-of';

const NEW = ['new', 'blog', '--no-db', '--skip-git'];
const A_MINUTE = 60_000;

describe('scaffold new on a bad day', () => {
  let cwd: string;
  let blog: string;

  beforeEach(() => {
    cwd = temporaryFolder();
    blog = join(cwd, 'blog');
  });

  function start(env: NodeJS.ProcessEnv, args = NEW): Promise<Ended> {
    return scaffold(args, { cwd, env: { ...process.env, ...env } });
  }

  /** The project is kept, and the message says what failed and how to go on. */
  function expectStopped({ code, stderr }: Ended, step: RegExp): void {
    expect(code).toBe(1);
    expect(stderr).toMatch(step);
    expect(stderr).toContain('scaffold setup');
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(existsSync(join(blog, 'run.sh'))).toBeTrue();
  }

  async function expectServed(): Promise<void> {
    const server = await serve(blog, './run.sh', () => []);
    const page = await fetch(server.url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Hello World');
    await server.stop();
  }

  /** `scaffold setup` makes it run, and finds nothing to do when it is run again. */
  async function expectCompletion(): Promise<void> {
    const completed = await scaffold(['setup'], { cwd: blog });
    expect(completed.stderr).toBe('');
    expect(completed.code).toBe(0);
    await expectServed();
    const before = treeOf(blog);
    const again = await scaffold(['setup'], { cwd: blog });
    expect(again.code).toBe(0);
    expect(again.stdout).toMatch(/nothing to do/i);
    expect(treeOf(blog)).toEqual(before);
  }

  const uvAndPip: [string, () => NodeJS.ProcessEnv][] = [
    ['uv', () => ({})],
    ['pip', () => ({ PATH: pathWithout('uv') })],
  ];
  for (const [installer, environment] of uvAndPip) {
    it(`without a network, installing with ${installer}, keeps the project, which setup completes`, async () => {
      expectStopped(await start({ ...environment(), ...NO_INDEX }), /Python/);
      await expectCompletion();
    });

    it(`with an index that refuses, installing with ${installer}, says so`, async () => {
      const index = await refusingIndex();
      expectStopped(await start({ ...environment(), ...index.env }), /Python[^]*403/);
      index.stop();
    });
  }

  it('with an index that is silent gives up within a minute, with uv and with pip', async () => {
    const index = await silentIndex();
    const began = Date.now();
    const env = { ...process.env, ...index.env, PIP_DEFAULT_TIMEOUT: '180' };
    const runs = [
      scaffold(['new', 'with-uv', '--no-db', '--skip-git'], { cwd, env }),
      scaffold(['new', 'blog', '--no-db', '--skip-git'], {
        cwd,
        env: { ...env, PATH: pathWithout('uv') },
      }),
    ];
    for (const ended of await Promise.all(runs)) {
      expectStopped(ended, /Python packages failed[^]*stylesheet failed/);
    }
    expect(Date.now() - began).toBeLessThan(A_MINUTE);
    index.stop();
  });

  it('with an npm that fails still makes an application that runs, and setup adds the stylesheet', async () => {
    const bin = temporaryFolder();
    writeFileSync(join(bin, 'npm'), '#!/bin/sh\necho "npm error: out of order" >&2\nexit 7\n');
    chmodSync(join(bin, 'npm'), 0o755);
    const PATH = [bin, process.env['PATH']].join(delimiter);
    const ended = await start({ PATH });
    expectStopped(ended, /stylesheet/i);
    expect(ended.stderr).toContain('npm error: out of order');
    await expectServed();
    await expectCompletion();
    expect(existsSync(join(blog, 'node_modules'))).toBeTrue();
  });

  it('without a Node package manager makes an application that runs', async () => {
    const { code } = await start({ PATH: pathWithout(...PACKAGE_MANAGERS) });
    expect(code).toBe(0);
    await expectServed();
    expect(existsSync(join(blog, 'package.json'))).toBeFalse();
  });

  it('interrupted on a terminal ends its children, leaves the terminal in order, and setup completes', async () => {
    const run = scaffoldOnTerminal(NEW, cwd);
    await run.shows(/Python/);
    run.type('\x03');
    expect(await run.ended).toBe(130);
    expect(processesIn(cwd)).toEqual([]);
    const [hidden, shown] = ['\x1b[?25l', '\x1b[?25h'].map((code) =>
      run.screen().lastIndexOf(code),
    );
    expect(shown).toBeGreaterThan(hidden ?? NaN);
    expect(run.screen()).toMatch(/Interrupted[^]*scaffold setup/);
    await expectCompletion();
  });

  it('interrupted on a dumb terminal writes no escape code', async () => {
    const run = scaffoldOnTerminal(NEW, cwd, { TERM: 'dumb' });
    await run.shows(/Python/);
    run.type('\x03');
    expect(await run.ended).toBe(130);
    expect(run.screen()).not.toContain('\x1b');
  });

  it('with another run for the same name, leaves one application, and says so to the other', async () => {
    const runs = ['--db', '--no-db'].map((flag) =>
      scaffold(['new', 'blog', flag, '--skip-install', '--skip-git'], { cwd }),
    );
    const [winner, loser] = (await Promise.all(runs)).sort((a, b) => a.code - b.code);
    expect(winner?.code).toBe(0);
    expect(loser?.code).toBe(1);
    expect(loser?.stderr).toMatch(
      /^error: (Another program made the folder blog in the meantime|The folder blog is not empty)/,
    );
    expect(readdirSync(cwd)).toEqual(['blog']);
  });

  it('with a disk that is full says so, and leaves nothing', async () => {
    // A limit on the size of files stands in for it: all but the first few files are longer.
    const ended = await run(
      'bash',
      ['-c', 'ulimit -f 1; exec "$@"', '-', process.execPath, SCAFFOLD, ...NEW],
      { cwd },
    );
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/^error: .*: the file would be larger than the limit allows\.\n$/);
    expect(readdirSync(cwd)).toEqual([]);
  });

  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    it(`ended by ${signal} ends its children first`, async () => {
      const child = spawn(process.execPath, [SCAFFOLD, ...NEW], {
        cwd,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      await new Promise<void>((resolve) => {
        let output = '';
        child.stdout.setEncoding('utf8').on('data', (text: string) => {
          output += text;
          if (output.includes('Python')) {
            resolve();
          }
        });
      });
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([code, null]);
      expect(processesIn(cwd)).toEqual([]);
    });
  }

  it('read by a pipe that closes goes on to the end, without a stack', async () => {
    const command = '"$@" | head -n 1; exit ${PIPESTATUS[0]}';
    const child = spawn(
      'bash',
      ['-c', command, '-', process.execPath, SCAFFOLD, ...NEW, '--skip-install'],
      {
        cwd,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(errors).toBe('');
    expect(treeOf(blog)['run.sh']).toMatch(/^755 /);
  });
});
