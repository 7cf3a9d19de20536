import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SCAFFOLD, succeed } from './run';
import { temporaryFolder } from './temporary-folder';

export const README = join(__dirname, '../../README.md');

/** A block of the session: what is typed and printed, or columns to add to the model. */
const BLOCK = /^```(console|python)\n(.*?)^```$/gms;

/** Longer lists of files are shortened to their first lines. */
const MOST_FILES = 10;

/** The model that the columns are for. */
const MODEL = 'app/models/post.py';

/** A session that was run. */
export interface ReadmeSession {
  /** README.md with what the commands printed. */
  text: string;
  /** The application's folder. */
  root: string;
}

/** Runs the commands of README.md, one after the other, in an empty folder. `./run.sh`, which goes on, is left out. */
export async function runReadmeSession(): Promise<ReadmeSession> {
  const readme = readFileSync(README, 'utf8');
  const env = environment();
  let cwd = temporaryFolder();
  const parts: string[] = [];
  let end = 0;
  for (const { 0: block, 1: kind, 2: content = '', index } of readme.matchAll(BLOCK)) {
    const printed: string[] = [];
    for (const command of kind === 'console' ? commandsIn(content) : []) {
      cwd = command.startsWith('cd ') ? join(cwd, command.slice('cd '.length)) : cwd;
      printed.push(`$ ${command}\n`, isRun(command) ? await outputOf(command, cwd, env) : '');
    }
    if (kind === 'python') {
      addColumns(join(cwd, MODEL), content);
    }
    const shown = kind === 'console' ? `\`\`\`console\n${printed.join('')}\`\`\`` : block;
    parts.push(readme.slice(end, index), shown);
    end = index + block.length;
  }
  return { text: parts.join('') + readme.slice(end), root: cwd };
}

function commandsIn(block: string): string[] {
  return [...block.matchAll(/^\$ (.*)$/gm)].map(([, command = '']) => command);
}

function isRun(command: string): boolean {
  return !command.startsWith('cd ') && command !== './run.sh';
}

async function outputOf(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  return shortened(await succeed('bash', ['-c', `exec 2>&1; ${command}`], { cwd, env }));
}

/** Less of what nobody reads: the end of a long list of files, and names that differ each time. */
function shortened(output: string): string {
  const named = output.replace(/\b[0-9a-f]{12}_/g, '…_');
  return named.replace(/^(CREATE .*\n)+/m, (list) => {
    const lines = list.split('\n').slice(0, -1);
    return lines.length > MOST_FILES ? `${lines.slice(0, 2).join('\n')}\n…\n` : list;
  });
}

/** `scaffold` on the PATH, and an identity for the first commit. */
function environment(): NodeJS.ProcessEnv {
  const bin = temporaryFolder();
  symlinkSync(SCAFFOLD, join(bin, 'scaffold'));
  const identity = Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'A reader'],
      [`GIT_${who}_EMAIL`, 'reader@example.com'],
    ]),
  );
  const PATH = [bin, process.env['PATH']].join(delimiter);
  return { ...process.env, ...identity, GIT_CONFIG_GLOBAL: '/dev/null', PATH };
}

function addColumns(model: string, columns: string): void {
  const key = /^ {4}id: .*\n/m;
  writeFileSync(model, readFileSync(model, 'utf8').replace(key, `$&${columns}`));
}
