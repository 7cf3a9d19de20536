import { posix } from 'node:path';
import {
  FileDoesNotExistException,
  type Path,
  type PathFragment,
  type virtualFs,
} from '@angular-devkit/core';
import { type Observable, of } from 'rxjs';
import type { Files } from '../../project/files';

/** The files of a project as the devkit asks for them, to stage others on top. */
export class FilesHost implements virtualFs.ReadonlyHost {
  readonly capabilities = { synchronous: true };

  constructor(private readonly files: Files) {}

  /** @throws FileDoesNotExistException if it is missing. */
  read(path: Path): Observable<ArrayBuffer> {
    const content = this.files.read(nameOf(path));
    if (content === undefined) {
      throw new FileDoesNotExistException(path);
    }
    return of(Uint8Array.from(content).buffer);
  }

  list(path: Path): Observable<PathFragment[]> {
    const folder = nameOf(path);
    const names = [...this.files.filesIn(folder), ...this.files.foldersIn(folder)];
    return of(names as PathFragment[]);
  }

  exists(path: Path): Observable<boolean> {
    return of(this.files.has(nameOf(path)) || this.#isFolder(path));
  }

  isFile(path: Path): Observable<boolean> {
    return of(this.files.has(nameOf(path)));
  }

  isDirectory(path: Path): Observable<boolean> {
    return of(this.#isFolder(path));
  }

  stat(): null {
    return null;
  }

  #isFolder(path: Path): boolean {
    const { base, dir } = posix.parse(path);
    return base === '' || this.files.foldersIn(nameOf(dir)).includes(base);
  }
}

/** `app/models` for `/app/models`, and `.` for `/`. */
function nameOf(path: string): string {
  return path.slice(1) || '.';
}
