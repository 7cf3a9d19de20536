import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { normalize, type Path, type PathFragment, type virtualFs } from '@angular-devkit/core';
import { Observable } from 'rxjs';

/** What the devkit asks of a file or a folder. */
type Kind = Pick<Dirent, 'isFile' | 'isDirectory'>;

/**
 * A folder of the disk, read only. The devkit asks for each name in a folder whether it is a file. Its own host asks the
 * disk each time; this one remembers what the listing said.
 */
export class DiskHost implements virtualFs.ReadonlyHost {
  readonly capabilities = { synchronous: true };
  readonly #listed = new Map<string, Dirent>();

  /** @param root Absolute. */
  constructor(private readonly root: string) {}

  read(path: Path): Observable<ArrayBuffer> {
    return answer(() => new Uint8Array(readFileSync(this.#onDisk(path))).buffer);
  }

  list(path: Path): Observable<PathFragment[]> {
    return answer(() => {
      const folder = path === normalize('/') ? '' : path;
      const entries = readdirSync(this.#onDisk(path), { withFileTypes: true });
      entries.forEach((entry) => this.#listed.set(`${folder}/${entry.name}`, entry));
      return entries.map(({ name }) => name as PathFragment);
    });
  }

  exists(path: Path): Observable<boolean> {
    return answer(() => this.#kindOf(path) !== undefined);
  }

  isFile(path: Path): Observable<boolean> {
    return answer(() => this.#kindOf(path)?.isFile() ?? false);
  }

  isDirectory(path: Path): Observable<boolean> {
    return answer(() => this.#kindOf(path)?.isDirectory() ?? false);
  }

  stat(): null {
    return null;
  }

  /**
   * A link is what it leads to. A name that no listing has may still be a file's, on a disk where case does not count.
   */
  #kindOf(path: Path): Kind | undefined {
    const listed = this.#listed.get(path);
    if (listed?.isSymbolicLink() === false) {
      return listed;
    }
    try {
      return statSync(this.#onDisk(path), { throwIfNoEntry: false });
    } catch {
      return undefined; // Below a file, or in a folder that cannot be read.
    }
  }

  #onDisk(path: Path): string {
    return this.root + path;
  }
}

function answer<Value>(ask: () => Value): Observable<Value> {
  return new Observable((subscriber) => {
    subscriber.next(ask());
    subscriber.complete();
  });
}
