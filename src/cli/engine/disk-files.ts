import {
  type Dirent,
  readdirSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { hasCode } from '../../errors';
import type { Files } from '../../project/files';
import { StagedFiles } from '../../project/staged-files';
import type { StagedFile } from '../commit/planned-edit';

/** The files of a project on disk. Through a Tree, reading takes five times as long. */
export class DiskFiles implements Files {
  readonly #found = new Map<string, Buffer>();
  readonly #entries = new Map<string, readonly Dirent[]>();

  /** @param root Absolute. */
  constructor(private readonly root: string) {}

  get found(): ReadonlyMap<string, Buffer> {
    return this.#found;
  }

  has(path: string): boolean {
    return this.#stats(path)?.isFile() ?? false;
  }

  read(path: string): Buffer | undefined {
    const content = contentAt(`${this.root}/${path}`);
    if (content) {
      this.#found.set(path, this.#found.get(path) ?? content);
    }
    return content;
  }

  /** Faster than `read`, but not for a file that the run changes: `found` lacks it. */
  text(path: string): string | undefined {
    return contentAt(`${this.root}/${path}`)?.toString();
  }

  filesIn(folder: string): readonly string[] {
    return this.#namesIn(folder, (entry) => entry.isFile());
  }

  foldersIn(folder: string): readonly string[] {
    return this.#namesIn(folder, (entry) => entry.isDirectory());
  }

  /** A link is what it leads to; one that leads to a folder above is left out. */
  #namesIn(folder: string, isMeant: (entry: Dirent | Stats) => boolean): string[] {
    return this.#entriesOf(folder)
      .filter((entry) => {
        const meant = entry.isSymbolicLink() ? this.#statsOfLink(join(folder, entry.name)) : entry;
        return meant !== undefined && isMeant(meant);
      })
      .map(({ name }) => name);
  }

  #entriesOf(folder: string): readonly Dirent[] {
    const known = this.#entries.get(folder) ?? entriesIn(join(this.root, folder));
    this.#entries.set(folder, known);
    return known;
  }

  #statsOfLink(path: string): Stats | undefined {
    const stats = this.#stats(path);
    return stats?.isDirectory() && this.#leadsUp(path) ? undefined : stats;
  }

  #leadsUp(path: string): boolean {
    const [from, to] = [dirname(path), path].map((each) => realpathSync(join(this.root, each)));
    return `${from}/`.startsWith(`${to}/`);
  }

  #stats(path: string): Stats | undefined {
    try {
      return statSync(join(this.root, path), { throwIfNoEntry: false });
    } catch {
      return undefined; // Below a file, or in a folder that cannot be read.
    }
  }
}

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

/**
 * A listed file may be gone by now, or have a name that is not valid UTF-8. A folder may have its name. Does not wait for somebody
 * who writes into a pipe: to whoever plans the edit, it is empty, and no file.
 */
function contentAt(path: string): Buffer | undefined {
  try {
    return statSync(path).isFIFO() ? Buffer.alloc(0) : readFileSync(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EISDIR', 'ENOTDIR')) {
      return undefined;
    }
    throw error;
  }
}

/** What a folder has; nothing if it is missing, not a folder, or cannot be read. */
function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
