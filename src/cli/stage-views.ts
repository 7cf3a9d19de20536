import { type logging, normalize, virtualFs } from '@angular-devkit/core';
import { NodeJsSyncHost } from '@angular-devkit/core/node';
import { SchematicsException } from '@angular-devkit/schematics';
import type { MakeViewOptions } from '../make-view/options';
import type { StagedFile } from './commit/staged-file';
import { runSchematic } from './engine/run-schematic';

/** A project on disk, and what is taken for written in it. */
interface Place {
  /** Absolute. */
  readonly root: string;
  readonly pending: readonly StagedFile[];
}

/**
 * Makes views in memory, each on top of those before it.
 *
 * @returns The files that they write, as the last one leaves them.
 * @throws SchematicsException where the path of the project is one that the engine takes for another.
 */
export async function stageViews(
  { root, pending }: Place,
  views: readonly MakeViewOptions[],
  logger: logging.Logger,
): Promise<StagedFile[]> {
  if (root.includes('\\')) {
    throw new SchematicsException(
      `The path of this project has a backslash in it: ${root}. Rename that folder, and run this again.`,
    );
  }
  const disk = new virtualFs.ScopedHost(new NodeJsSyncHost(), normalize(root));
  const host = new virtualFs.CordHost(new virtualFs.SafeReadonlyHost(disk));
  write(host, pending);
  let staged: StagedFile[] = [];
  await runSchematic({
    schematic: 'make-view',
    options: { views },
    host,
    root,
    dryRun: false,
    logger,
    commit: (files) => {
      staged = files;
      return Promise.resolve();
    },
  });
  return staged;
}

function write(host: virtualFs.Host, files: readonly StagedFile[]): void {
  const sync = new virtualFs.SyncDelegateHost(host);
  for (const { path, content } of files) {
    sync.write(normalize(`/${path}`), Uint8Array.from(content).buffer);
  }
}
