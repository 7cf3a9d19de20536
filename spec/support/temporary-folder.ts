import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_FOLDER } from './run-folder';

/** An empty folder, removed when all specs have run. */
export function temporaryFolder(): string {
  return mkdtempSync(join(RUN_FOLDER, 'spec-'));
}
