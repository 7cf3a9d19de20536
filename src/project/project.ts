import { posix } from 'node:path';
import { SchematicsException, type Tree } from '@angular-devkit/schematics';
import { PythonSource } from '../python/source';
import { errorCode } from '../system-error';

/** A generated project in a Tree. Paths are relative to its root. Each file is read once, and parsed once. */
export class Project {
  readonly #sources = new Map<string, PythonSource>();
  readonly #contents = new Map<string, Buffer | undefined>();
  /** To list a folder, the engine asks its host about each file in it. */
  readonly #listings = new Map<string, readonly string[]>();
  #writes = 0;

  /** @param root Of the project, relative to the root of the Tree: `.` or `apps/blog`. */
  constructor(
    private readonly tree: Tree,
    private readonly root: string,
  ) {
    if (!this.has('app/__init__.py')) {
      throw new SchematicsException(
        `There is no project in ${posix.resolve('/', root)} of the workspace: app/__init__.py is missing. ` +
          'Which folder it is in says --project-path.',
      );
    }
  }

  /** How often anything was written through it. */
  get writes(): number {
    return this.#writes;
  }

  /** Whether there is a file. */
  has(path: string): boolean {
    return this.tree.exists(this.#inTree(path));
  }

  /** The names of the files in a folder; none where it is missing. */
  filesIn(folder: string): readonly string[] {
    const known = this.#listings.get(folder) ?? this.tree.getDir(this.#inTree(folder)).subfiles;
    this.#listings.set(folder, known);
    return known;
  }

  /** The paths of the Python files in a folder. */
  pythonFilesIn(folder: string): string[] {
    return this.filesIn(folder)
      .filter((name) => name.endsWith('.py'))
      .map((name) => `${folder}/${name}`);
  }

  /** The names of the folders in a folder; none where it is missing. */
  foldersIn(folder: string): string[] {
    return this.tree.getDir(this.#inTree(folder)).subdirs;
  }

  /** The content of a file; undefined where there is none. */
  read(path: string): Buffer | undefined {
    if (!this.#contents.has(path)) {
      this.#contents.set(path, this.#contentOf(path));
    }
    return this.#contents.get(path);
  }

  /** What a file says, a character a byte, for a search: that is cheaper by far than to parse it. '' where there is none. */
  text(path: string): string {
    return this.read(path)?.toString('latin1') ?? '';
  }

  /**
   * A Python file; undefined where there is none.
   *
   * @throws SourceError where it cannot be read.
   */
  async source(path: string): Promise<PythonSource | undefined> {
    const known = this.#sources.get(path);
    const content = known ? undefined : this.read(path);
    if (!content) {
      return known;
    }
    const source = await PythonSource.parse(path, content);
    this.#sources.set(path, source);
    return source;
  }

  /** Writes a new file. */
  create(path: string, text: string): void {
    this.#writes++;
    this.#contents.set(path, Buffer.from(text));
    this.#listings.delete(posix.dirname(path));
    this.tree.create(this.#inTree(path), text);
  }

  /** Writes a file anew, unless it says the same already. */
  replace(path: string, text: string): void {
    if (this.read(path)?.toString() !== text) {
      this.#overwrite(path, text);
    }
  }

  /** Writes a Python file, unless nothing of it was edited. */
  update(source: PythonSource): void {
    this.#sources.set(source.path, source);
    this.replace(source.path, source.toString());
  }

  #contentOf(path: string): Buffer | undefined {
    try {
      return this.tree.read(this.#inTree(path)) ?? undefined;
    } catch (error) {
      // An editor's file that is gone since its folder was listed, or a name that no text can hold.
      if (errorCode(error) === 'ENOENT') {
        return undefined;
      }
      throw error;
    }
  }

  #overwrite(path: string, text: string): void {
    this.#writes++;
    this.#contents.set(path, Buffer.from(text));
    this.tree.overwrite(this.#inTree(path), text);
  }

  #inTree(path: string): string {
    return posix.join(this.root, path);
  }
}
