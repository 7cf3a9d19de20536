import { posix } from 'node:path';
import { SchematicsException, type Tree } from '@angular-devkit/schematics';
import type { Layout } from '../layout';
import { PythonSource } from '../python/source';
import { type Files, TreeFiles } from './files';
import { StagedFiles } from './staged-files';

/** The files of a project, as a run leaves them so far. Paths are relative to its root. Each is read and parsed once. */
export class Project {
  readonly #files: StagedFiles;
  readonly #sources = new Map<string, PythonSource>();

  /**
   * @param root Of the project, relative to the root of the Tree: `.` or `apps/blog`.
   * @param files To read, if the host can do that faster than through the Tree.
   * @throws SchematicsException if there is no project.
   */
  constructor(
    tree: Tree,
    readonly root: string,
    readonly layout: Layout,
    files: Files = new TreeFiles(tree, root),
  ) {
    this.#files = new StagedFiles(files);
    if (!this.has(layout.application)) {
      throw new SchematicsException(
        `There is no project in ${posix.resolve('/', root)} of the workspace: ${layout.application} is missing. ` +
          'Use --project-path to point to the folder of the project.',
      );
    }
  }

  /** Whether a file exists. */
  has(path: string): boolean {
    return this.#files.has(path);
  }

  /** The names of the files in a folder; none if it is missing. */
  filesIn(folder: string): readonly string[] {
    return this.#files.filesIn(folder);
  }

  /** The paths of the Python files in a folder. */
  pythonFilesIn(folder: string): string[] {
    return this.filesIn(folder)
      .filter((name) => name.endsWith('.py'))
      .map((name) => `${folder}/${name}`);
  }

  /** The names of the folders in a folder; none if it is missing. */
  foldersIn(folder: string): readonly string[] {
    return this.#files.foldersIn(folder);
  }

  /** The content of a file; undefined if it is missing. */
  read(path: string): Buffer | undefined {
    return this.#files.read(path);
  }

  /** A file as text, a character a byte, to search in: far cheaper than to parse it. '' if it is missing. */
  text(path: string): string {
    return this.read(path)?.toString('latin1') ?? '';
  }

  /**
   * A Python file; undefined if it is missing.
   *
   * @throws SourceError if it is not UTF-8, or not Python.
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

  /** Takes a file for written; for deleted without a content. Whoever does so in the Tree calls this. */
  stage(path: string, content: string | undefined): void {
    this.#files.stage(path, content === undefined ? undefined : Buffer.from(content));
    this.#sources.delete(path);
  }

  /** Takes a Python file for written, likewise. */
  stageSource(source: PythonSource): void {
    this.stage(source.path, source.toString());
    this.#sources.set(source.path, source);
  }
}
