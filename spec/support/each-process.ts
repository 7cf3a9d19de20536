import fc from 'fast-check';
import { join } from 'node:path';
import { RUN_FOLDER } from './run-folder';

/** The default time limit of a spec, in milliseconds: installing, serving and browsing take time. */
jasmine.DEFAULT_TIMEOUT_INTERVAL = 300_000;

/** A run of specs is the same each time. `npm run soak` tries what is random. */
fc.configureGlobal({ seed: 20_260_101 });

// What mypy knows of packages takes it long to find out, and several at once would write to one cache.
process.env['MYPY_CACHE_DIR'] = join(RUN_FOLDER, `mypy-${process.pid}`);

// Settings of each Python that a spec starts, which save time.
process.env['PYTHONPATH'] = join(__dirname, 'python');

// What a failed spec leaves running would keep a worker alive, and whoever reads its output waiting.
process.once('disconnect', () => {
  process.exit();
});
