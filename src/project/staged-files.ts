import { posix } from 'node:path';
import { errorCode } from '../system-error';
import type { Files } from './files';

/** Files as a run leaves them so far: what it has written and deleted, on top of what it found. Each is read once. */
export class StagedFiles implements Files {
  /** What is known of contents: undefined for a file that is missing. */
  readonly #contents = new Map<string, Buffer | undefined>();
  readonly #listings = new Map<string, readonly string[]>();
  /** The files that this run has written or deleted. */
  readonly #staged = new Set<string>();

  constructor(private readonly found: Files) {}

  /** Takes a file for written; for deleted without a content. */
  stage(path: string, content: Buffer | undefined): void {
    this.#staged.add(path);
    this.#contents.set(path, content);
  }

  has(path: string): boolean {
    return this.#staged.has(path) ? this.#contents.get(path) !== undefined : this.found.has(path);
  }

  read(path: string): Buffer | undefined {
    if (!this.#contents.has(path)) {
      this.#contents.set(path, this.#foundContent(path));
    }
    return this.#contents.get(path);
  }

  filesIn(folder: string): readonly string[] {
    const found = this.#listings.get(folder) ?? this.found.filesIn(folder);
    this.#listings.set(folder, found);
    if (this.#staged.size === 0) {
      return found;
    }
    const written = this.#writtenBelow(folder).filter((path) => !path.includes('/'));
    return [...new Set([...found, ...written])].filter((name) =>
      this.has(posix.join(folder, name)),
    );
  }

  foldersIn(folder: string): readonly string[] {
    const written = this.#writtenBelow(folder).filter((path) => path.includes('/'));
    const names = written.map((path) => path.replace(/\/.*/, ''));
    return [...new Set([...this.found.foldersIn(folder), ...names])];
  }

  /** Undefined for a file that was removed since its folder was listed, and for a name that is not valid text. */
  #foundContent(path: string): Buffer | undefined {
    try {
      return this.found.read(path);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') {
        return undefined;
      }
      throw error;
    }
  }

  /** The paths of written files, from a folder that they are in. */
  #writtenBelow(folder: string): string[] {
    return [...this.#staged]
      .filter((path) => this.has(path))
      .map((path) => posix.relative(folder, path))
      .filter((path) => !path.startsWith('../'));
  }
}
