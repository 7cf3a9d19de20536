// Lets Node load TypeScript, for specs, benchmarks and scripts: `node -r ./scripts/typescript.cjs file.ts`. It checks no types.
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { transformSync } = require('esbuild');

process.setSourceMapsEnabled(true);

Module._extensions['.ts'] = (module, path) => {
  const { code } = transformSync(readFileSync(path, 'utf8'), {
    loader: 'ts',
    format: 'cjs',
    target: `node${process.versions.node}`,
    // Node's own `import()` does not find files without their suffix.
    supported: { 'dynamic-import': false },
    sourcefile: path,
    sourcemap: 'inline',
    sourcesContent: false,
  });
  module._compile(code, path);
};
