import { posix } from 'node:path';
import { SchematicsException, type Tree } from '@angular-devkit/schematics';
import type { ParsedSources } from '../edit';
import type { Layout } from '../layout';
import { PythonSource } from '../python/source';
import { errorCode } from '../system-error';

/** The files of a project in a Tree, as they are. Paths are relative to its root. Each file is read and parsed once. */
export class Project {
  readonly #sources = new Map<string, PythonSource>();
  readonly #contents = new Map<string, Buffer | undefined>();
  /** To list a folder, the engine asks its host about each file in it. */
  readonly #listings = new Map<string, readonly string[]>();

  /**
   * @param root Of the project, relative to the root of the Tree: `.` or `apps/blog`.
   * @throws SchematicsException if there is no project.
   */
  constructor(
    private readonly tree: Tree,
    readonly root: string,
    readonly layout: Layout,
    private readonly parsed: ParsedSources = new Map(),
  ) {
    if (!this.has(layout.application)) {
      throw new SchematicsException(
        `There is no project in ${posix.resolve('/', root)} of the workspace: ${layout.application} is missing. ` +
          'Use --project-path to point to the folder of the project.',
      );
    }
  }

  /** Whether a file exists. */
  has(path: string): boolean {
    return this.tree.exists(this.#inTree(path));
  }

  /** The names of the files in a folder; none if it is missing. */
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

  /** The names of the folders in a folder; none if it is missing. */
  foldersIn(folder: string): string[] {
    return this.tree.getDir(this.#inTree(folder)).subdirs;
  }

  /** The content of a file; undefined if it is missing. */
  read(path: string): Buffer | undefined {
    if (!this.#contents.has(path)) {
      this.#contents.set(path, this.#contentOf(path));
    }
    return this.#contents.get(path);
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
    const earlier = this.parsed.get(path);
    const source = earlier?.isOf(content) ? earlier : await PythonSource.parse(path, content);
    this.parsed.set(path, source);
    this.#sources.set(path, source);
    return source;
  }

  #contentOf(path: string): Buffer | undefined {
    try {
      return this.tree.read(this.#inTree(path)) ?? undefined;
    } catch (error) {
      // The file was removed since its folder was listed, or its name is not valid text.
      if (errorCode(error) === 'ENOENT') {
        return undefined;
      }
      throw error;
    }
  }

  #inTree(path: string): string {
    return posix.join(this.root, path);
  }
}
