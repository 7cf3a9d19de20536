import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes `.env` where there is none: `.env.example` with a secret key of its own. Whether it did.
 */
export function writeEnvFile(root: string): boolean {
  const path = join(root, '.env');
  const example = join(root, '.env.example');
  if (existsSync(path) || !existsSync(example)) {
    return false;
  }
  const secretKey = `SECRET_KEY=${randomBytes(32).toString('hex')}`;
  const text = readFileSync(example, 'utf8').replace(/^SECRET_KEY=.*$/m, secretKey);
  writeFileSync(path, text, { flag: 'wx' });
  return true;
}
