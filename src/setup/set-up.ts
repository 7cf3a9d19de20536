import { basename } from 'node:path';
import type { logging } from '@angular-devkit/core';
import { Interrupted } from '../errors';
import type { App } from './app';
import { all } from './all';
import { setUpDatabase } from './database';
import { writeEnvFile } from './env-file';
import { interruptible } from '../interruptible';
import { setModes } from './modes';
import { setUpPython } from './python-environment';
import { makeFirstCommit, makeRepository } from './repository';
import { pinRequirements } from './requirements';
import { howToGoOn, SetUpError } from './set-up-error';
import { setUpStylesheet } from './stylesheet';

/** What is to be set up, and how far. */
export interface SetUpRequest {
  /** The application's folder, absolute. */
  root: string;
  /** Makes the virtual environment: a path or a command. Default: the first on the PATH that is recent enough. */
  python?: string;
  /** Whether to install packages, build the stylesheet and prepare the database. Default: true. */
  install?: boolean;
  /**
   * `create`: make a repository, unless the application is inside one, and the first commit. `complete`, the default:
   * make the first commit where an earlier set-up made the repository and did not come that far. `leave`: neither.
   */
  git?: 'create' | 'complete' | 'leave';
  /** That of a new application, by which its own `.env` is known from one that was there before. */
  newSecretKey?: string;
}

/**
 * Makes an application ready to run: looks at what is there, and does what is missing. Where the environment or the
 * database fails, the stylesheet is built all the same, and the other way round; there is no first commit then.
 *
 * @throws SetUpError where a step failed; Interrupted where the process was asked to end.
 */
export async function setUp(request: SetUpRequest, logger: logging.LoggerApi): Promise<void> {
  const { root } = request;
  const isChanged = await interruptible((signal) => {
    const app: App = { root, logger, signal };
    return tellingOfInterrupt(app, () => runSteps(app, request));
  }).catch((error: unknown) => {
    throw error instanceof Interrupted ? error : new SetUpError(error, root);
  });
  if (!isChanged) {
    logger.info(`Nothing to do: ${basename(root)} is ready.`);
  } else if (request.newSecretKey === undefined) {
    logger.info(`${basename(root)} is ready: ./run.sh serves it.`);
  }
}

async function runSteps(app: App, request: SetUpRequest): Promise<boolean> {
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

/** Does the work, and says how to go on where it is interrupted, or was before it began. */
async function tellingOfInterrupt<T>(
  { root, logger, signal }: App,
  work: () => Promise<T>,
): Promise<T> {
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    if (signal.aborted) {
      logger.warn(`Interrupted: ${howToGoOn(root)}`);
    }
  }
}

async function setUpPythonAndDatabase(app: App, python?: string): Promise<boolean> {
  const isInstalled = await setUpPython(app, python);
  const isPrepared = await all(pinRequirements(app), setUpDatabase(app, isInstalled));
  return isInstalled || isPrepared;
}
