import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What only its owner may read and write. */
export const SECRET_MODE = 0o600;

/**
 * Makes `.env` where there is none: `.env.example` with a secret key of its own.
 *
 * @returns whether it did.
 */
export function writeEnvFile(root: string): boolean {
  const path = join(root, '.env');
  const example = join(root, '.env.example');
  if (existsSync(path) || !existsSync(example)) {
    return false;
  }
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error(
      `.env is a link to ${readlinkSync(path)}, which is not there: make that file, or remove the link.`,
    );
  }
  const secretKey = `SECRET_KEY=${randomBytes(32).toString('hex')}`;
  const text = readFileSync(example, 'utf8').replace(/^SECRET_KEY=.*$/m, secretKey);
  writeFileSync(path, text, { flag: 'wx', mode: SECRET_MODE });
  return true;
}
