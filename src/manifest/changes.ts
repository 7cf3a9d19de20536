import {
  type FileChange,
  isKept,
  keptOf,
  type MemberChange,
  membersOf,
  type TextChange,
} from './kept-text';
import {
  BESIDE,
  type Generated,
  type Home,
  isSameText,
  isWhole,
  type Lines,
  type Manifest,
  manifestPath,
  type ManifestRequest,
  serialized,
  withRequest,
} from './format';
import { Manifests } from './manifests';

/** A difference that a run wants to make in a file. */
interface WantedChange extends TextChange {
  readonly homes: readonly Home[];
}

/** What a run does to a file, and wants to do. */
interface FileRun {
  change?: FileChange;
  difference?: WantedChange;
  readonly members: MemberChange[];
}

/** The files of a manifest, by path. */
interface KeptFiles {
  readonly home: Home;
  readonly files: Map<string, Generated>;
}

/** What a run does to a project, and what the manifest keeps of that. Paths are relative to the root of the project. */
export class Changes extends Manifests {
  readonly #files = new Map<string, FileRun>();
  readonly #requests = new Map<string, { home: Home; request: ManifestRequest }>();
  readonly #renewed = new Map<string, string>();
  readonly #forgotten = new Map<string, Home | undefined>();
  #homes: readonly Home[] = [];
  #folder = '';

  /** What was generated of something, by the paths that this gets. */
  generatedOf(home: Home): ReadonlyMap<string, Generated> {
    const generated = Object.entries(this.manifest(home)?.generated ?? {});
    return new Map(
      generated
        .filter(([path]) => path.startsWith(this.#folder) && isKept(path))
        .map(([path, each]) => [path.slice(this.#folder.length), each]),
    );
  }

  /** What was asked for of something, by this run, too. */
  request(home: Home): ManifestRequest {
    const asked = this.#requests.get(manifestPath(home));
    return withRequest(this.manifest(home)?.request ?? {}, asked?.request ?? {});
  }

  /** Whether anything in a file was generated. */
  isKnown(home: Home, path: string): boolean {
    return this.manifest(home)?.generated[this.#folder + path] !== undefined;
  }

  /** Whether a file is as generated: as the manifest has it, or as this run has made it, line ends apart. */
  isAsGenerated(home: Home, path: string, text: string): boolean {
    const change = this.#files.get(this.#folder + path)?.change;
    const lines = this.manifest(home)?.generated[this.#folder + path];
    return change?.isWhole ? change.after === text : isWhole(lines) && isSameText(lines, text);
  }

  /** Whether a function, class or method is as generated, or this run wrote it: `PostController.show`. */
  async isMemberAsGenerated(
    home: Home,
    path: string,
    name: string,
    text: string,
  ): Promise<boolean> {
    const change = this.#files.get(this.#folder + path)?.change;
    if (change && (await membersOf(path, change.before ?? '')).get(name) !== text) {
      return true;
    }
    return isSameText(await this.generatedMember(home, path, name), text);
  }

  /** The lines that are generated of a member of a file, such as `PostController.show`: by this run, or as the manifest has it. */
  async generatedMember(home: Home, path: string, name: string): Promise<Lines | undefined> {
    const change = this.#files.get(this.#folder + path)?.change;
    const stored = change?.isWhole
      ? change.after?.split('\n')
      : this.manifest(home)?.generated[this.#folder + path];
    return isWhole(stored)
      ? (await membersOf(path, stored.join('\n'))).get(name)?.split('\n')
      : stored?.[name];
  }

  /**
   * Records what is asked for. What the run does from now on belongs to it.
   *
   * @param others What existing files may belong to, too.
   * @throws SchematicsException if somebody has to do something about the manifest, even if the run changes nothing.
   */
  ask(home: Home, request: ManifestRequest, others: readonly Home[] = []): void {
    this.manifest(home);
    const path = manifestPath(home);
    this.#homes = [home, ...others];
    this.#requests.set(path, {
      home,
      request: withRequest(this.#requests.get(path)?.request ?? {}, request),
    });
  }

  /** Has the manifest of something keep this, whatever it kept. */
  renewed(home: Home, manifest: Omit<Manifest, 'version'>): void {
    const located = Object.entries(manifest.generated).map(([path, each]) => {
      return [this.#folder + path, each] as const;
    });
    const kept = { ...manifest, generated: Object.fromEntries(located) };
    this.#renewed.set(manifestPath(home), serialized(kept));
  }

  /**
   * Records that nothing is left of a resource.
   *
   * @param heir What the files belong to that stay; nobody, if they count as a person's.
   */
  forget(home: Home, heir: Home | undefined): void {
    this.#forgotten.set(manifestPath(home), heir);
  }

  /** The paths that it gets from now on are relative to this folder, which ends with `/`. */
  below(folder: string): this {
    this.#folder = folder;
    return this;
  }

  /** Records that the run made a file. */
  created(path: string, after: string, home?: Home): void {
    const homes = home === undefined ? this.#homes.slice(0, 1) : [home];
    this.#record(path, { homes, before: undefined, after, isWhole: true });
  }

  /**
   * Records that the run changed a file, or deleted it if `after` is undefined.
   *
   * @param home What the change belongs to if that made the file.
   */
  changed(
    path: string,
    before: string,
    after: string | undefined,
    isAll = false,
    home?: Home,
  ): void {
    const homes = [...this.#homes, ...(home === undefined ? [] : [home])];
    this.#record(path, { homes, before, after, isWhole: isAll });
  }

  /** Records the difference that the run wants to make in a file, whether or not that fits what a person made of it. */
  wanted(path: string, difference: TextChange, home?: Home): void {
    const homes = home === undefined ? this.#homes : [home];
    const run = this.#runOn(path);
    const { before } = run.difference?.after === difference.before ? run.difference : difference;
    run.difference = { ...difference, before, homes };
  }

  /** What the manifest has of a file that the run is about; undefined for nothing. */
  generatedIn(
    path: string,
    home = this.#homeOf(this.#folder + path, this.#homes),
  ): Generated | undefined {
    return home && this.manifest(home)?.generated[this.#folder + path];
  }

  /** Whether a file that the run is about is as the manifest has it, line ends apart. */
  isUnchanged(
    path: string,
    text: string,
    home = this.#homeOf(this.#folder + path, this.#homes),
  ): boolean {
    return home !== undefined && this.isAsGenerated(home, path, text);
  }

  /** Records a difference that the run wants in what is generated of a file, and could not make in the file. */
  wantedMember(path: string, difference: MemberChange): void {
    this.#runOn(path).members.push(difference);
  }

  #runOn(path: string): FileRun {
    const run = this.#files.get(this.#folder + path) ?? { members: [] };
    this.#files.set(this.#folder + path, run);
    return run;
  }

  #record(path: string, change: FileChange): void {
    if (change.homes.length > 0 && isKept(this.#folder + path)) {
      const run = this.#runOn(path);
      const isWhole = run.change?.isWhole === true || change.isWhole;
      run.change = { ...change, ...run.change, after: change.after, isWhole };
    }
  }

  /**
   * The files of the manifest that the run changes: path → content, or undefined for one that goes.
   *
   * @param templates A digest of the templates that made the changes.
   * @throws SchematicsException if somebody has to do something about one.
   */
  async written(
    templates: () => Promise<string>,
  ): Promise<ReadonlyMap<string, string | undefined>> {
    const written = new Map<string, string | undefined>(
      [...this.#renewed].filter(([path, text]) => text !== this.files.read(path)?.toString()),
    );
    const kept = [...this.#files.values()].some(({ change }) => change)
      ? await this.#generated()
      : [];
    for (const path of this.#forgotten.keys()) {
      written.set(path, undefined);
    }
    for (const [path, { files, home }] of kept) {
      const known = this.manifest(home);
      const manifest = {
        templates: known?.templates ?? (await templates()),
        request: withRequest(known?.request ?? {}, this.#requests.get(path)?.request ?? {}),
        generated: Object.fromEntries(files),
      };
      const after = serialized(manifest);
      if (known === undefined || after !== serialized(known)) {
        written.set(path, after);
      }
    }
    if (written.size > 0) {
      Object.entries(BESIDE)
        .filter(([path]) => !this.files.has(path))
        .forEach(([path, content]) => written.set(path, content));
    }
    return written;
  }

  /** What the manifests keep of their files after the run, by the path of the manifest. */
  async #generated(): Promise<Map<string, KeptFiles>> {
    const all = new Map<string, KeptFiles>();
    const filesOf = (home: Home): KeptFiles['files'] => {
      const generated = Object.entries(this.manifest(home)?.generated ?? {});
      const { files } = all.get(manifestPath(home)) ?? { files: new Map(generated) };
      all.set(manifestPath(home), { home, files });
      return files;
    };
    for (const [path, { change, difference, members }] of this.#files) {
      const home = this.#homeOf(path, difference?.homes ?? change?.homes ?? this.#homes);
      if (home === undefined) {
        continue;
      }
      const files = filesOf(home);
      const unfit = (): void => {
        this.logger.warn(
          `${manifestPath(home)} has another text of ${path} than this run expects, so it keeps that, and the file counts as yours. ` +
            'To begin anew, move the file away and make it again.',
        );
      };
      const kept = await keptOf(path, files.get(path), { change, difference, members, unfit });
      if (kept === undefined) {
        files.delete(path);
      } else {
        files.set(path, kept);
      }
    }
    for (const [path, heir] of this.#forgotten) {
      const files = all.get(path)?.files;
      all.delete(path);
      if (heir) {
        files?.forEach((lines, kept) => filesOf(heir).set(kept, lines));
      }
    }
    return all;
  }

  #homeOf(path: string, homes: readonly Home[]): Home | undefined {
    const knows = (home: Home): boolean => isWhole(this.manifest(home)?.generated[path]);
    return homes.length === 1 ? homes[0] : (homes.find(knows) ?? homes[0]);
  }
}
