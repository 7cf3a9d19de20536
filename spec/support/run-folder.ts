import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = 'SCAFFOLD_SPECS';
const SERVERS = 'servers';

/** The folder of everything that a run of specs makes. Its first process makes it, hands it on to the others, and removes it. */
export const RUN_FOLDER = process.env[NAME] ?? begin();

function begin(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'scaffold-spec-'));
  chmodSync(folder, 0o755); // PostgreSQL's own user works in it, too.
  process.env[NAME] = folder;
  writeFileSync(join(folder, SERVERS), '');
  process.on('exit', () => {
    endServers(join(folder, SERVERS));
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  });
  return folder;
}

/** Ends a server with the run, and not with the process that started it. */
export function endWithRun(pid: number): void {
  appendFileSync(join(RUN_FOLDER, SERVERS), `${pid}\n`);
}

function endServers(list: string): void {
  for (const pid of readFileSync(list, 'utf8').split('\n').filter(Boolean)) {
    try {
      process.kill(Number(pid), 'SIGQUIT');
    } catch {
      // It has ended.
    }
  }
}
