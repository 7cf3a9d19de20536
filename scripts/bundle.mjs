// Bundles the command into one file: Node finds and reads that faster than some hundred.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import typescript from 'typescript';

const require = createRequire(import.meta.url);

/** Modules that a library loads but the command never uses. */
const LEFT_OUT = [
  // ajv, which validates options: a third of a start.
  { module: /^\.\/registry$/, importer: '@angular-devkit/core/src/json/schema/' },
  // Its CommonJS form cannot be bundled.
  { module: /^jsonc-parser$/, importer: '@angular-devkit/' },
  // Node's own, which takes 3 ms.
  { module: /^node:child_process$/, importer: 'commander/' },
];

/** What only runs for a command: without it, help is shown a fifth sooner. */
export const COMMAND_CODE = [{ module: /^\.\/commands\/|\/parser$/, importer: '/src/cli/' }];

/** Of the devkit, help needs no more than the class of its errors: without the rest, its bundle is a third as long. */
export const ERRORS_OF_DEVKIT = {
  '@angular-devkit/schematics': '@angular-devkit/schematics/src/exception/exception.js',
  '@angular-devkit/core': '@angular-devkit/core/src/exception.js',
};

/** Bundles a module that throws when it is used in place of one that is left out. */
const leaveOut = (modules) => ({
  name: 'leave-out',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /./ }, ({ path, importer }) =>
      modules.some((left) => left.module.test(path) && importer.includes(left.importer))
        ? { path, namespace: 'left-out' }
        : undefined,
    );
    onLoad({ filter: /./, namespace: 'left-out' }, ({ path }) => ({
      contents: `module.exports = new Proxy({}, {
        get(_, name) {
          if (name === '__esModule') return true;
          throw new Error(${JSON.stringify(`${path} is not in the bundle.`)});
        },
      });`,
    }));
  },
});

/** Loads a module of rxjs when somebody asks for one of its exports, instead of all two hundred at once. */
const loadLazily = {
  name: 'load-lazily',
  setup({ onLoad }) {
    onLoad({ filter: /rxjs\/dist\/cjs\/index\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8')
        .replace(/^var (\w+) = (require\(.+\));$/gm, 'var $1 = () => $2;')
        .replace(/return (\w+_\d+)\./g, 'return $1().'),
    }));
  },
};

/** Reads and writes a number of the Python parser at once: its library compares the names of all types first. */
const readNumbers = {
  name: 'read-numbers',
  setup({ onLoad }) {
    onLoad({ filter: /web-tree-sitter\.cjs$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8')
        .replace(/C\.getValue\(([^()]+), "i32"\)/g, 'C.HEAP_DATA_VIEW.getInt32($1, true)')
        .replace(/C\.setValue\(([^()]+), "i32"\)/g, 'C.HEAP_DATA_VIEW.setInt32($1, true)'),
    }));
  },
};

/** Compiles the sources to CommonJS, as their packages are: esbuild's bridge between the two copies every import. */
const asCommonJs = {
  name: 'as-commonjs',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.+\.ts$/ }, ({ path }) => ({
      contents: typescript.transpile(readFileSync(path, 'utf8'), {
        module: typescript.ModuleKind.CommonJS,
        target: typescript.ScriptTarget.ES2023,
        esModuleInterop: true,
      }),
    }));
  },
};

/** Makes the bundle an expression: a function with the arguments that Node passes to a module. */
export const AS_FUNCTION = {
  banner: { js: '(function (exports, require, module, __filename, __dirname) {' },
  footer: { js: '})' },
};

/**
 * Bundles a module with all that it imports.
 *
 * @param outfile The bundle. The licences of the packages in it go beside it.
 * @param options More options of esbuild.
 * @param leftOut What else the bundle never uses.
 */
export async function bundle(entryPoint, outfile, { alias, ...options } = {}, leftOut = []) {
  const { metafile } = await build({
    entryPoints: [entryPoint],
    outfile,
    allowOverwrite: true,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    // A script from the code cache cannot import.
    supported: { 'dynamic-import': false },
    // A shorter file is read and cached sooner. Names stay, for stack traces.
    minifyWhitespace: true,
    // Its ES module needs its own URL, which a bundle does not have.
    alias: { 'web-tree-sitter': require.resolve('web-tree-sitter'), ...alias },
    external: ['chokidar'],
    plugins: [leaveOut([...LEFT_OUT, ...leftOut]), loadLazily, readNumbers, asCommonJs],
    logLevel: 'warning',
    metafile: true,
    ...options,
  });
  writeFileSync(join(dirname(outfile), 'LICENSES.txt'), licencesOf(Object.keys(metafile.inputs)));
}

/** The licences of the packages that these files belong to. */
function licencesOf(files) {
  const packages = files.map((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]);
  return [...new Set(packages.filter((name) => name !== undefined))]
    .sort()
    .map((name) => {
      const folder = join('node_modules', name);
      const licence = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
      if (licence === undefined) {
        throw new Error(`${name} comes without a licence.`);
      }
      return `${name}\n\n${readFileSync(join(folder, licence), 'utf8').trim()}\n`;
    })
    .join('\n---\n\n');
}
