// Specs: spec/setup/set-up.spec.ts
import type { logging } from '@angular-devkit/core';
import { systemMessage } from '../errors';

/** The application that the steps set up. */
export interface ReadyApp {
  /** The absolute path of its folder. */
  readonly root: string;
  readonly logger: logging.LoggerApi;
  /** Aborted when the set-up has to end: see `interruptible`. */
  readonly signal: AbortSignal;
  /** Its Python, relative to its folder, if that is not the one of `venv/`. */
  readonly python?: string;
}

/** The parts of a set-up that take time. */
type StepName = 'python' | 'stylesheet' | 'database' | 'git';

/** How far a step of the set-up is. */
type StepState = 'started' | 'done' | 'failed';

/** What a log entry about a step carries beside its message, the step's title. */
export interface StepProgress {
  step: StepName;
  state: StepState;
}

/** Whether a log entry is about a step. */
export function isStep(entry: logging.LogEntry): entry is logging.LogEntry & StepProgress {
  return 'step' in entry && 'state' in entry;
}

/** A step failed. The message has its title and the last lines of its tool. */
export class StepError extends Error {
  constructor(title: string, cause: unknown) {
    super(`${title} failed:\n${messageOf(cause).replace(/^(?=.)/gm, '  ')}`, { cause });
  }
}

/** A step that logs its start at the level info, which every host shows, and its end at the level debug. */
export class SetUpStep {
  private state?: StepState;

  /** @param title Such as `Installing Python packages`. */
  constructor(
    private readonly logger: logging.LoggerApi,
    private readonly name: StepName,
    private readonly title: string,
  ) {}

  /** Whether the step had something to do. */
  get hasStarted(): boolean {
    return this.state !== undefined;
  }

  /** Logs the start, once: the step has something to do. */
  start(): void {
    if (!this.hasStarted) {
      this.logger.info(this.title, this.become('started'));
    }
  }

  /**
   * Does the work. The work may start the step, or find nothing to do.
   *
   * @returns what the work returns.
   * @throws StepError if the work throws.
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      if (this.hasStarted) {
        this.logger.debug(this.title, this.become('done'));
      }
      return result;
    } catch (error) {
      this.logger.debug(this.title, this.become('failed'));
      throw new StepError(this.title, error);
    }
  }

  private become(state: StepState): { step: StepName; state: StepState } {
    this.state = state;
    return { step: this.name, state };
  }
}

/** The message of an error, for a person. */
export function messageOf(error: unknown): string {
  return systemMessage(error) ?? (error instanceof Error ? error.message : String(error));
}
