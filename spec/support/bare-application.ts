import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { succeed, SCAFFOLD } from './run';
import { shared } from './shared';
import { temporaryFolder } from './temporary-folder';

const withDatabase = shared('bare-with-database', (folder) => make(folder, '--db'));
const withoutDatabase = shared('bare-without-database', (folder) => make(folder, '--no-db'));

/** A copy of an application's files as `scaffold new` writes them: no environment, no packages, no repository. */
export async function bareCopy(db = true): Promise<string> {
  const root = join(temporaryFolder(), 'blog');
  cpSync(await (db ? withDatabase() : withoutDatabase()), root, { recursive: true });
  return root;
}

async function make(cwd: string, flag: string): Promise<string> {
  const args = ['new', 'blog', flag, '--skip-install', '--skip-git'];
  await succeed(process.execPath, [SCAFFOLD, ...args], { cwd });
  return join(cwd, 'blog');
}
