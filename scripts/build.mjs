// Builds dist/: option types from the schemas, JavaScript from TypeScript, and the files read at run time.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileFromFile } from 'json-schema-to-typescript';

const require = createRequire(import.meta.url);
const schematics = readdirSync('src').filter((name) => existsSync(join('src', name, 'schema.json')));

for (const name of schematics) {
  const types = await compileFromFile(join('src', name, 'schema.json'), {
    bannerComment: '/* Made from schema.json by `npm run build`. */',
  });
  writeFileSync(join('src', name, 'options.ts'), types);
}

rmSync('dist', { recursive: true, force: true });
execFileSync(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
});

cpSync('src/collection.json', 'dist/src/collection.json');
for (const name of schematics) {
  for (const asset of ['schema.json', 'files']) {
    const source = join('src', name, asset);
    if (existsSync(source)) {
      cpSync(source, join('dist', source), { recursive: true });
    }
  }
}
chmodSync('dist/bin/scaffold.js', 0o755);
