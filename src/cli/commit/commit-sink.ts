import type { Path, virtualFs } from '@angular-devkit/core';
import { HostSink } from '@angular-devkit/schematics';
import { EMPTY, from, type Observable, of } from 'rxjs';
import type { StagedFile } from './staged-file';

/** Hands what the devkit would write file by file to a commit that writes all or nothing. */
export class CommitSink extends HostSink {
  constructor(
    host: virtualFs.Host,
    private readonly write: (files: StagedFile[]) => Promise<void>,
  ) {
    // Without `force` the devkit would check what the commit does.
    super(host, true);
  }

  /** What is gone since it was planned is for the commit to refuse. */
  protected override _validateOverwriteAction(): Observable<void> {
    return EMPTY;
  }

  override _deleteFile(path: Path): never {
    throw new Error(`A commit deletes no files: ${path}`);
  }

  override _renameFile(from: Path): never {
    throw new Error(`A commit renames no files: ${from}`);
  }

  override _done(): Observable<void> {
    const files = [...this._filesToCreate, ...this._filesToUpdate];
    return files.length === 0
      ? of(undefined)
      : from(
          this.write(
            files.map(([path, content]) => ({
              path: path.slice(1),
              content: Buffer.from(content),
            })),
          ),
        );
  }
}
