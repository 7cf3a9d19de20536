import { randomBytes } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import type { App } from './app';

/** What only its owner may read and write. */
export const SECRET_MODE = 0o600;

/** The line of a settings file that gives the key, and its value without quotes or a comment. */
const KEY = /^(?:export\s+)?SECRET_KEY[ \t]*=[ \t]*["']?([^\s"'#]*)/m;

/**
 * Makes `.env` where there is none: `.env.example` with a secret key of its own.
 *
 * @returns whether it did.
 * @throws Error where there is one without the secret key that the example names: the application would not start.
 */
export function writeEnvFile({ root, logger }: Pick<App, 'root' | 'logger'>): boolean {
  const path = join(root, '.env');
  const example = readIfThere(join(root, '.env.example'));
  if (example === undefined) {
    return false;
  }
  const existing = readIfThere(path);
  const line = `SECRET_KEY=${randomBytes(32).toString('hex')}`;
  if (existing !== undefined) {
    if (KEY.test(example) && !KEY.exec(existing)?.[1] && !process.env['SECRET_KEY']) {
      throw new Error(
        `.env stays as you wrote it, but has no SECRET_KEY. Add this line:\n  ${line}`,
      );
    }
    return false;
  }
  writeFileSync(path, example.replace(/^SECRET_KEY=.*$/m, line), { flag: 'wx', mode: SECRET_MODE });
  logger.info('Wrote .env, with a secret key of its own.');
  return true;
}

function readIfThere(path: string): string | undefined {
  const name = basename(path);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() && !existsSync(path)) {
    throw new Error(
      `${name} is a link to ${readlinkSync(path)}, which is not there: make that file, or remove the link.`,
    );
  }
  if (stats && !statSync(path).isFile()) {
    throw new Error(`${name} is not a file: move it away.`);
  }
  return stats && readFileSync(path, 'utf8');
}
