// Specs: spec/python/wrap.spec.ts
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../package';

/** The packages' WebAssembly, by the name that the build gives a file. */
export const WASM = {
  'ruff-format': '@wasm-fmt/ruff_fmt/wasm',
  'tree-sitter-python': 'tree-sitter-python/tree-sitter-python.wasm',
  'web-tree-sitter': 'web-tree-sitter/web-tree-sitter.wasm',
} as const;

/** The build copies all files here. In the sources they are where the packages have them. */
export function readWasm(name: keyof typeof WASM): Buffer {
  const copy = join(PACKAGE_FOLDER, 'python', `${name}.wasm`);
  return readFileSync(existsSync(copy) ? copy : require.resolve(WASM[name]));
}
