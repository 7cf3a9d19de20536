import type { logging, schema, virtualFs } from '@angular-devkit/core';
import { type Sink, workflow } from '@angular-devkit/schematics';
import { defer, lastValueFrom } from 'rxjs';
import { COLLECTION } from '../../collection-name';
import { SET_UP_SCHEMATIC } from '../../setup/schematic-name';
import { CommitSink } from '../commit/commit-sink';
import type { StagedFile } from '../commit/staged-file';
import { PackageEngineHost } from './package-engine-host';

/** A schematic to run, and how. */
export interface Run {
  schematic: string;
  options: object;
  /** What the schematic finds on disk. */
  host: virtualFs.ReadonlyHost;
  /** The application's folder on disk, absolute: schematics know paths in the Tree alone. */
  root: string;
  /** Writes what the schematic leaves in the Tree; the paths are relative to the host's root. */
  commit: (files: StagedFile[]) => Promise<void>;
  /** Whether to end after the commit. */
  dryRun: boolean;
  logger: logging.Logger;
}

/**
 * Runs a schematic of this package with a commit of the command's own, then the set-up that it asks for. Its options are
 * not validated again: the command line is made of the schema that says what they may be.
 */
export async function runSchematic({ schematic, options, logger, ...run }: Run): Promise<void> {
  await lastValueFrom(
    // `execute` can throw before it returns.
    defer(() =>
      new CommandWorkflow(run).execute({ collection: COLLECTION, schematic, options, logger }),
    ),
    { defaultValue: undefined },
  );
}

class CommandWorkflow extends workflow.BaseWorkflow {
  constructor(private readonly run: Pick<Run, 'host' | 'root' | 'commit' | 'dryRun'>) {
    super({
      // It is only read: what a schematic leaves goes to the sink below.
      host: run.host as virtualFs.Host,
      dryRun: run.dryRun,
      // Devkit would make one to validate options with, which takes its time; nothing asks it here.
      registry: Object.create(null) as schema.CoreSchemaRegistry,
      engineHost: new PackageEngineHost((schematic, options) =>
        schematic === SET_UP_SCHEMATIC ? { ...options, root: run.root } : options,
      ),
    });
  }

  protected override _createSinks(): Sink[] {
    return [new CommitSink(this.run.commit)];
  }
}
