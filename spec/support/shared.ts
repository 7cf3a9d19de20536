import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { hasCode } from '../../src/errors';
import { RUN_FOLDER } from './run-folder';

/**
 * What is made once in a run: by the first process that asks, for all of them.
 *
 * @param make Gets a folder of its own; what it returns must survive JSON.
 */
export function shared<T>(name: string, make: (folder: string) => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= makeOrWait(join(RUN_FOLDER, name), make));
}

async function makeOrWait<T>(folder: string, make: (folder: string) => Promise<T>): Promise<T> {
  const file = `${folder}.json`;
  if (isFirst(folder)) {
    const outcome = await make(folder).then(
      (value) => ({ value }),
      (error: unknown) => ({ error: String(error) }),
    );
    writeFileSync(`${file}.new`, JSON.stringify(outcome));
    renameSync(`${file}.new`, file);
  }
  while (!existsSync(file)) {
    await setTimeout(100);
  }
  const outcome = JSON.parse(readFileSync(file, 'utf8')) as { value: T } | { error: string };
  if ('error' in outcome) {
    throw new Error(outcome.error);
  }
  return outcome.value;
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) {
      return false;
    }
    throw error;
  }
}
