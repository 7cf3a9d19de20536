// Specs: spec/manifest/changes.spec.ts
import type { logging } from '@angular-devkit/core';
import {
  type Home,
  type Manifest,
  manifestPath,
  parsed,
  type ReadableFiles,
  STATE_FOLDER,
} from './format';

/** The manifests of a project, as a run finds them. */
export class Manifests {
  readonly #manifests = new Map<string, Manifest | undefined>();
  #resources: readonly string[] | undefined;

  /** @param logger Says what is wrong with a manifest. */
  constructor(
    protected readonly files: ReadableFiles,
    protected readonly logger: Pick<logging.LoggerApi, 'warn'>,
  ) {}

  /**
   * The manifest of the application or of a resource, as the run found it; undefined if it is missing or damaged.
   *
   * @throws SchematicsException if somebody has to do something about it.
   */
  manifest(home: Home): Manifest | undefined {
    const path = manifestPath(home);
    if (!this.#manifests.has(path)) {
      const text = this.files.has(path) ? this.files.read(path)?.toString() : undefined;
      const manifest = text === undefined ? undefined : parsed(path, text);
      if (text !== undefined && manifest === undefined) {
        this.logger.warn(
          `${path} is damaged, so its files count as yours. The next change begins it anew.`,
        );
      }
      this.#manifests.set(path, manifest);
    }
    return this.#manifests.get(path);
  }

  get resources(): readonly string[] {
    this.#resources ??= this.files
      .filesIn(`${STATE_FOLDER}/resources`)
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.replace(/\.json$/, ''));
    return this.#resources;
  }

  /** All that the project may have a manifest of. */
  get homes(): readonly Home[] {
    return [...this.resources.map((resource) => ({ resource })), 'application'];
  }
}
