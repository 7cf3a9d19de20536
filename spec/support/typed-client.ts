import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { succeed } from './run';
import { environmentWith } from './search-path';
import { shared } from './shared';
import { temporaryFolder } from './temporary-folder';

/** openapi-typescript does not work with the TypeScript of this package yet. */
const PACKAGES = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3'];

const installed = shared('typed-client', async (folder) => {
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await succeed('npm', ['install', '--prefix', folder, ...PACKAGES, ...quiet]);
  return folder;
});

/** The command of docs/api.md that makes the types of a client, and the client there. */
export function printedClient(): { readonly command: string; readonly client: string } {
  const text = readFileSync(join(__dirname, '../../docs/api.md'), 'utf8');
  const [, section = ''] = /\n## A typed client\n(.*?)\n## /s.exec(text) ?? [];
  const [, command = ''] = /```sh\n(.*?)\n```/s.exec(section) ?? [];
  const [, client = ''] = /```ts\n(.*?)```/s.exec(section) ?? [];
  return { command, client };
}

/**
 * Compiles a client, as strictly as TypeScript does, with the types of the API that is served at a URL, and runs it.
 *
 * @returns what it prints.
 */
export async function runTypedClient(client: string, url: string): Promise<string> {
  const packages = join(await installed(), 'node_modules');
  const cwd = temporaryFolder();
  symlinkSync(packages, join(cwd, 'node_modules'));
  writeFileSync(join(cwd, 'package.json'), '{ "type": "module" }\n');
  const served = (text: string): string => text.replaceAll('http://localhost:5000', url);
  writeFileSync(join(cwd, 'client.ts'), served(client));
  const env = environmentWith([join(packages, '.bin'), process.env['PATH']].join(':'));
  await succeed('sh', ['-c', served(printedClient().command)], { cwd, env });
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const modules = ['--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];
  await succeed('tsc', [...strict, ...modules, 'client.ts'], { cwd, env });
  return succeed(process.execPath, ['client.js'], { cwd });
}
