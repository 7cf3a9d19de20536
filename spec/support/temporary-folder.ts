import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

/** An empty folder, removed when all specs have run. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'scaffold-spec-'));
  made.push(folder);
  return folder;
}

process.on('exit', () => {
  for (const folder of made) {
    rmSync(folder, { recursive: true, force: true });
  }
});
