import { posix } from 'node:path';
import { SchematicsException, type Tree } from '@angular-devkit/schematics';
import type { Layout } from '../layout';
import type { Changes } from '../manifest/changes';
import { PythonSource } from '../python/source';
import { type Files, TreeFiles } from './files';
import { lineLengthOf } from './line-length';
import { StagedFiles } from './staged-files';

/** Columns that are as if their models lacked them: `Post.approved`. */
export type HiddenColumns = ReadonlySet<string>;

/** The files of a project, including staged changes. Paths are relative to its root. Each is read and parsed once. */
export class Project {
  readonly #files: StagedFiles;
  readonly #sources = new Map<string, PythonSource>();
  readonly #parsing = new Map<string, Promise<PythonSource>>();
  readonly #texts = new Map<string, string>();
  #version: object = {};
  #hidden: HiddenColumns;

  /**
   * @param root The root of the project, relative to that of the Tree: `.` or `apps/blog`.
   * @param changes What the run does to it.
   * @param files Reads files if the host has a faster way than the Tree.
   * @param lineLength The columns that its formatter leaves a line.
   * @param hidden The columns that nothing is to be made of.
   * @throws SchematicsException if `root` is not a project.
   */
  constructor(
    tree: Tree,
    readonly root: string,
    readonly layout: Layout,
    readonly changes: Changes,
    files: Files = new TreeFiles(tree, root),
    readonly lineLength = lineLengthOf(files),
    hidden: HiddenColumns = new Set(),
  ) {
    this.#hidden = hidden;
    this.#files = new StagedFiles(files);
    if (!this.has(layout.application)) {
      throw new SchematicsException(
        `${posix.resolve('/', root)} in the workspace is not a project: ${layout.application} is missing. ` +
          'Use --project-path to point to the folder of the project.',
      );
    }
  }

  /** The key for what was found out from several files: another object once one of them is staged. */
  get version(): object {
    return this.#version;
  }

  get hidden(): HiddenColumns {
    return this.#hidden;
  }

  /** Has nothing be made of these columns from now on. */
  hide(columns: HiddenColumns): void {
    this.#hidden = columns;
    this.#version = {};
  }

  /** Whether a file exists. */
  has(path: string): boolean {
    return this.#files.has(path);
  }

  /** The names of the files in a folder; none if it is missing. */
  filesIn(folder: string): readonly string[] {
    return this.#files.filesIn(folder);
  }

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

  /** A file as text to search; '' if it is missing. Searching is much faster than parsing. */
  text(path: string): string {
    const text = this.#texts.get(path) ?? this.#files.text(path) ?? '';
    this.#texts.set(path, text);
    return text;
  }

  /** A file before any change was staged, as text to search; '' if it was missing. */
  formerly(path: string): string {
    return this.#files.formerly(path) ?? '';
  }

  /**
   * A Python file; undefined if it is missing.
   *
   * @throws SourceError if it is not UTF-8 or not Python.
   */
  async source(path: string): Promise<PythonSource | undefined> {
    const content = this.#sources.has(path) ? undefined : this.read(path);
    if (content) {
      // Several may ask for a file at once.
      const parsing = this.#parsing.get(path) ?? PythonSource.parse(path, content, this.lineLength);
      this.#parsing.set(path, parsing);
      const source = await parsing.finally(() => this.#parsing.delete(path));
      if (!this.#sources.has(path)) {
        this.#sources.set(path, source);
      }
    }
    return this.#sources.get(path);
  }

  /** A Python file, if it was parsed before. */
  parsed(path: string): PythonSource | undefined {
    return this.#sources.get(path);
  }

  /** Takes a file that was parsed before, so that it need not be parsed again. */
  know(source: PythonSource): void {
    this.#sources.set(source.path, source);
  }

  /**
   * The Python files among these that exist.
   *
   * @throws SourceError if one is not UTF-8 or not Python.
   */
  async sources(paths: readonly string[]): Promise<PythonSource[]> {
    const found = await Promise.all(paths.map((path) => this.source(path)));
    return found.filter((source) => source !== undefined);
  }

  /** Records that a file was written to the Tree, or deleted from it if `content` is undefined. */
  stage(path: string, content: string | undefined): void {
    this.#files.stage(path, content === undefined ? undefined : Buffer.from(content));
    this.#sources.delete(path);
    this.#texts.delete(path);
    this.#version = {};
  }

  /** Records that a Python file was written to the Tree. */
  stageSource(source: PythonSource): void {
    this.stage(source.path, source.toString());
    this.#sources.set(source.path, source);
  }
}
