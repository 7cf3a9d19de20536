import { readFileSync } from 'node:fs';

/** The version of this package. */
export function packageVersion(): string {
  const file = require.resolve('scaffold-flask/package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
