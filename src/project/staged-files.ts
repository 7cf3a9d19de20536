import { posix } from 'node:path';
import type { Files } from './files';

/** Files with the staged changes of this run on top. Each is read once. */
export class StagedFiles implements Files {
  /** Contents that were read or staged; undefined for a missing file. */
  readonly #contents = new Map<string, Buffer | undefined>();
  readonly #listings = new Map<string, readonly string[]>();
  /** The files that this run has written or deleted. */
  readonly #staged = new Set<string>();

  constructor(private readonly found: Files) {}

  /** Stages the content of a file, or its deletion if `content` is undefined. */
  stage(path: string, content: Buffer | undefined): void {
    this.#staged.add(path);
    this.#contents.set(path, content);
  }

  has(path: string): boolean {
    return this.#staged.has(path) ? this.#contents.get(path) !== undefined : this.found.has(path);
  }

  read(path: string): Buffer | undefined {
    if (!this.#contents.has(path)) {
      this.#contents.set(path, this.found.read(path));
    }
    return this.#contents.get(path);
  }

  text(path: string): string | undefined {
    return this.#contents.has(path) ? this.#contents.get(path)?.toString() : this.found.text(path);
  }

  /** A file as it was before any change was staged. */
  formerly(path: string): string | undefined {
    return this.found.text(path);
  }

  filesIn(folder: string): readonly string[] {
    const found = this.#listings.get(folder) ?? this.found.filesIn(folder);
    this.#listings.set(folder, found);
    if (this.#staged.size === 0) {
      return found;
    }
    const written = this.#writtenBelow(folder).filter((path) => !path.includes('/'));
    const start = startOf(folder);
    const isDeleted = (name: string): boolean =>
      this.#staged.has(start + name) && !this.has(start + name);
    return [...new Set([...found.filter((name) => !isDeleted(name)), ...written])];
  }

  foldersIn(folder: string): readonly string[] {
    const written = this.#writtenBelow(folder).filter((path) => path.includes('/'));
    const names = written.map((path) => path.replace(/\/.*/, ''));
    return [...new Set([...this.found.foldersIn(folder), ...names])];
  }

  /** The paths of written files in a folder, relative to it. */
  #writtenBelow(folder: string): string[] {
    const start = startOf(folder);
    return [...this.#staged]
      .filter((path) => path.startsWith(start) && this.has(path))
      .map((path) => path.slice(start.length));
  }
}

/** What the paths of a folder's files start with: nothing for `.`, the project itself. */
function startOf(folder: string): string {
  return posix.join(folder, '/').replace(/^\.\//, '');
}
