import {
  chmodSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { errorCode } from '../../system-error';
import type { Change } from './change';
import { STATE_FOLDER } from './lock';
import type { StagedFile } from './staged-file';

/** What a commit does; written before it does anything. Paths are relative to the root. */
interface Plan {
  writes: Write[];
  /** The folders that it makes, outermost first. */
  folders: string[];
}

interface Write {
  /** The file as the run named it: a link may lead to another one. */
  path: string;
  file: string;
  /** The new content, beside the file, so that a rename puts it into place. */
  staged: string;
  /** The content, in base64; null where there is no file. */
  before: string | null;
  after: string;
}

/** The ending of what would have replaced a file that was edited after the run was killed. */
const KEPT = '.scaffold-new';

/**
 * Writes changes into a project, all of them or none: the new contents are written beside the files first, and once all
 * are there they are renamed into place. A run that is killed before that moment leaves nothing, and one that is killed
 * after it is finished by `recover`. The caller holds the lock.
 *
 * @returns The files, relative to the root, that were edited at the last moment: see `recover`.
 * @throws SchematicsException where a file was edited since the change was planned.
 */
export function commitChanges(root: string, changes: readonly Change[]): string[] {
  const { begun, decided } = planFiles(root);
  const plan = planOf(realpathSync(root), changes);
  try {
    write(begun, JSON.stringify(plan));
    plan.folders.forEach((folder) => {
      mkdirSync(join(root, folder));
    });
    for (const { path, target, before, content } of changes) {
      write(stagedBeside(target.file), content, target.stats?.mode);
      if (contentOf(target.file) !== encoded(before)) {
        throw new SchematicsException(`${path} was edited while scaffold ran: run it again.`);
      }
    }
    // A rename takes no space, so the decision cannot fail for want of it.
    renameSync(begun, decided);
  } catch (error) {
    recover(root);
    throw error;
  }
  return recover(root);
}

/**
 * Finishes the commit of a run that was killed, or takes back what it had begun. The caller holds the lock.
 *
 * @returns The files, relative to the root, that were edited after that run was killed. They stay as they are; what would
 * have replaced them stands beside them, under the same name and `.scaffold-new`.
 */
export function recover(root: string): string[] {
  const { begun, decided } = planFiles(root);
  const toFinish = readPlan(decided);
  if (toFinish) {
    const edited = toFinish.writes.filter((entry) => !finish(root, entry));
    rmSync(decided);
    return edited.map(({ path }) => path);
  }
  takeBack(root, begun);
  return [];
}

/** What a run has decided to write, and not written yet: what `recover` would, but for what was edited since. */
export function pendingFiles(root: string): StagedFile[] {
  const writes = readPlan(planFiles(root).decided)?.writes ?? [];
  return writes
    .filter(({ staged, after }) => contentOf(join(root, staged)) === after)
    .filter(({ file, before }) => contentOf(join(root, file)) === before)
    .map(({ path, after }) => ({ path, content: Buffer.from(after, 'base64') }));
}

function planFiles(root: string): { begun: string; decided: string } {
  const state = join(root, STATE_FOLDER);
  return { begun: join(state, 'begun.json'), decided: join(state, 'decided.json') };
}

function planOf(root: string, changes: readonly Change[]): Plan {
  const folders = new Set(changes.flatMap(({ target }) => target.missingFolders));
  return {
    writes: changes.map(({ path, target, before, content }) => ({
      path,
      file: relative(root, target.file),
      staged: relative(root, stagedBeside(target.file)),
      before: encoded(before),
      after: encoded(content),
    })),
    folders: [...folders].map((folder) => relative(root, folder)),
  };
}

function stagedBeside(file: string): string {
  return join(dirname(file), `.${basename(file)}.scaffold-${process.pid}`);
}

function readPlan(file: string): Plan | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Plan;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

/** @returns whether the file is what it was to be: it is not where somebody has edited it. */
function finish(root: string, { path, file, staged, before, after }: Write): boolean {
  const source = join(root, staged);
  if (contentOf(source) !== after) {
    return true; // It is in its place already.
  }
  const place = join(root, file);
  const isUnedited = contentOf(place) === before;
  try {
    mkdirSync(dirname(place), { recursive: true });
    renameSync(source, isUnedited ? place : place + KEPT);
  } catch (error) {
    throw new SchematicsException(
      `${path} cannot be replaced (${errorCode(error)}): the next run tries again to finish what this one began.`,
    );
  }
  return isUnedited;
}

function takeBack(root: string, begun: string): void {
  try {
    const plan = readPlan(begun);
    plan?.writes.forEach(({ staged }) => {
      tryTo(() => {
        rmSync(join(root, staged));
      });
    });
    plan?.folders.toReversed().forEach((folder) => {
      tryTo(() => {
        rmdirSync(join(root, folder));
      });
    });
  } catch (error) {
    // A plan that is cut short was being written: nothing else had been done.
    if (!(error instanceof SyntaxError)) {
      throw error;
    }
  }
  rmSync(begun, { force: true });
}

/** Writes a file. What a killed run has written stays; to be safe from a power failure, too, would take most of a commit's time. */
function write(file: string, content: Buffer | string, mode?: number): void {
  writeFileSync(file, content);
  if (mode !== undefined) {
    chmodSync(file, mode);
  }
}

function contentOf(file: string): string | null {
  try {
    return encoded(readFileSync(file));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) {
      return null;
    }
    throw error;
  }
}

/** Longer than a digest, but Node's crypto alone takes a tenth of a run to load. */
function encoded(content: Buffer): string;
function encoded(content: Buffer | undefined): string | null;
function encoded(content: Buffer | undefined): string | null {
  return content?.toString('base64') ?? null;
}

/** Takes back a step that may not have been done, or that somebody has built on. */
function tryTo(takeBack: () => void): void {
  try {
    takeBack();
  } catch {
    // Then there is nothing to take back.
  }
}
