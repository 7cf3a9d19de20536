// Specs: spec/cli/stage-growth.spec.ts
import { StagedFiles } from '../../project/staged-files';
import type { StagedFile } from '../commit/staged-file';
import { DiskFiles } from './disk-files';

/** The files of a project on disk. What a killed run left to be written counts as written. */
export class ProjectFiles extends StagedFiles {
  readonly #disk: DiskFiles;

  /** @param root Of the project, absolute. */
  constructor(
    root: string,
    private readonly pending: readonly StagedFile[] = [],
  ) {
    const disk = new DiskFiles(root);
    super(disk);
    this.#disk = disk;
    pending.forEach(({ path, content }) => {
      this.stage(path, content);
    });
  }

  /** The existing files that were read, by path, as they were then. */
  get asFound(): ReadonlyMap<string, Buffer> {
    const written = this.pending.flatMap(({ path, content }): [string, Buffer][] =>
      content ? [[path, content]] : [],
    );
    return new Map([...this.#disk.found, ...written]);
  }
}
