import { type logging, normalize, virtualFs } from '@angular-devkit/core';
import type { MakeViewOptions } from '../make-view/options';
import { StagedFiles } from '../project/staged-files';
import type { StagedFile } from './commit/staged-file';
import { DiskFiles } from './engine/disk-files';
import { DiskHost } from './engine/disk-host';
import { runSchematic } from './engine/run-schematic';

/** A project as a run finds it. */
interface FoundProject {
  /** Absolute. */
  readonly root: string;
  /** Files that a killed run left to be written; they count as written. */
  readonly pending: readonly StagedFile[];
}

/** The outcome of making views in memory. */
interface StagedViews {
  /** The files that they write or delete, as the last one leaves them. */
  readonly files: StagedFile[];
  /** The existing files that the views read, by path, as they were then. */
  readonly before: ReadonlyMap<string, Buffer>;
}

/** Makes views in memory, each on top of those before it. */
export async function stageViews(
  { root, pending }: FoundProject,
  views: readonly MakeViewOptions[],
  logger: logging.Logger,
): Promise<StagedViews> {
  const host = new DiskHost(root);
  const disk = new DiskFiles(root);
  const readable = new StagedFiles(disk);
  pending.forEach(({ path, content }) => {
    readable.stage(path, content);
  });
  let files: StagedFile[] = [];
  await runSchematic({
    schematic: 'make-view',
    options: { views, files: readable },
    host: pending.length > 0 ? hostWith(pending, host) : host,
    root,
    dryRun: false,
    logger,
    commit: (staged) => {
      files = staged;
      return Promise.resolve();
    },
  });
  return { files, before: new Map([...disk.found, ...contents(pending)]) };
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

function contents(files: readonly StagedFile[]): [path: string, content: Buffer][] {
  return files.flatMap(({ path, content }) => (content ? [[path, content]] : []));
}
