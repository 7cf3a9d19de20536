import { posix } from 'node:path';
import { SchematicsException, type Tree } from '@angular-devkit/schematics';
import { PythonSource } from '../python/source';
import { type Files, TreeFiles } from './files';
import { StagedFiles } from './staged-files';

/** A generated project in a Tree. Paths are relative to its root. Each file is read once, and parsed once. */
export class Project {
  readonly #files: StagedFiles;
  readonly #sources = new Map<string, PythonSource>();
  #writes = 0;

  /**
   * @param root Of the project, relative to the root of the Tree: `.` or `apps/blog`.
   * @param files To read, where the host can do that faster than through the Tree. What is written goes to the Tree.
   */
  constructor(
    private readonly tree: Tree,
    private readonly root: string,
    files: Files = new TreeFiles(tree, root),
  ) {
    this.#files = new StagedFiles(files);
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
    return this.#files.has(path);
  }

  /** The names of the files in a folder; none where it is missing. */
  filesIn(folder: string): readonly string[] {
    return this.#files.filesIn(folder);
  }

  /** The paths of the Python files in a folder. */
  pythonFilesIn(folder: string): string[] {
    return this.filesIn(folder)
      .filter((name) => name.endsWith('.py'))
      .map((name) => `${folder}/${name}`);
  }

  /** The names of the folders in a folder; none where it is missing. */
  foldersIn(folder: string): readonly string[] {
    return this.#files.foldersIn(folder);
  }

  /** The content of a file; undefined where there is none. */
  read(path: string): Buffer | undefined {
    return this.#files.read(path);
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
    this.tree.create(this.#inTree(path), text);
    this.#note(path, text);
  }

  /** Writes a file anew, unless it says the same already. */
  replace(path: string, text: string): void {
    if (this.read(path)?.toString() !== text) {
      // What was read may be gone since: the commit is to notice that.
      const isThere = this.tree.exists(this.#inTree(path));
      this.tree[isThere ? 'overwrite' : 'create'](this.#inTree(path), text);
      this.#note(path, text);
    }
  }

  /** Writes a Python file, unless nothing of it was edited. */
  update(source: PythonSource): void {
    this.replace(source.path, source.toString());
    this.#sources.set(source.path, source);
  }

  #note(path: string, text: string): void {
    this.#writes++;
    this.#sources.delete(path);
    this.#files.write(path, Buffer.from(text));
  }

  #inTree(path: string): string {
    return posix.join(this.root, path);
  }
}
