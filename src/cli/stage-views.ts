import { type logging, normalize, virtualFs } from '@angular-devkit/core';
import type { MakeViewOptions } from '../make-view/options';
import { StagedFiles } from '../project/staged-files';
import type { StagedFile } from './commit/staged-file';
import { DiskFiles } from './engine/disk-files';
import { DiskHost } from './engine/disk-host';
import { runSchematic } from './engine/run-schematic';

/** A project on disk, and what is taken for written in it. */
interface Place {
  /** Absolute. */
  readonly root: string;
  readonly pending: readonly StagedFile[];
}

/** What views come to. */
interface Staged {
  /** The files that they write, as the last one leaves them. */
  readonly files: StagedFile[];
  /** The files that are there, by their paths, as they were when the views read them. */
  readonly before: ReadonlyMap<string, Buffer>;
}

/** Makes views in memory, each on top of those before it. */
export async function stageViews(
  { root, pending }: Place,
  views: readonly MakeViewOptions[],
  logger: logging.Logger,
): Promise<Staged> {
  const host = new DiskHost(root);
  const disk = new DiskFiles(root);
  const readable = new StagedFiles(disk);
  pending.forEach(({ path, content }) => {
    readable.write(path, content);
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

/** The disk, with files on it that are not there yet. */
function hostWith(files: readonly StagedFile[], disk: virtualFs.ReadonlyHost): virtualFs.Host {
  const host = new virtualFs.CordHost(new virtualFs.SafeReadonlyHost(disk));
  const sync = new virtualFs.SyncDelegateHost(host);
  for (const { path, content } of files) {
    sync.write(normalize(`/${path}`), Uint8Array.from(content).buffer);
  }
  return host;
}

function contents(files: readonly StagedFile[]): [path: string, content: Buffer][] {
  return files.map(({ path, content }) => [path, content]);
}
