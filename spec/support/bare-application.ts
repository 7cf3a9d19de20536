import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { succeed, SCAFFOLD } from './run';
import { temporaryFolder } from './temporary-folder';

const made = new Map<boolean, Promise<string>>();

/** A copy of an application's files as `scaffold new` writes them: no environment, no packages, no repository. */
export async function bareCopy(db = true): Promise<string> {
  let original = made.get(db);
  if (!original) {
    original = make(db);
    made.set(db, original);
  }
  const root = join(temporaryFolder(), 'blog');
  cpSync(await original, root, { recursive: true });
  return root;
}

async function make(db: boolean): Promise<string> {
  const cwd = temporaryFolder();
  const flags = [db ? '--db' : '--no-db', '--skip-install', '--skip-git'];
  await succeed(process.execPath, [SCAFFOLD, 'new', 'blog', ...flags], { cwd });
  return join(cwd, 'blog');
}
