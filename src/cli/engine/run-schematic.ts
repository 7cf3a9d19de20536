// Specs: spec/cli/bundle.spec.ts
import type { logging, schema, virtualFs } from '@angular-devkit/core';
import { type Sink, workflow } from '@angular-devkit/schematics';
import { defer, lastValueFrom } from 'rxjs';
import { COLLECTION } from '../../collection-name';
import { SET_UP_SCHEMATIC } from '../../setup/schematic-name';
import { CommitSink } from '../commit/commit-sink';
import type { StagedFile } from '../commit/staged-file';
import { PackageEngineHost } from './package-engine-host';

/** A schematic to run, and how. */
export interface SchematicRun {
  schematic: string;
  options: object;
  /** The files that the schematic sees. */
  host: virtualFs.ReadonlyHost;
  /** The application's folder on disk, absolute: a schematic knows only paths in its Tree. */
  root: string;
  /** Writes what the schematic staged; paths are relative to the root of the host. */
  commit: (files: StagedFile[]) => Promise<void>;
  /** Whether to stop after the commit, before the set-up. */
  dryRun: boolean;
  logger: logging.Logger;
}

/**
 * Runs a schematic of this package with the command's own commit, then the set-up that it asks for. It does not validate
 * the options: the command line is made from the schema that would.
 */
export async function runSchematic({
  schematic,
  options,
  logger,
  ...run
}: SchematicRun): Promise<void> {
  await lastValueFrom(
    // `execute` can throw synchronously.
    defer(() =>
      new CommandWorkflow(run).execute({ collection: COLLECTION, schematic, options, logger }),
    ),
    { defaultValue: undefined },
  );
}

class CommandWorkflow extends workflow.BaseWorkflow {
  constructor(private readonly run: Pick<SchematicRun, 'host' | 'root' | 'commit' | 'dryRun'>) {
    super({
      // Nothing writes to it: edits go to the sink below.
      host: run.host as virtualFs.Host,
      dryRun: run.dryRun,
      // The devkit would load ajv to validate options, and nothing here validates.
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
