import type { logging } from '@angular-devkit/core';
import { systemMessage } from '../system-error';

/** The parts of a set-up that take their time. */
export type StepName = 'python' | 'stylesheet' | 'database' | 'git';

/** How far a step of the set-up is. */
export type StepState = 'started' | 'done' | 'failed';

/** What an entry of the log carries beside its message, the step's title, where it tells of a step. */
export interface StepProgress {
  step: StepName;
  state: StepState;
}

/** Whether an entry of the log tells of a step. */
export function isStep(entry: logging.LogEntry): entry is logging.LogEntry & StepProgress {
  return 'step' in entry && 'state' in entry;
}

/** A step could not be finished. The message, of several lines, names it and has its tool's own last words. */
export class StepError extends Error {
  constructor(title: string, cause: unknown) {
    super(`${title} failed:\n${messageOf(cause).replace(/^(?=.)/gm, '  ')}`, { cause });
  }
}

/** A step, and what the log is told of it: its start as information, which every host shows, its end at debug. */
export class Step {
  private state?: StepState;

  /** @param title What goes on, such as `Installing Python packages`. */
  constructor(
    private readonly logger: logging.LoggerApi,
    private readonly name: StepName,
    private readonly title: string,
  ) {}

  /** Whether there turned out to be something to do. */
  get hasStarted(): boolean {
    return this.state !== undefined;
  }

  /** There is something to do. */
  start(): void {
    if (!this.hasStarted) {
      this.logger.info(this.title, this.become('started'));
    }
  }

  /**
   * Does the work, which may start the step itself, or find that there is nothing to do.
   *
   * @throws StepError where the work throws.
   */
  async run(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.debug(this.title, this.become('failed'));
      throw new StepError(this.title, error);
    }
    if (this.hasStarted) {
      this.logger.debug(this.title, this.become('done'));
    }
  }

  private become(state: StepState): { step: StepName; state: StepState } {
    this.state = state;
    return { step: this.name, state };
  }
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return systemMessage(error) ?? (error instanceof Error ? error.message : String(error));
}
