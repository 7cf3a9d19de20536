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
import type { ReadyApp } from './step';

/** The mode of a file that only its owner may read and write. */
export const SECRET_MODE = 0o600;

/** What is random in an `.env` file: the key, and the passwords of compose.yaml that its example leaves empty. */
const RANDOM = /(?<=^SECRET_KEY=).*$|(?<=^(?:POSTGRES|DATABASE)_PASSWORD=)$/gm;

/** The line of an `.env` file with the secret key. It captures the value without quotes or comment. */
const KEY = /^(?:export\s+)?SECRET_KEY[ \t]*=[ \t]*["']?([^\s"'#]*)/m;

/**
 * Copies `.env.example` to `.env`, with a new secret key and passwords, unless `.env` exists.
 *
 * @returns whether it wrote the file.
 * @throws Error if an existing `.env` lacks the secret key that the example names: the application would not start.
 */
export function writeEnvFile({ root, logger }: Pick<ReadyApp, 'root' | 'logger'>): boolean {
  const path = join(root, '.env');
  const example = readIfExists(join(root, '.env.example'));
  if (example === undefined) {
    return false;
  }
  const existing = readIfExists(path);
  if (existing !== undefined) {
    if (KEY.test(example) && !KEY.exec(existing)?.[1] && !process.env['SECRET_KEY']) {
      throw new Error(`.env has no SECRET_KEY. Add this line:\n  SECRET_KEY=${secret()}`);
    }
    return false;
  }
  const content = example.replace(RANDOM, secret);
  writeFileSync(path, content, { flag: 'wx', mode: SECRET_MODE });
  logger.info('Wrote .env with a new secret key.');
  return true;
}

/** A random value that nobody guesses. */
export function secret(): string {
  return randomBytes(32).toString('hex');
}

function readIfExists(path: string): string | undefined {
  const name = basename(path);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() && !existsSync(path)) {
    throw new Error(
      `${name} is a link to ${readlinkSync(path)}, which does not exist. Create that file or remove the link.`,
    );
  }
  if (stats && !statSync(path).isFile()) {
    throw new Error(`${name} is not a file. Move it away.`);
  }
  return stats && readFileSync(path, 'utf8');
}
