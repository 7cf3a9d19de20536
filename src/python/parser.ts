import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Parser } from 'web-tree-sitter';

let parser: Promise<Parser> | undefined;

/** The parser of Python, which takes some 20 ms to load: by the first file that is parsed, once. */
export function loadParser(): Promise<Parser> {
  return (parser ??= load());
}

async function load(): Promise<Parser> {
  const { Language, Parser } = await import('web-tree-sitter');
  const [runtime, grammar] = await Promise.all([
    readWasm('web-tree-sitter'),
    readWasm('tree-sitter-python'),
  ]);
  await Parser.init({ wasmBinary: runtime });
  return new Parser().setLanguage(await Language.load(grammar));
}

/** The build copies both files here. In the sources they are where the packages have them. */
function readWasm(name: string): Promise<Buffer> {
  const copy = join(__dirname, `${name}.wasm`);
  return readFile(existsSync(copy) ? copy : require.resolve(`${name}/${name}.wasm`));
}
