import type { Action, Sink, Tree } from '@angular-devkit/schematics';
import { from, type Observable, of } from 'rxjs';
import type { StagedFile } from './staged-file';

/** Hands all that a schematic staged to one commit. The devkit's own sinks write file by file. */
export class CommitSink implements Sink {
  constructor(private readonly write: (files: StagedFile[]) => Promise<void>) {}

  commit(tree: Tree): Observable<void> {
    const paths = new Set(tree.actions.flatMap(pathsOf));
    const files = [...paths].map((path) => ({
      path: path.slice(1),
      content: tree.read(path) ?? undefined,
    }));
    return files.length === 0 ? of(undefined) : from(this.write(files));
  }
}

/** A rename deletes one file and creates another. */
function pathsOf(action: Action): string[] {
  return action.kind === 'r' ? [action.path, action.to] : [action.path];
}
