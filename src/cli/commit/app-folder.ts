import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { hasCode } from '../../errors';
import { type LockHolder, removeLeftovers } from './lock';
import { type FileEdit, planEdits, type PlannedEdit, type StagedFile } from './planned-edit';
import { applyEdits, withProject } from './project';

/** Files of a person, which are never replaced. */
const KEPT = /^(\.env|AGENTS\.md)$/;

/** What the present folder may hold and keeps, without `--force`. */
const BESIDE = /^(\.git|\.gitignore|\.scaffold|(LICENSE|README)(\.\w+)?)$/i;

/** The folder that a new application goes to. */
export class AppFolder {
  private constructor(
    /** Absolute. */
    readonly path: string,
    /** Whether it already has files. */
    readonly holdsFiles: boolean,
    /** Whether it is replaced as a whole; otherwise its files are written one by one, through a journal. */
    private readonly isNew: boolean,
    private readonly kept: RegExp,
  ) {}

  /**
   * The working directory.
   *
   * @param force Whether it may hold more than a repository, a README and a licence.
   * @throws SchematicsException if it does, or is not writable.
   */
  static present(force: boolean): AppFolder {
    const path = process.cwd();
    const entries = readdirSync(path);
    const other = entries.find((name) => !BESIDE.test(name));
    if (other !== undefined && !force) {
      throw new SchematicsException(
        `This folder holds ${other}. It may hold .git, .gitignore, README and LICENSE; or add --force: ` +
          'it replaces files of the same names and deletes nothing.',
      );
    }
    checkWritable(path);
    return new AppFolder(path, entries.length > 0, false, force ? KEPT : anyOf(KEPT, BESIDE));
  }

  /**
   * The folder of this name in the working directory.
   *
   * @param force Whether it may already have files.
   * @throws SchematicsException if an application cannot be written to it.
   */
  static find(name: string, force: boolean): AppFolder {
    const exists = lstatSync(name, { throwIfNoEntry: false }) !== undefined;
    if (exists && !statSync(name, { throwIfNoEntry: false })?.isDirectory()) {
      throw new SchematicsException(`${name} exists and is not a folder. Choose another name.`);
    }
    const path = exists ? realpathSync(name) : resolve(name);
    const holdsFiles = exists && readdirSync(path).length > 0;
    if (holdsFiles && !force) {
      throw new SchematicsException(
        `The folder ${name} is not empty. Choose another name, or add --force: ` +
          'it replaces files of the same names and deletes nothing.',
      );
    }
    // An empty folder is replaced, from its parent.
    checkWritable(holdsFiles ? path : dirname(path));
    return new AppFolder(path, holdsFiles, !holdsFiles, KEPT);
  }

  /**
   * Plans the edits that write these files.
   *
   * @throws SchematicsException naming a file that cannot be replaced.
   */
  plan(files: readonly StagedFile[]): FileEdit[] {
    return this.isNew
      ? files.map(({ path, content }) => ({
          kind: 'create',
          path,
          before: undefined,
          after: content,
        }))
      : this.edits(files);
  }

  /**
   * Writes the files, all or none.
   *
   * @returns The edits that were applied.
   */
  async write(files: readonly StagedFile[], holder: LockHolder): Promise<FileEdit[]> {
    if (this.isNew) {
      commitNewFolder(this.path, files);
      return this.plan(files);
    }
    return withProject(this.path, holder, () =>
      applyEdits(this.path, this.edits(files), holder, undefined),
    );
  }

  /** What its owner wrote stays; git also ignores what the application needs it to. */
  private edits(files: readonly StagedFile[]): PlannedEdit[] {
    const wanted = files.flatMap((file) => {
      const { content, path } = file;
      const place = join(this.path, path);
      if (!existsSync(place)) {
        return file;
      }
      return path === '.gitignore' && content
        ? {
            path,
            content: Buffer.from(withLines(readFileSync(place, 'utf8'), content.toString())),
          }
        : this.kept.test(path)
          ? []
          : file;
    });
    return planEdits(this.path, wanted);
  }
}

function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'i');
}

/** A text, with the lines of another that it lacks at its end, without comments. */
function withLines(text: string, other: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const missing = other
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#') && !lines.includes(line));
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const start = text === '' || text.endsWith('\n') ? text : text + end;
  return missing.length === 0 ? text : start + missing.map((line) => line + end).join('');
}

function checkWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw new SchematicsException(`${folder} is not writable. Change to another folder.`);
  }
}

/**
 * Writes a folder that is missing or empty, all at once: it writes the files into a folder beside it, which then takes
 * its place.
 *
 * @throws SchematicsException if somebody else has filled it in the meantime.
 */
export function commitNewFolder(folder: string, files: readonly StagedFile[]): void {
  const parent = dirname(folder);
  const prefix = `.${basename(folder)}.scaffold-`;
  removeLeftovers(parent, prefix);
  const staging = join(parent, `${prefix}${process.pid}`);
  try {
    mkdirSync(staging);
    for (const { path, content } of files) {
      const file = join(staging, path);
      if (content) {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content);
      }
    }
    renameSync(staging, folder);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) {
      throw new SchematicsException(
        `Another program made the folder ${basename(folder)} in the meantime. Choose another name.`,
      );
    }
    throw error;
  }
}
