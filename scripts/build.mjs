// Builds dist/: option types from the schemas, JavaScript from TypeScript, and the files that are read at run time.
// It builds beside dist/ and replaces it at the end, so a failed build leaves the old one.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { compileFromFile } from 'json-schema-to-typescript';
import { AS_FUNCTION, bundle, COMMAND_CODE, ERRORS_OF_DEVKIT } from './bundle.mjs';

const OUT = 'dist.new';
const require = createRequire(import.meta.url);
const schematics = readdirSync('src').filter((name) =>
  existsSync(join('src', name, 'schema.json')),
);

for (const name of schematics) {
  const types = await compileFromFile(join('src', name, 'schema.json'), {
    bannerComment: '/* Made from schema.json by `npm run build`. */',
  });
  writeFileSync(join('src', name, 'options.ts'), types);
}

rmSync(OUT, { recursive: true, force: true });
const compiler = require.resolve('typescript/bin/tsc');
const compile = [compiler, '-p', 'tsconfig.build.json', '--outDir', OUT];
const { status } = spawnSync(process.execPath, compile, { stdio: 'inherit' });
if (status !== 0) {
  process.exit(1);
}

// The compiler keeps a copy of package.json. What was built reads the one of the package.
rmSync(join(OUT, 'package.json'));
const versionFile = join(OUT, 'src/package.js');
writeFileSync(
  versionFile,
  readFileSync(versionFile, 'utf8').replace('../package.json', '../../package.json'),
);

const assets = schematics.flatMap((name) => [join(name, 'schema.json'), join(name, 'files')]);
for (const asset of ['collection.json', 'json-report.schema.json', ...assets].filter((path) =>
  existsSync(join('src', path)),
)) {
  cpSync(join('src', asset), join(OUT, 'src', asset), { recursive: true });
}
const { digestOfTemplates } = require(resolve(OUT, 'src/templates/our-templates.js'));
for (const part of ['application', 'resources']) {
  writeFileSync(join(OUT, 'src', `${part}.digest`), await digestOfTemplates(part));
}
for (const name of ['web-tree-sitter', 'tree-sitter-python']) {
  cpSync(require.resolve(`${name}/${name}.wasm`), join(OUT, 'src/python', `${name}.wasm`));
}
const help = { ...AS_FUNCTION, alias: ERRORS_OF_DEVKIT };
await bundle('bin/command.ts', join(OUT, 'bin/help.js'), help, COMMAND_CODE);
await bundle('bin/command.ts', join(OUT, 'bin/command.js'), AS_FUNCTION);
await build({
  entryPoints: ['bin/scaffold.ts'],
  outfile: join(OUT, 'bin/scaffold.js'),
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  define: {
    COMMAND_DIGEST: JSON.stringify(digestOf(join(OUT, 'bin/command.js'))),
    COMMAND_NAMES: JSON.stringify(commandNames()),
  },
});
chmodSync(join(OUT, 'bin/scaffold.js'), 0o755);

function commandNames() {
  require('./typescript.cjs');
  const { commands } = require('./commands.ts');
  return commands().map((command) => command.name());
}

function digestOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);
}

rmSync('dist', { recursive: true, force: true });
renameSync(OUT, 'dist');
