// Bundles the command into one file, which Node finds and reads faster than some hundred.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import typescript from 'typescript';

const require = createRequire(import.meta.url);

/** What devkit brings along and a run of the command never uses, half of a start's time. */
const LEFT_OUT = [
  // Validates options, with ajv, and fetches schemas. The command's own options are made from the schema.
  '@angular-devkit/core/src/json/schema/registry.js',
  '@angular-devkit/core/src/workspace/index.js',
  // Of templates with source maps, of edits through devkit's recorder, of JSON, of globs.
  'source-map/source-map.js',
  'magic-string/dist/magic-string.cjs.js',
  'jsonc-parser/lib/umd/main.js',
  'picomatch/index.js',
];

/** Node's own modules that a library loads for what the command does not use of it, and the library. */
const LEFT_OUT_BUILTINS = { 'node:child_process': 'node_modules/commander/' };

/** A module that throws once anything of it is used. */
function absent(name) {
  return {
    contents: `
      function missing() {
        throw new Error(${JSON.stringify(`${name} is left out of the bundle.`)});
      }
      module.exports = new Proxy(missing, {
        get: (_target, name) => (name === '__esModule' || name === 'prototype' ? undefined : missing()),
        construct: missing,
      });`,
  };
}

/** Puts in place of a module what says that it is missing, where a change comes to use it. */
const leaveOut = {
  name: 'leave-out',
  setup({ onLoad, onResolve }) {
    const pattern = LEFT_OUT.map((path) => path.replaceAll('.', '\\.')).join('|');
    onResolve({ filter: /^node:/ }, ({ path, importer }) => {
      const library = LEFT_OUT_BUILTINS[path];
      const isLeftOut = library !== undefined && importer.includes(library);
      return isLeftOut ? { path, namespace: 'left-out' } : undefined;
    });
    onLoad({ filter: /./, namespace: 'left-out' }, ({ path }) => absent(path));
    onLoad({ filter: new RegExp(`node_modules/(${pattern})$`) }, ({ path }) =>
      absent(path.split('node_modules/').at(-1)),
    );
  },
};

/** A barrel of some hundred modules, of which the command uses a tenth. */
const LAZY_BARREL = /rxjs\/dist\/cjs\/index\.js$/;

/** Loads a module of the barrel when somebody asks for what it exports, instead of all of them at once. */
const loadLazily = {
  name: 'load-lazily',
  setup({ onLoad }) {
    onLoad({ filter: LAZY_BARREL }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const modules = new Map();
      const rest = text.replace(/^var (\w+) = (require\(.+\));$/gm, (_line, name, loaded) => {
        modules.set(name, loaded);
        return '';
      });
      return { contents: rest.replace(/\b\w+_\d+\b/g, (name) => modules.get(name) ?? name) };
    });
  },
};

/** Compiles the sources to CommonJS as what they import is: between the two kinds, each import copies all names. */
const asCommonJs = {
  name: 'as-commonjs',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.+\.ts$/ }, async ({ path }) => ({
      contents: typescript.transpileModule(await readFile(path, 'utf8'), {
        compilerOptions: {
          module: typescript.ModuleKind.CommonJS,
          target: 'es2023',
          esModuleInterop: true,
        },
      }).outputText,
      loader: 'js',
    }));
  },
};

/** Makes a function of the bundle, which a module calls itself; a script, which has no arguments, hands it out. */
const AS_FUNCTION = {
  banner: {
    js: '((start) => typeof arguments === "object" ? start(require, __dirname) : start)((require, __dirname) => {',
  },
  footer: { js: '})' },
};

/**
 * @param entryPoint What is bundled, with all that it imports.
 * @param outfile Where to; the licences of the packages in it are written beside it.
 */
export async function bundle(entryPoint, outfile) {
  const { metafile } = await build({
    entryPoints: [entryPoint],
    outfile,
    allowOverwrite: true,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'cjs',
    charset: 'ascii',
    // What is read and kept is half as long; names stay, for stacks.
    minifyWhitespace: true,
    ...AS_FUNCTION,
    // A start that is cached has no place to import from.
    supported: { 'dynamic-import': false },
    // Its module for `import` asks for a URL of its own, which a bundle has not.
    alias: { 'web-tree-sitter': require.resolve('web-tree-sitter') },
    external: ['chokidar'],
    plugins: [leaveOut, loadLazily, asCommonJs],
    logLevel: 'warning',
    metafile: true,
  });
  writeFileSync(join(dirname(outfile), 'LICENSES.txt'), licencesOf(Object.keys(metafile.inputs)));
}

/** The licences of the packages that files are from. */
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
