import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Parser } from 'web-tree-sitter';
import { PACKAGE_FOLDER } from '../package-folder';

/** Node's own, of which the types of Node say nothing. */
declare const WebAssembly: { compile: (bytes: Uint8Array) => Promise<object> };

let parser: Promise<Parser> | undefined;

/** The parser of Python, which takes some 20 ms to load: by the first file that is parsed, once. */
export function loadParser(): Promise<Parser> {
  return (parser ??= load());
}

async function load(): Promise<Parser> {
  const { Language, Parser } = await import('web-tree-sitter');
  // Both are compiled at the same time, beside this thread.
  const grammar = WebAssembly.compile(readWasm('tree-sitter-python'));
  await Parser.init({ wasmBinary: readWasm('web-tree-sitter') });
  return new Parser().setLanguage(Language.loadSync(await grammar));
}

/** The build copies both files here. In the sources they are where the packages have them. */
function readWasm(name: string): Buffer {
  const copy = join(PACKAGE_FOLDER, 'python', `${name}.wasm`);
  return readFileSync(existsSync(copy) ? copy : require.resolve(`${name}/${name}.wasm`));
}
