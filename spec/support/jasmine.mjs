// For the reporter, which is loaded before what `requires` names; that is for the specs, which workers load.
import 'ts-node/register';

export default {
  spec_dir: 'spec',
  spec_files: ['**/*.spec.ts'],
  jsLoader: 'require',
  requires: ['ts-node/register'],
  helpers: ['support/time-limit.ts'],
  env: { failSpecWithNoExpectations: true },
};
