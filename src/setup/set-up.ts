import { existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { logging } from '@angular-devkit/core';
import { Interrupted } from '../errors';
import { interruptible } from '../interruptible';
import { setUpDatabase } from './database';
import { writeEnvFile } from './env-file';
import { setModes } from './modes';
import { setUpPython } from './python-environment';
import { makeFirstCommit, makeRepository } from './repository';
import { pinRequirements } from './requirements';
import { type ReadyApp, messageOf } from './step';
import { setUpStylesheet } from './stylesheet';

export interface SetUpRequest {
  /** The absolute path of the application's folder. */
  root: string;
  /** The Python for the virtual environment: a path or a command. Default: the first suitable one on the PATH. */
  python?: string;
  /** Whether to install packages, build the stylesheet and prepare the database. Default: true. */
  install?: boolean;
  /**
   * `create`: make a repository, unless the application is inside one, and the first commit. `complete`, the default:
   * make the first commit if an earlier set-up made the repository but not the commit. `leave`: neither.
   */
  git?: 'create' | 'complete' | 'leave';
  /** The secret key of a new application. It tells its `.env` from an older one. */
  newSecretKey?: string;
}

/**
 * Makes an application ready to run. It looks at what exists and does what is missing. If the environment or the database
 * fails, the stylesheet is still built, and the other way round; then there is no first commit.
 *
 * @throws SetUpError if a step failed; Interrupted if the process was asked to end.
 */
export async function setUp(request: SetUpRequest, logger: logging.LoggerApi): Promise<void> {
  const { root } = request;
  const isChanged = await interruptible((signal) => {
    const app: ReadyApp = { root, logger, signal };
    return warnIfInterrupted(app, () => runSteps(app, request));
  }).catch((error: unknown) => {
    throw error instanceof Interrupted ? error : new SetUpError(error, root);
  });
  if (!isChanged) {
    logger.info(`Nothing to do: ${basename(root)} is ready.`);
  } else if (request.newSecretKey === undefined) {
    const next = existsSync(join(root, 'run.sh')) ? ' Run ./run.sh to serve it.' : '';
    logger.info(`${basename(root)} is ready.${next}`);
  }
}

async function runSteps(app: ReadyApp, request: SetUpRequest): Promise<boolean> {
  const { root, python, install = true, git = 'complete', newSecretKey } = request;
  const changes = [
    setModes(root, newSecretKey),
    writeEnvFile(app),
    git === 'create' && (await makeRepository(app)),
    install && (await all(setUpPythonAndDatabase(app, python), setUpStylesheet(app))),
    git !== 'leave' && (await makeFirstCommit(app)),
  ];
  return changes.includes(true);
}

/** Does the work. If it is interrupted, or was before it began, a warning says how to continue. */
async function warnIfInterrupted<T>(
  { root, logger, signal }: ReadyApp,
  work: () => Promise<T>,
): Promise<T> {
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    if (signal.aborted) {
      logger.warn(`Interrupted: ${howToContinue(root)}`);
    }
  }
}

async function setUpPythonAndDatabase(app: ReadyApp, python?: string): Promise<boolean> {
  const isInstalled = await setUpPython(app, python);
  const isPrepared = await all(pinRequirements(app), setUpDatabase(app, isInstalled));
  return isInstalled || isPrepared;
}

/**
 * Waits for all steps that run at the same time, even if one fails.
 *
 * @returns whether any of them did something.
 * @throws AggregateError of everything that they threw.
 */
async function all(...steps: Promise<boolean>[]): Promise<boolean> {
  const outcomes = await Promise.allSettled(steps);
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (failures.length > 0) {
    throw new AggregateError(failures.map(({ reason }) => reason as unknown));
  }
  return outcomes.some((outcome) => outcome.status === 'fulfilled' && outcome.value);
}

/** Steps of a set-up failed. The message has the last lines of each step's tool, and how to continue. */
export class SetUpError extends Error {
  /**
   * @param cause The error of a step, or an AggregateError of several.
   * @param root The absolute path of the application's folder.
   */
  constructor(cause: unknown, root: string) {
    const lines = [...failures(cause).map(messageOf), `Fix that, then ${howToContinue(root)}`];
    super(lines.join('\n'), { cause });
  }
}

/** How to complete a set-up: the end of a sentence. */
function howToContinue(root: string): string {
  const path = relative(process.cwd(), root);
  const place = path === '' ? '' : ` in ${path.startsWith('..') ? root : path}`;
  return `run \`scaffold setup\`${place} to continue.`;
}

function failures(error: unknown): unknown[] {
  return error instanceof AggregateError ? error.errors.flatMap(failures) : [error];
}
