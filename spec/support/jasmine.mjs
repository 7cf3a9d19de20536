import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const typescript = require.resolve('../../scripts/typescript.cjs');

// For the reporter, which is loaded before what `requires` names; that is for the specs, which workers load.
require(typescript);
// Workers inherit its folder.
require('./run-folder.ts');

export default {
  spec_dir: 'spec',
  spec_files: ['**/*.spec.ts'],
  jsLoader: 'require',
  requires: [typescript],
  helpers: ['support/each-process.ts'],
  env: { failSpecWithNoExpectations: true },
};
