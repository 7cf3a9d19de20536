import { type logging, normalize, virtualFs } from '@angular-devkit/core';
import type { StagedFile } from './commit/staged-file';
import { DiskHost } from './engine/disk-host';
import { ProjectFiles } from './engine/project-files';
import { runSchematic } from './engine/run-schematic';

/** A project as a run finds it. */
interface FoundProject {
  /** Absolute. */
  readonly root: string;
  /** Files that a killed run left to be written; they count as written. */
  readonly pending: readonly StagedFile[];
}

/** A schematic that changes a project, as `SCHEMATICS` has it, and its options without the files to read. */
export interface Growth {
  readonly schematic: string;
  readonly options: object;
}

/** The outcome of running a schematic in memory. */
interface StagedGrowth {
  /** The files that it writes or deletes. */
  readonly files: StagedFile[];
  /** The existing files that it read, by path, as they were then. */
  readonly before: ReadonlyMap<string, Buffer>;
}

/** Runs a schematic in memory. */
export async function stageGrowth(
  { root, pending }: FoundProject,
  { schematic, options }: Growth,
  logger: logging.Logger,
): Promise<StagedGrowth> {
  const host = new DiskHost(root);
  const readable = new ProjectFiles(root, pending);
  let files: StagedFile[] = [];
  await runSchematic({
    schematic,
    options: { ...options, files: readable },
    host: pending.length > 0 ? hostWith(pending, host) : host,
    root,
    dryRun: false,
    logger,
    commit: (staged) => {
      files = staged;
      return Promise.resolve();
    },
  });
  return { files, before: readable.asFound };
}

/** The disk as it will be once these files are written or deleted. */
function hostWith(files: readonly StagedFile[], disk: virtualFs.ReadonlyHost): virtualFs.Host {
  const host = new virtualFs.CordHost(new virtualFs.SafeReadonlyHost(disk));
  const sync = new virtualFs.SyncDelegateHost(host);
  for (const { path, content } of files) {
    if (content) {
      sync.write(normalize(`/${path}`), Uint8Array.from(content).buffer);
    } else {
      sync.delete(normalize(`/${path}`));
    }
  }
  return host;
}
