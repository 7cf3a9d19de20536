/** The default time limit of a spec, in milliseconds: installing, serving and browsing take time. */
jasmine.DEFAULT_TIMEOUT_INTERVAL = 300_000;
