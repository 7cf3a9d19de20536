import fc from 'fast-check';

/** The default time limit of a spec, in milliseconds: installing, serving and browsing take time. */
jasmine.DEFAULT_TIMEOUT_INTERVAL = 300_000;

/** A run of specs is the same each time. `npm run soak` tries what is random. */
fc.configureGlobal({ seed: 20_260_101 });

// What a failed spec leaves running would keep a worker alive, and whoever reads its output waiting.
process.once('disconnect', () => {
  process.exit();
});
