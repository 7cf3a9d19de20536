import type { logging } from '@angular-devkit/core';

/** The application that is set up, as every step sees it. */
export interface App {
  /** Its folder, absolute. */
  readonly root: string;
  readonly logger: logging.LoggerApi;
  /** Aborted where the set-up has to end: see `interruptible`. */
  readonly signal: AbortSignal;
}
