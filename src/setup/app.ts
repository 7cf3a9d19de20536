import type { logging } from '@angular-devkit/core';

/** The application that the steps set up. */
export interface App {
  /** The absolute path of its folder. */
  readonly root: string;
  readonly logger: logging.LoggerApi;
  /** Aborted when the set-up has to end: see `interruptible`. */
  readonly signal: AbortSignal;
  /** Its Python, relative to its folder, if that is not the one of `venv/`. */
  readonly python?: string;
}
