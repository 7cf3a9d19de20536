import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Shell } from '../../src/cli/completion-scripts';
import { onTerminal, type TerminalRun } from '../support/pseudo-terminal';
import { SCAFFOLD } from '../support/run';
import { writeFiles } from '../support/write-files';

/** How a shell starts without settings of a person, and takes the script. */
const SHELLS: Readonly<Record<Shell, { words: readonly string[]; ready: readonly string[] }>> = {
  bash: { words: ['--norc', '-i'], ready: ['source <(scaffold completion bash)'] },
  zsh: {
    words: ['-f', '-i'],
    ready: ['autoload -U compinit; compinit -u', 'source <(scaffold completion zsh)'],
  },
  fish: { words: ['--no-config', '-i'], ready: ['scaffold completion fish | source'] },
};

/** A shell in a project, ready to complete `scaffold`. */
async function start(shell: Shell): Promise<TerminalRun> {
  const cwd = writeFiles({
    '.scaffold/resources/posts.json': '{}',
    '.scaffold/resources/admin.users.json': '{}',
    'app/models/blog_post.py': '',
  });
  const bin = join(cwd, 'bin');
  mkdirSync(bin);
  // It says what it would run, and answers what a shell asks.
  writeFileSync(
    join(bin, 'scaffold'),
    `#!/bin/sh
if [ "$1" = completion ]; then exec '${process.execPath}' '${SCAFFOLD}' "$@"; fi
echo "runs: $*;"
`,
  );
  chmodSync(join(bin, 'scaffold'), 0o755);
  const { ready, words } = SHELLS[shell];
  const run = onTerminal(shell, words, cwd, {
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    HOME: cwd,
    XDG_CONFIG_HOME: cwd,
    PS1: '> ',
  });
  for (const line of [...ready, 'scaffold ready']) {
    run.type(`${line}\r`);
  }
  await run.shows('runs: ready;');
  return run;
}

for (const shell of Object.keys(SHELLS) as Shell[]) {
  describe(`${shell} with the script of scaffold completion`, () => {
    let run: TerminalRun;

    beforeAll(async () => {
      run = await start(shell);
    });

    afterAll(async () => {
      process.kill(run.pid, 'SIGKILL');
      await run.ended;
    });

    for (const [typed, completed] of [
      ['make:v', 'make:view'],
      ['make:resource posts --dry', 'make:resource posts --dry-run'],
      ['make:view posts.index --guard adm', 'make:view posts.index --guard admin'],
      ['make:view posts.index --guard=adm', 'make:view posts.index --guard=admin'],
      ['add:field admin', 'add:field admin.users'],
      ['add:field posts price:dec', 'add:field posts price:decimal'],
      ['add:field posts body:text:opt', 'add:field posts body:text:optional'],
      ['make:model Blog', 'make:model BlogPost'],
    ] as const) {
      it(`turns ${typed} into ${completed}`, async () => {
        run.type(`scaffold ${typed}\t\r`);
        await run.shows(`runs: ${completed};`);
        expect(run.screen()).toContain(`runs: ${completed};`);
      });
    }

    it('lists what a word may become', async () => {
      const other = await start(shell);
      other.type('scaffold make:\t\t');
      await other.shows(/auth[^]*model[^]*resource[^]*view/);
      expect(other.screen()).toContain('make:');
      process.kill(other.pid, 'SIGKILL');
      await other.ended;
    });
  });
}
