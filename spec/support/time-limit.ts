/** For a spec that does not say its own: installing, serving and browsing take their time. In milliseconds. */
jasmine.DEFAULT_TIMEOUT_INTERVAL = 120_000;
