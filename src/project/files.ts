// Specs: spec/project/staged-files.spec.ts
import { posix } from 'node:path';
import type { Tree } from '@angular-devkit/schematics';

/** Read access to files. Paths are relative to the root of a project. */
export interface Files {
  /** Whether a file exists. */
  has(path: string): boolean;
  /** The content of a file; undefined if it is missing. */
  read(path: string): Buffer | undefined;
  /** The content of a file as text to search; undefined if it is missing. */
  text(path: string): string | undefined;
  /** The names of the files in a folder; none if it is missing. */
  filesIn(folder: string): readonly string[];
  /** The names of the folders in a folder; none if it is missing. */
  foldersIn(folder: string): readonly string[];
}

/** The options of a schematic, and what reads the project if the host can do that faster than through the Tree. */
export type WithFiles<Options> = Options & { readonly files?: Files };

/** The files of a project in a Tree, which every host has. */
export class TreeFiles implements Files {
  /** @param root Of the project, relative to the root of the Tree: `.` or `apps/blog`. */
  constructor(
    private readonly tree: Tree,
    private readonly root: string,
  ) {}

  has(path: string): boolean {
    return this.tree.exists(posix.join(this.root, path));
  }

  read(path: string): Buffer | undefined {
    // The devkit throws for a folder.
    return this.has(path) ? (this.tree.read(posix.join(this.root, path)) ?? undefined) : undefined;
  }

  text(path: string): string | undefined {
    return this.read(path)?.toString();
  }

  filesIn(folder: string): readonly string[] {
    return this.tree.getDir(posix.join(this.root, folder)).subfiles;
  }

  foldersIn(folder: string): readonly string[] {
    return this.tree.getDir(posix.join(this.root, folder)).subdirs;
  }
}
