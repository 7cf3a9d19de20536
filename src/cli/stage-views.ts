import { type logging, normalize, virtualFs } from '@angular-devkit/core';
import type { MakeViewOptions } from '../make-view/options';
import type { StagedFile } from './commit/staged-file';
import { DiskHost } from './engine/disk-host';
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
 */
export async function stageViews(
  { root, pending }: Place,
  views: readonly MakeViewOptions[],
  logger: logging.Logger,
): Promise<StagedFile[]> {
  const disk = new DiskHost(root);
  let staged: StagedFile[] = [];
  await runSchematic({
    schematic: 'make-view',
    options: { views },
    host: pending.length > 0 ? hostWith(pending, disk) : disk,
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

/** The disk, with files on it that are not there yet. */
function hostWith(files: readonly StagedFile[], disk: virtualFs.ReadonlyHost): virtualFs.Host {
  const host = new virtualFs.CordHost(disk);
  const sync = new virtualFs.SyncDelegateHost(host);
  for (const { path, content } of files) {
    sync.write(normalize(`/${path}`), Uint8Array.from(content).buffer);
  }
  return host;
}
