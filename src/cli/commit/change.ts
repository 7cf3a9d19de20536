import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../system-error';
import type { StagedFile } from './staged-file';

/** A staged file that differs from what is on disk. */
export interface Change extends StagedFile {
  readonly kind: 'CREATE' | 'UPDATE';
}

/** What staged files would change in a folder; it need not exist. */
export function changesIn(root: string, files: readonly StagedFile[]): Change[] {
  return files.flatMap((file): Change[] => {
    const current = readIfThere(join(root, file.path));
    if (!current) {
      return [{ ...file, kind: 'CREATE' }];
    }
    return current.equals(file.content) ? [] : [{ ...file, kind: 'UPDATE' }];
  });
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) {
      return undefined;
    }
    throw error;
  }
}
