import { posix } from 'node:path';
import { errorCode } from '../system-error';
import type { Files } from './files';

/** Files as a run leaves them so far: those that it has written, on top of those that it found. Each is read once. */
export class StagedFiles implements Files {
  readonly #contents = new Map<string, Buffer | undefined>();
  readonly #listings = new Map<string, readonly string[]>();
  readonly #written = new Set<string>();

  constructor(private readonly found: Files) {}

  /** Takes a file for written. */
  write(path: string, content: Buffer): void {
    this.#written.add(path);
    this.#contents.set(path, content);
  }

  has(path: string): boolean {
    return this.#written.has(path) || this.found.has(path);
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
    const written = this.#writtenBelow(folder).filter((path) => !path.includes('/'));
    return [...new Set([...found, ...written])];
  }

  foldersIn(folder: string): readonly string[] {
    const written = this.#writtenBelow(folder).filter((path) => path.includes('/'));
    const names = written.map((path) => path.replace(/\/.*/, ''));
    return [...new Set([...this.found.foldersIn(folder), ...names])];
  }

  /** Undefined for an editor's file that is gone since its folder was listed, and for a name that no text can hold. */
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
    return [...this.#written]
      .map((path) => posix.relative(folder, path))
      .filter((path) => !path.startsWith('../'));
  }
}
